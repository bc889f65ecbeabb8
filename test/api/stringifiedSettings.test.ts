import * as pulumi from "@pulumi/pulumi";
import { environmentNames, settingNames, type SettingName } from "../../provider/api/settings";
import { identity, problems, type Strings } from "./configured";

/** An Output in a template literal becomes a sentence, which no setting may hold. */

const output = pulumi.output("cm.example.com");
/* eslint-disable @typescript-eslint/no-base-to-string, @typescript-eslint/restrict-template-expressions -- the mistake */
const sentences: [where: string, sentence: string][] = [
  ["alone", `${output}`],
  ["in a text", `https://${output}:443`],
  ["in JSON", JSON.stringify({ output })],
  ["in Python", "Calling __str__ on an Output[T] is not supported."],
];
/* eslint-enable */

describe.each(settingNames)("%s", (name) => {
  const own = `ciphertrust:${name} (`;
  const said = (...given: Parameters<typeof problems>) => problems(...given).filter((line) => line.startsWith(own));
  const refusal = `ciphertrust:${name} (${environmentNames[name]}) holds an Output that was turned into a string`;
  const refused = [expect.stringMatching(/pulumi\.interpolate`…`.*output\.apply\(…\)$/)];

  test.each(sentences)("%s", (_where, sentence) => {
    const given: Strings = { ...identity, [name]: sentence };
    const exported = Object.entries(given).map(([key, value]) => [environmentNames[key as SettingName], value]);
    for (const found of [said(given), said({}, Object.fromEntries(exported) as NodeJS.ProcessEnv)]) {
      expect(found).toEqual(refused);
      expect(found[0]!.startsWith(refusal)).toBe(true);
    }
  });
});

test("what is wrong with other settings is told beside it", () => {
  expect(problems({ ...identity, address: sentences[0]![1], maxRetries: "many" })).toEqual([
    expect.stringMatching(/^ciphertrust:address .*holds an Output/),
    expect.stringMatching(/^ciphertrust:maxRetries .*must be a whole number/),
  ]);
});

import * as pulumi from "@pulumi/pulumi";
import { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { Api } from "../../provider/api/client";
import { invoke } from "../../provider/hosts/plugin/functions";
import { sent } from "../../provider/hosts/plugin/properties";
import { getAwsRegions, getReport } from "../../sdk";
import { providerWith } from "./providerWith";

/**
 * An Output in a template literal becomes a sentence, which no argument of a function may hold: it
 * would find nothing.
 */

const output = pulumi.output("c-1");
// eslint-disable-next-line @typescript-eslint/no-base-to-string, @typescript-eslint/restrict-template-expressions -- the mistake
const sentence = `${output}`;
/** No call may be made. */
const provider = providerWith({});

/** An Output consists of several promises, of which each one fails. */
async function failureOf(looked: pulumi.Output<unknown>): Promise<string> {
  const { promise, isKnown, isSecret, allResources } = looked as unknown as Record<string, Promise<unknown>> & {
    promise(): Promise<unknown>;
    allResources(): Promise<unknown>;
  };
  const ends = await Promise.allSettled([promise(), isKnown, isSecret, allResources()]);
  return ends.map((end) => (end.status === "rejected" ? String(end.reason) : "")).join("");
}

test.each<[string, () => pulumi.Output<unknown>]>([
  ["connection", () => getAwsRegions({ connection: sentence }, { provider })],
  ["id", () => getReport({ cloud: "aws", id: sentence }, { provider })],
])("a function in TypeScript refuses it in %s", async (argument, look) => {
  expect(await failureOf(look())).toMatch(new RegExp(`: ${argument} holds an Output .* pulumi\\.interpolate`));
});

test("a function of the plugin refuses it", async () => {
  const request = new InvokeRequest();
  request.setTok("ciphertrust:aws:getAwsRegions");
  request.setArgs(sent({ connection: sentence }, new Set()));
  const schema = { functions: { [request.getTok()]: { inputs: { properties: { connection: {} } } } } };
  const none = (): Api => {
    throw new Error("no call may be made");
  };
  const failures = (await invoke(request, none, () => schema)).getFailuresList();
  expect(failures.map((one) => [one.getProperty(), one.getReason()])).toEqual([
    ["connection", expect.stringMatching(/^holds an Output .* pulumi\.interpolate/)],
  ]);
});

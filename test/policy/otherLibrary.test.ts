import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PolicyResource } from "@pulumi/policy";
import { forEach, ifKnown } from "../../policy/resources";

/**
 * The policy library as a later version might have it: its error for values that are not known yet
 * looks different.
 */

interface Library {
  unknownCheckingProxy<T>(value: T): T;
  readonly unknownStringValue: string;
  readonly UnknownValueError: new () => Error;
}

function libraryWith(from: string, to: string): Library {
  const file = require.resolve("@pulumi/policy/proxy");
  const source = readFileSync(file, "utf8");
  if (!source.includes(from)) throw new Error(`${file} has no ${from}`);
  const folder = mkdtempSync(join(tmpdir(), "other-library-"));
  try {
    const altered = join(folder, "proxy.js");
    writeFileSync(altered, source.replaceAll(from, to));
    return jest.requireActual<Library>(altered);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const library = libraryWith("this.unknownTypeSentinel", "this.kindOfValue");
const resources = ["known", library.unknownStringValue, "known, too"].map((name) => ({
  props: library.unknownCheckingProxy({ name }),
})) as unknown as PolicyResource[];

test("a rule checks every resource, and ends with the library's own error: it has not passed", () => {
  const checked: unknown[] = [];
  expect(() => forEach(resources, ({ props }) => checked.push((props as { name: unknown }).name))).toThrow(
    library.UnknownValueError,
  );
  expect(checked).toEqual(["known", "known, too"]);
});

test("a rule does not do without the value: it ends with the library's error", () => {
  expect(() => ifKnown(() => (resources[1]!.props as { name: unknown }).name)).toThrow(library.UnknownValueError);
});

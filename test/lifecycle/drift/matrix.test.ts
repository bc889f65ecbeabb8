import { registry } from "../../../provider/resources";
import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { startRig, type Rig } from "../rig";
import type { Subject } from "./case";
import { caseOf } from "./cases";
import { committed, textOf, write } from "./results";
import { Row, unobservable, type Outcome } from "./row";

/**
 * Every input of every resource: changed outside Pulumi, detected by the next refresh with both
 * values, corrected, and clean again. The rows come from the registry.
 */

const tried = new Map<string, Outcome>();
let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const seenInputs = (definition: Definition): string[] =>
  Object.keys(definition.inputs).filter((key) => unobservable(definition, key) === undefined);
const rows = registry.map((definition) => ({ definition, keys: seenInputs(definition) }));

describe.each(
  rows
    .filter(({ keys }) => keys.length > 0)
    .map(({ definition, keys }) => [definition.type, definition, keys] as const),
)("%s", (type, definition, keys) => {
  let shared: Subject | undefined;

  const subjectOf = async (row: Row): Promise<Subject> => {
    if (shared && !row.needsOwnSubject && !row.writesIt(shared.args)) return shared;
    shared = undefined;
    await rig.control("POST", "/reset");
    return row.subject();
  };

  test.each(keys)("%s", async (key) => {
    const row = new Row(rig, definition, key, caseOf(type, key));
    const subject = await subjectOf(row);
    shared = undefined;
    const done = await row.run(subject);
    if (!row.needsOwnSubject) shared = done.subject;
    tried.set(`${type}.${key}`, done.outcome);
  });
});

describe("the results", () => {
  /** The result of this run; for what no refresh can show, the reason. */
  const outcomeOf = (definition: Definition, key: string): Outcome | undefined => {
    const how = unobservable(definition, key);
    return how === undefined ? tried.get(`${definition.type}.${key}`) : { result: "not observable", how };
  };

  test("contain every input of every resource, as this run found it", () => {
    const all = registry.flatMap((definition) =>
      Object.keys(definition.inputs).map((key) => [`${definition.type}.${key}`, outcomeOf(definition, key)] as const),
    );
    expect(all.filter(([, outcome]) => outcome === undefined).map(([place]) => place)).toEqual([]);
    const text = textOf(registry, new Map(all as [string, Outcome][]));
    if (process.env.WRITE_DRIFT_RESULTS) write(text);
    expect(committed() === text || "results.tsv is out of date: run npm run generate -- drift definitions").toBe(true);
  });
});

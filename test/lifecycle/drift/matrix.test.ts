import { registry } from "../../../provider/resources";
import type { Definition } from "../../../provider/lifecycle/definition";
import { startRig, type Rig } from "../rig";
import type { Subject } from "./case";
import { caseOf } from "./cases";
import { committedPage, pageOf, writePage } from "./page";
import { Row, unobservable, type Outcome } from "./row";

/**
 * Every input of every resource: changed outside Pulumi, detected by the next refresh with both values, corrected, and
 * clean again. The rows come from the registry.
 */

const outcomes = new Map<string, Outcome>();
let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

describe.each(registry.map((definition): [string, Definition] => [definition.type, definition]))(
  "%s",
  (type, definition) => {
    let shared: Subject | undefined;

    const subjectOf = async (row: Row): Promise<Subject> => {
      if (shared && !row.needsOwnSubject && !row.writesIt(shared.args)) return shared;
      shared = undefined;
      await rig.control("POST", "/reset");
      return row.subject();
    };

    test.each(Object.keys(definition.inputs))("%s", async (key) => {
      const row = new Row(rig, definition, key, caseOf(type, key));
      const reason = unobservable(definition, key);
      if (reason !== undefined) return void outcomes.set(`${type}.${key}`, { result: "not observable", how: reason });
      const subject = await subjectOf(row);
      shared = undefined;
      const done = await row.run(subject);
      if (!row.needsOwnSubject) shared = done.subject;
      outcomes.set(`${type}.${key}`, done.outcome);
    });
  },
);

describe("the page of the matrix", () => {
  test("contains every input of every resource, with the results of this run", () => {
    const rows = registry.flatMap(({ type, inputs }) => Object.keys(inputs).map((key) => `${type}.${key}`));
    expect([...outcomes.keys()]).toEqual(rows);
    const page = pageOf(registry, outcomes);
    if (process.env.WRITE_DRIFT_PAGE) writePage(page);
    expect(committedPage() === page || "docs/drift.md is out of date: run npm run drift:page").toBe(true);
  });
});

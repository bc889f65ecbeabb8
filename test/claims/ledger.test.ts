import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunLog } from "../../provider/hosts/runLog";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { resourceLabel } from "../../provider/lifecycle/claims/ownership";
import { acts, questions, type Both } from "./calls";
import { decidedPair, recordedPair } from "./decided";
import type { Neighbors } from "./recorded/neighbors";
import { one, random, subjectOf, three, two, twoServices, unnamed, type Declared, type Subject } from "./stack";

/**
 * The ledger answers as the recorded implementation did, which it has replaced, in any history of
 * calls in two processes of one run. What was decided differently is in `decided.ts`.
 */

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "ledger-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ledgers of two processes of a run, with their logs in files; `end` is what happens when they end. */
function processes(run: number) {
  const before = process.listeners("exit");
  const logs = [process.pid, process.ppid].map((id) => RunLog.ofEngine(`127.0.0.1:${run}`, folder, id)!);
  const end = () => {
    for (const added of process.listeners("exit").filter((one) => !before.includes(one))) {
      process.removeListener("exit", added);
      added(0);
    }
  };
  return { logs, ledgers: logs.map((log) => new Ledger(log)), end };
}

const shown = ({ resource, id, state }: Subject): string =>
  `${resourceLabel({ type: resource.definition.type, name: resource.name })}${resource.urn ? "" : " without URN"} ${id} ${JSON.stringify(state)}`;

/** `history` is what was done, for the message. */
function expectSame(both: Both, ledger: Ledger, recorded: Neighbors, about: Subject, history: () => unknown): void {
  const answers = [outcome(() => both.now(ledger, about)), outcome(() => both.before(recorded, about))];
  const [now, before] = answers.map((answer) => JSON.stringify(answer));
  if (now !== before) expect({ history: history(), answer: now }).toEqual({ history: history(), answer: before });
}

/** A result, or the text of what was thrown. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return { thrown: (error as Error).message };
  }
}

const [histories, steps] = [200, 50];

test.each(Array.from({ length: histories / 10 }, (_, at) => at * 10))("ten histories from number %i", (first) => {
  for (let seed = first; seed < first + 10; seed++) {
    const { logs, ledgers, end } = processes(seed);
    live(seed, logs, ledgers);
    end();
  }
});

function live(seed: number, logs: readonly RunLog[], ledgers: readonly Ledger[]): void {
  const next = random(seed);
  const recorded = decidedPair();
  const failed: (string | undefined)[] = [undefined, undefined];
  const done: string[] = [];
  for (let step = 0; step < steps; step++) {
    const at = next() < 0.7 ? 0 : 1;
    const names = Object.keys(acts);
    const act = names[Math.floor(next() * names.length)]!;
    const about = subjectOf(next);
    if (next() < 0.02) logs[at]!.fail((failed[at] ??= `creating ${about.resource.name}`));
    done.push(`${at}: ${act} ${shown(about)}`);
    expectSame(acts[act]!, ledgers[at]!, recorded[at]!, about, () => [seed, ...done]);
    const asked = next() < 0.5 ? about : subjectOf(next);
    for (const [question, both] of Object.entries(questions))
      for (const process of [0, 1]) {
        const history = () => [seed, ...done, `${process}: ${question}? ${shown(asked)}`];
        expectSame(both, ledgers[process]!, recorded[process]!, asked, history);
      }
    expect(logs.map((log) => log.failure())).toEqual([failed[1], failed[0]]);
  }
}

describe("what was decided differently", () => {
  type Line = readonly [act: string, resource: Declared, id: string, state?: Subject["state"], process?: 0 | 1];
  const kept = expect.stringMatching(/^was not replaced/);
  const refused = { thrown: expect.stringContaining("wants this object") };

  test.each<[name: string, history: readonly Line[], question: Line, before: unknown, now: unknown]>([
    [
      "unnamed: the object of one resource without a URN says nothing of another one's",
      [
        ["note", unnamed, "b-1"],
        ["declare", unnamed, "b-1"],
      ],
      ["has an unknown object", unnamed, "b-1"],
      false,
      true,
    ],
    [
      "unnamed: what a resource without a URN has got does not end the object of another one",
      [
        ["declare", unnamed, "b-1"],
        ["obtain", unnamed, "b-2"],
      ],
      ["the successor", unnamed, "b-1"],
      undefined,
      kept,
    ],
    [
      "unnamed: what a resource without a URN has got does not end the wait of another one",
      [
        ["stop", unnamed, "b-1"],
        ["obtain", unnamed, "b-2"],
      ],
      ["is wanted", one, "b-1"],
      undefined,
      refused,
    ],
    [
      "unnamed: what happens to an object is not said of another resource's",
      [["declare", unnamed, "b-2"]],
      ["is replaced", unnamed, "b-1"],
      true,
      false,
    ],
    [
      "wanted twice: a second resource that wants an object does not make the first one's claim void",
      [
        ["claim for a new resource", two, "b-1", { adopt: "b-1" }],
        ["claim for a new resource", one, "b-1", { adopt: "b-1" }],
      ],
      ["is wanted", one, "b-1"],
      undefined,
      refused,
    ],
    [
      "refused declaration: it leaves what was known as it was",
      [
        ["record", three, "b-1"],
        ["declare", two, "b-2"],
        ["declare", three, "b-2"],
      ],
      ["predecessors", three, "b-1"],
      [],
      [{ id: "b-1", state: {} }],
    ],
    [
      "states: only a type whose values move to the replacement keeps them",
      [["record", one, "b-1"]],
      ["predecessors", one, "b-1"],
      [{ id: "b-1", state: {} }],
      [],
    ],
    [
      "still held: what one resource drops, and another one declares, is told to the other processes",
      [
        ["record", one, "b-1"],
        ["declare", two, "b-1"],
        ["drop", one, "b-1"],
      ],
      ["is declared", one, "b-1", {}, 1],
      false,
      true,
    ],
    [
      "two services: objects with one id in two services are both told of",
      [
        ["declare", two, "b-1", twoServices[0]],
        ["declare", two, "b-1", twoServices[1]],
      ],
      ["is declared", one, "b-1", twoServices[0], 1],
      false,
      true,
    ],
  ])("%s", (_name, history, [question, ...asked], before, now) => {
    const about = ([resource, id, state = {}]: readonly [Declared, string, Subject["state"]?, ...unknown[]]) => ({
      resource,
      id,
      state,
    });
    const { ledgers, end } = processes(histories);
    const recorded = recordedPair();
    for (const [act, ...subject] of history) {
      const at = subject[3] ?? 0;
      outcome(() => acts[act]!.before(recorded[at]!, about(subject)));
      outcome(() => acts[act]!.now(ledgers[at]!, about(subject)));
    }
    const at = asked[3] ?? 0;
    const answers = [
      outcome(() => questions[question]!.before(recorded[at]!, about(asked))),
      outcome(() => questions[question]!.now(ledgers[at]!, about(asked))),
    ];
    end();
    expect(answers).toEqual([before, now]);
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kinds, textOf } from "./kinds";
import { reasonFor } from "./reasons";
import { subjects } from "./subjects";
import { columns, pairs, rowOf, tally, total, type Row } from "./tally";
import { isViolation, violations, type Outcome } from "./trial";
import { markdownTable } from "../markdownTable";

/** The page of the matrix, from the outcomes of a run. */

const path = join(__dirname, "../../docs/faults.md");

export interface Results {
  readonly seed: number;
  /** How many runs were requested: a type with few requests has fewer than its share. */
  readonly asked: number;
  outcomes: Outcome[];
  /** How many single faults there are for all types together. */
  singles: number;
}

export const committedPage = (): string => readFileSync(path, "utf8");
export const writePage = (page: string): void => writeFileSync(path, page);

export function pageOf(results: Results): string {
  const { outcomes } = results;
  const byKind = tally(outcomes, rowOf);
  const byType = tally(outcomes, ({ type }) => type);
  const all = ["all", total(byType.values())] as const;
  const inOrder = (names: readonly string[], rows: ReadonlyMap<string, Row>) =>
    names.flatMap((name) => (rows.has(name) ? [[name, rows.get(name)!] as const] : []));
  const kindNames = [...kinds.map(({ name }) => name), pairs];
  const sections = [
    introduction,
    ran(results),
    `## Kinds of faults\n\n${faults()}`,
    `## Results by fault\n\n${meanings}\n\n${tableOf("Fault", [...inOrder(kindNames, byKind), all])}`,
    `## Results by type\n\n${tableOf("Type", [...inOrder([...byType.keys()], byType), all])}`,
    `## Failed runs\n\n${failures(outcomes)}`,
    `## Types that need \`adopt\`\n\n${adoption(outcomes)}`,
    limits,
  ];
  return `${sections.join("\n\n")}\n`;
}

export const introduction = `# Faults: what is left when something breaks

<!-- This page is the result of a run: \`npm run faults -- --page\` writes it. -->

A provider that loses a response may make a second key, or forget the first. This page tells what this one does: each request
in the life of each resource was broken in every way listed below, and then everything in the service was counted.

One run is the life of one resource: create, refresh, update (where something can change in place), delete, each in a provider
process of its own as Pulumi runs them, with one fault at one request, or with two. Beside it exists a bystander: another object
of the same collection, which is not in the state and must not change. Where a step ends in an error, nothing is
wrong from then on, and the user goes on as Pulumi would: a create that left no id is run again, a resource that Pulumi
recorded as not yet ready is updated, what failed to be updated, read or deleted is tried again, and what a message asks for is
done. After every step all records of the service, and of the clouds behind it, are compared with those of the same life without a
fault: how many there are of each kind, and in which state.`;

const ran = ({ seed, asked, outcomes, singles }: Results): string => {
  const two = outcomes.filter(({ faults: both }) => both.length > 1).length;
  return `## Runs

${outcomes.length} runs with the seed ${seed}, for ${subjects.length} types: ${outcomes.length - two} with one fault, drawn from the ${singles} that there are
(each request of each phase with each fault that can strike it), and ${two} with two.

    npm run faults -- --runs ${asked} --seed ${seed}

prints these tables, and for each run that did not end as it must the command that runs it alone; \`npm run faults -- --help\`
lists the choices. \`npm run test:all\` runs 300 of them.

Every run goes over real TLS connections, from the provider's own client to the emulator on this machine. Broken connections
are broken on the socket: refused by the operating system, reset, or closed halfway. What the service would never say itself is
said by a second TLS server in its place; the responses about other objects are the service's own, to requests for the
bystander. Only time is not real: waits move the clock of provider and service, and a request that gets
no response is given up after 15 milliseconds, while the clock moves on by the whole time limit. Where a fault leaves open whether
the service did what it was asked (see below), a number drawn from the name of the run decides, in about half of the runs each way.`;
};

const faults = (): string => {
  const did = { never: "no", always: "yes", either: "half of the runs" };
  const rows = kinds.map(({ name, what, made }) => [name, what, did[made]]);
  return markdownTable([["Fault", "What happens", "The service does it"], ...rows]);
};

export const meanings = `- **done**: every step succeeded; the user noticed nothing.
- **failed with advice**: at least one step ended in an error that says what to do, and doing it led to the end that was wanted.
- **needed adopt**: the advice was to take over, with \`adopt\`, an object that the lost response was about.
- **duplicates**: more objects than without a fault, at any time before the delete. **orphans**: more after it.
- **lost**: fewer objects, an object taken for gone that is there, or one that is not as the program says; a state with the id of
  another object; a bystander that was changed or deleted.
- **leaks**: a secret (of the inputs, of the state, the password) in an error, in progress or on the console.
- **unusable**: an error without advice, a raw one, an id that is none, a rejection that nobody handled, or an end never reached.
- **storms**: more than ten times the requests of a life without a fault, and 30. A request is sent up to six times, a step that
  failed is run again, and waits poll, in an outage one request a second; what goes beyond all that together is a loop. **hangs**: no end within twelve hours of the
  clock or a minute of real time.`;

/** The commands that run them alone, with the results. */
function failures(outcomes: readonly Outcome[]): string {
  const failed = outcomes.filter(isViolation);
  if (failed.length === 0) return "None.";
  const line = (one: Outcome) =>
    `- \`${replayOf(one)}\`: ${violations.filter((name) => one[name].length > 0).join(", ")}`;
  return failed.map(line).join("\n");
}

export function replayOf({ type, faults: all }: Outcome): string {
  const name = type.includes(" ") ? `"${type}"` : type;
  return `npm run faults -- --type ${name} --faults ${all.map(textOf).join("+")}`;
}

/** By type: in how many runs, after what, and why the service offers nothing better. */
function adoption(outcomes: readonly Outcome[]): string {
  const needing = outcomes.filter(({ adopted }) => adopted.length > 0);
  if (needing.length === 0) return "No run needed it.";
  const types = [...new Set(needing.map(({ type }) => type))];
  const rows = types.map((type) => {
    const own = needing.filter((one) => one.type === type);
    const after = [...new Set(own.map((one) => one.faults.map(textOf).join(" and ")))].slice(0, 3);
    const how = [...new Set(own.flatMap(({ adopted }) => adopted))].sort().join("; ");
    return [type, String(own.length), after.map((one) => `\`${one}\``).join(", "), how, reasonFor(type)];
  });
  return markdownTable([["Type", "Runs", "For example after", "Which id", "Why"], ...rows]);
}

export const limits = `## Limitations

The service is the project's own emulator: how a real one breaks may differ, and what it holds after a failure of its own is a
guess. A change that the service makes only after the provider has given up, and after it has looked for it, is not among the faults:
nothing but an idempotency key, which this API does not have, could tell such a change from somebody else's. Kinds of faults
that last longer than one request, beside the restart, the outage and the lagging nodes, are covered only by the runs with two.
The service has one \`TrialLicense\` only: no other one can respond in its place.`;

export function tableOf(title: string, rows: readonly (readonly [string, Row])[]): string {
  const cells = rows.map(([name, row]) => [name, ...columns.map((column) => String(row[column]))]);
  return markdownTable([[title, ...columns], ...cells]);
}

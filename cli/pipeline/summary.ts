import { counted } from "../../provider/api/counted";
import { alike, withoutName } from "../../provider/api/alike";
import { featureAt } from "../../provider/api/features";
import type { Culprits, Searched } from "./culprits";
import type { Difference } from "./differences";
import { deletionTold, mostNamed } from "./keyEnds";
import { code, fenced, inCell, nameOf, table, value } from "./markdown";
import { isDeed, type Command, type Ending } from "./outcome";
import { countsOf, future, past, signs } from "./operations";
import type { Drifted, Failure, Planned, Report, Resource } from "./report";

/** The summary of a run as Markdown, for a comment on a pull request or an issue. */

export interface Told {
  readonly command: Command;
  readonly outcome: Ending;
  readonly code: number;
  /** The exit code without `--accept`. */
  readonly unaccepted?: number;
  /** False when the run compared with the state alone. */
  readonly refreshed: boolean;
  readonly report: Report;
  /** Absent if not looked up. */
  readonly culprits?: Culprits;
  /** What the engine said when it failed before the first event. */
  readonly complaint: string;
}

/** Comments are found again by it: it stands on the first line, and Markdown does not show it. */
export const marker = "<!-- pulumi-ciphertrust pipeline -->";

const titles: Record<Ending, string> = {
  unchanged: "no changes",
  failure: "failed",
  policy: "policy violation",
  drift: "drift found",
  changes: "changes to deploy",
  "key-deletion": "keys would be deleted",
};

const leads: Record<Ending, string> = {
  unchanged: "Everything is as the program says.",
  failure: "The run failed; what is below may be incomplete.",
  policy: "A mandatory policy is violated.",
  drift: "Resources were changed outside Pulumi.",
  changes: "The program asks for changes that are not deployed yet.",
  "key-deletion": "Keys would be deleted: `up` refuses that, unless it has `--allow-key-deletion`.",
};

/** Of an `up` or a `destroy` that nobody has allowed to delete keys. */
const deedLeads = {
  stopped: "Keys would be deleted: nothing was changed. If that is intended, run it with `--allow-key-deletion`.",
  surprised: "Keys were deleted that the preview could not know of: recover those that you still need.",
};

function leadOf({ command, outcome, refreshed, report }: Told): string {
  if (outcome === "key-deletion" && isDeed(command)) return deedLeads[report.isPreview ? "stopped" : "surprised"];
  if (outcome === "unchanged" && command === "destroy") return "There was nothing to destroy.";
  if (outcome === "unchanged" && !refreshed) return "Nothing to deploy. The service itself was not read.";
  return leads[outcome];
}

function isDone({ command, outcome }: Told): boolean {
  return isDeed(command) && outcome === "unchanged";
}

/** GitHub takes 65,536 characters for a comment. */
const longest = 60_000;

/** Errors and warnings that are told whole or nearly so: together they leave room for the rest. */
const mostErrors = 10;
const mostWarnings = 4;

export function summaryOf(told: Told): string {
  const { command, report, outcome } = told;
  const stack = [report.project, report.stack].filter(Boolean).join("/");
  const sections = [
    `${marker}\n### Pulumi ${command}${stack ? `, ${code(stack)}` : ""}: ${isDone(told) ? "done" : titles[outcome]}`,
    isDone(told) && report.planned.length > 0 ? "" : leadOf(told),
    ...errorSection(told),
    ...warningSection(told),
    ...violationSection(report),
    ...keySection(told),
    ...driftSection(told),
    ...planSection(told),
    `<sub>Exit code ${exitTold(told)}.</sub>`,
  ];
  return shortened(sections.filter((section) => section !== ""));
}

/** The exit code, and the one that `--accept` has turned into it. */
function exitTold({ code, unaccepted }: Pick<Told, "code" | "unaccepted">): string {
  return unaccepted === undefined ? String(code) : `${code}; without --accept ${unaccepted}`;
}

/** Whole sections go first to last until there is no more room; the last line stays. */
function shortened(sections: string[]): string {
  const text = `${sections.join("\n\n")}\n`;
  if (text.length <= longest) return text;
  const last = `\n\nTruncated: see the run's own log.\n\n${sections.at(-1)}\n`;
  const cut = text.slice(0, longest - last.length);
  return cut.slice(0, cut.lastIndexOf("\n")) + last;
}

function errorSection({ outcome, report, complaint }: Told): string[] {
  const errors =
    report.errors.length > 0 || outcome !== "failure" ? report.errors : [{ message: complaint, others: 0 }];
  if (outcome === "policy" && errors.every(({ message }) => /^(preview|update) failed$/.test(message))) return [];
  const blocks = errors.filter(({ message }) => message !== "").map(failureBlock);
  return firstOf(mostErrors, blocks, "error");
}

function failureBlock({ message, others }: Failure): string {
  if (others === 0) return fenced(message);
  return `${fenced(message)}\n\nThe same goes for ${counted(others, "more resource")}.`;
}

function warningSection(told: Told): string[] {
  const warnings = [...hinderedIn(told), ...told.report.warnings];
  return warnings.length === 0 ? [] : ["#### Warnings", ...firstOf(mostWarnings, warnings.map(fenced), "warning")];
}

function firstOf(most: number, blocks: readonly string[], what: string): string[] {
  const more = blocks.length - most;
  const rest = more > 0 ? [`And ${counted(more, `more ${what}`)}: see the run's own log.`] : [];
  return [...blocks.slice(0, most), ...rest];
}

function violationSection({ violations }: Report): string[] {
  if (violations.length === 0) return [];
  const groups = alike(violations, ({ resource, policy, message, isMandatory }) =>
    JSON.stringify([isMandatory, policy, resource ? withoutName(message, resource.name) : message]),
  );
  const rows = groups.map(violationRow);
  return ["#### Policies", table(["level", "policy", "resource", "message"], rows)];
}

/** What is the same of several resources but for their names, with the words for the first. */
function violationRow(same: Report["violations"]): string[] {
  const { policy, message, isMandatory } = same[0]!;
  const more = same.length > 1 ? `<br>The same goes for ${counted(same.length - 1, "more resource")}.` : "";
  return [
    isMandatory ? "mandatory" : "advisory",
    code(policy),
    same.map(({ resource }) => (resource ? nameOf(resource) : "the stack")).join(", "),
    inCell(message) + more,
  ];
}

/** The summary is what is kept of a run: whoever needs a key back finds it there. */
function keySection(told: Told): string[] {
  const { keyEnds } = told.report;
  const [sentence] = endsTold(told, nameOf);
  if (sentence === undefined) return [];
  const holders = keyEnds.flatMap(({ isContainer, type }) => (isContainer ? [type] : []));
  const rows = keyEnds.map((end) => [nameOf(end), code(end.id), inCell(end.back(plainNameOf(end), holders) ?? "")]);
  return [
    "#### Keys",
    `${sentence.replace(/^t/, "T")}.`,
    table(["resource", "id", "to have it back"], rows.slice(0, mostNamed)),
  ];
}

/** The keys that end, by name, and what the service will refuse to end. */
export const keysTold = (told: Told): string[] => [...endsTold(told), ...hinderedIn(told)];

/** A run that is done has not met them. */
const hinderedIn = (told: Told): readonly string[] =>
  told.command === "drift" || isDone(told) ? [] : told.report.hindered;

/** A check for drift deploys nothing. */
function endsTold({ command, report: { keyEnds, isPreview } }: Told, nameIn = plainNameOf): string[] {
  if (command === "drift" || keyEnds.length === 0) return [];
  const what = command === "destroy" ? "destroy" : "update";
  const ends = keyEnds.map((end) => ({ ...end, label: nameIn(end) }));
  return [deletionTold(ends, what, isDeed(command) && !isPreview)];
}

function driftSection(told: Told): string[] {
  const { report, culprits } = told;
  if (report.drifted.length === 0) return [];
  const rows = report.drifted.flatMap((one) => {
    const [who, when] = blame(one, culprits);
    if (one.isGone) return [[nameOf(one.resource), "", "", "**gone**", who, when]];
    return one.differences.map(({ property, before, after }) => {
      return [nameOf(one.resource), code(property), value(before), value(after), who, when];
    });
  });
  const head = ["resource", "property", "deployed", "found", "changed by", "when"];
  const heading = isDone(told) ? "#### Changed outside Pulumi, and corrected" : "#### Changed outside Pulumi";
  const reason = typeof culprits === "string" ? [`Changed by: not known: ${inCell(culprits)}`] : [];
  return [heading, table(head, rows), ...reason];
}

/**
 * The newest call on the object. Records do not say what a call changed: before it, others may have
 * changed other properties, each of whom is named once, up to two.
 */
function blame({ resource, isGone }: Drifted, culprits: Culprits | undefined): [string, string] {
  if (culprits === undefined || typeof culprits === "string") return ["", ""];
  const known = culprits.by.get(resource.urn);
  if (known === undefined) return ["not looked up: another service or domain", ""];
  if (known.length === 0) return [unrecorded(resource, culprits), ""];
  const latest = known.filter((one, index) => known.findIndex(({ who }) => who === one.who) === index);
  const named = latest.slice(0, isGone ? 1 : 3);
  const who = named.map((one, index) => `${index > 0 ? "earlier: " : ""}${code(one.who)} (${code(one.what)})`);
  return [who.join("<br>"), named.map(({ when }) => inCell(when)).join("<br>")];
}

/**
 * Why no record names anybody. Only what the service manages in another system can be changed
 * without it.
 */
function unrecorded({ definition }: Resource, { since }: Searched): string {
  const where = since === undefined ? "the audit records" : `the audit records from ${inCell(since)} on`;
  const outside =
    definition && featureAt(definition.path) === undefined
      ? ""
      : "in the external system itself, which the service does not record, or ";
  const earlier = since === undefined ? "" : " or is older";
  return `not found in ${where}: changed ${outside}by a call whose record is not kept${earlier}`;
}

function planSection(told: Told): string[] {
  const { command, report } = told;
  const { planned } = report;
  if (planned.length === 0) return [];
  const planHeading = `#### What \`pulumi ${command === "destroy" ? command : "up"}\` would do`;
  const begun = isDeed(command) && !report.isPreview ? "#### What was started" : planHeading;
  const heading = isDone(told) ? "#### What was done" : begun;
  const counts = countsOf(planned, isDone(told) ? past : future);
  const head = ["", "resource", "property", "from", "to"];
  return [`${heading}: ${counts}`, table(head, planned.flatMap(planRows))];
}

/**
 * The last line of the log: how the run ended; of an `up` or a `destroy` that went well, what it
 * did.
 */
export function endTold(told: Told): string {
  const ending = isDone(told) ? deedsOf(told.report) : told.outcome;
  return `pipeline ${told.command}: ${ending} (exit code ${exitTold(told)})`;
}

function deedsOf({ planned, drifted }: Report): string {
  if (planned.length === 0) return "unchanged";
  const repaired = drifted.length === 0 ? "" : `; changed outside and corrected: ${drifted.length}`;
  return `${countsOf(planned, past)}${repaired}`;
}

function planRows({ resource, operation, differences, masked }: Planned): string[][] {
  const start = [signs[operation], nameOf(resource)];
  if (masked.length > 0) return [[...start, masked.map(code).join(" or "), "[secret]", "[secret]"]];
  if (differences.length === 0) return [[...start, "", "", ""]];
  return differences.map((one: Difference) => [...start, code(one.property), value(one.before), value(one.after)]);
}

function plainNameOf({ type, name }: Resource): string {
  return `${type} "${name}"`;
}

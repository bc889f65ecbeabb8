import { plural } from "../../provider/api/counted";
import { identifierLabel } from "./cloudNames";
import {
  allowedAge,
  filterWords,
  groupsOf,
  historyWords,
  kindName,
  lastRotationOf,
  limitName,
  nameOf,
  nextRotationOf,
  rotatorName,
  shortMoment,
  stateWords,
  strengthName,
  type Group,
  type ReportedKey,
  type RotationReport,
} from "./report";
import { styles } from "./styles";

/** Text that is HTML already. */
class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | undefined | Html | readonly Html[];

/** HTML in which everything that is put in is escaped, unless it is HTML itself. */
function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((whole, text, index) => `${whole}${shown(parts[index - 1])}${text}`));
}

function shown(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("\n");
  return String(part ?? "").replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * A report as one page that needs nothing else: no scripts, no images, nothing loaded from
 * elsewhere. It prints well, and says by whom and how its numbers came about. `version` is that of
 * this package.
 */
export function reportPage(report: RotationReport, version: string): string {
  const groups = groupsOf(report);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Key rotation report, ${report.asOf.slice(0, 10)}</title>
        <style>
          ${new Html(styles)}
        </style>
      </head>
      <body>
        <h1>Key rotation report</h1>
        <p id="sentence" class="${isFine(report) ? "good" : "bad"}">${report.sentence}</p>
        ${facts(report, version)} ${numbers(report)} ${contents(groups)} ${groups.map(section)} ${legend(report)}
      </body>
    </html> `.text;
}

const isFine = ({ summary }: RotationReport): boolean =>
  summary.atRisk + summary.overdue + summary.unscheduled + summary.unrotated === 0;

type Entry = [name: string, value: string];

function facts(report: RotationReport, version: string): Html {
  const { madeAt, asOf, service, user, domain } = report;
  const history = historyWords(report);
  const entries: Entry[] = [
    ["Made", `${shortMoment(madeAt)} UTC, by pulumi-ciphertrust ${version}`],
    ["As of", `${shortMoment(asOf)} UTC`],
    ["Service", service],
    ["Asked as", `${user}, domain ${domain}`],
    ["Allowed age", allowedAge(report) ?? "as each schedule promises"],
    ...(history === undefined ? [] : [["History", history] satisfies Entry]),
    ["Covers", filterWords(report).join("; ") || "every key that is in use"],
  ];
  return html`<dl class="facts">${entries.map(definition)}</dl>`;
}

const definition = ([name, value]: Entry): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`;

function numbers({ summary }: RotationReport): Html {
  const { keys, onTime, atRisk, overdue, unscheduled, unrotated, oldestDays } = summary;
  const cards: [string, string, string | number][] = [
    ["keys", plural(keys, "key"), keys],
    ["onTime", "on time", onTime],
    ["atRisk", "at risk", atRisk],
    ["overdue", "overdue", overdue],
    ["unscheduled", "not scheduled", unscheduled],
    ["unrotated", "without rotation", unrotated],
    ["oldestDays", `${plural(oldestDays ?? 0, "day")}, the oldest material`, oldestDays ?? "–"],
  ];
  return html`<ul class="numbers" aria-label="Summary">
    ${cards.map(([id, label, value]) => html`<li class="${id}"><strong id="${id}">${value}</strong> ${label}</li>`)}
  </ul>`;
}

const countOf = (keys: readonly ReportedKey[], state: ReportedKey["state"]) =>
  keys.filter((one) => one.state === state).length;

/** One line for each container, before the keys one by one. */
function contents(groups: readonly Group[]): Html {
  if (groups.length === 0) return html`<p>There are no keys to report on.</p>`;
  const line = (group: Group, index: number) => {
    const { keys } = group;
    const counts: [string, number][] = [
      ["Keys", keys.length],
      ["On time", countOf(keys, "onTime")],
      ["At risk", countOf(keys, "atRisk")],
      ["Overdue", countOf(keys, "overdue")],
      ["Not scheduled", countOf(keys, "unscheduled")],
    ];
    return html`<tr>
      <td><a href="#group-${index}">${nameOf(group)}</a></td>
      ${counts.map(([name, count]) => html`<td class="number" data-label="${name}">${count}</td>`)}
    </tr>`;
  };
  return html`<table class="contents">
    <thead>
      <tr>
        <th>Container</th>
        <th class="number">Keys</th>
        <th class="number">On time</th>
        <th class="number">At risk</th>
        <th class="number">Overdue</th>
        <th class="number">Not scheduled</th>
      </tr>
    </thead>
    <tbody>
      ${groups.map(line)}
    </tbody>
  </table>`;
}

const columns = ["Key", "State", "Last rotation", "Age, days", "Rotated by", "Next rotation", "Due by"] as const;

function section(group: Group, index: number): Html {
  const { container, keys } = group;
  const heading = (name: string) => html`<th scope="col" class="${numeric(name)}">${name}</th>`;
  return html`<section id="group-${index}">
    <h2>${nameOf(group)}</h2>
    <p class="id">${container ? `${container.type} ${container.id}` : ""}</p>
    <table class="keys">
      <thead>
        <tr>
          ${columns.map(heading)}
        </tr>
      </thead>
      <tbody>
        ${keys.map(row)}
      </tbody>
    </table>
  </section>`;
}

const numeric = (column: string): string => (column === "Age, days" ? "number" : "");

/**
 * Each cell carries the name of its column: on a narrow screen a key is a card, and the columns
 * have no heads.
 */
function row(key: ReportedKey): Html {
  const { state, reason, ageDays } = key;
  const cells: Record<(typeof columns)[number], Part> = {
    Key: names(key),
    State: html`<span class="state">${stateWords[state]}</span><small>${reason}</small>`,
    "Last rotation": rotations(key),
    "Age, days": ageDays ?? "unknown",
    "Rotated by": rotator(key),
    "Next rotation": dates(nextRotationOf(key)),
    "Due by": due(key),
  };
  return html`<tr class="${state}">
    ${columns.map((name) => html`<td data-label="${name}" class="${numeric(name)}">${cells[name]}</td>`)}
  </tr>`;
}

/** What the key is called here, in its cloud, and in the service. */
function names(key: ReportedKey): Html {
  const { type, id, name, cloudId, region } = key;
  const strength = strengthName(key);
  const lines = [
    `Kind ${kindName(key)}`,
    ...(strength === undefined ? [] : [`Strength ${strength}`]),
    ...(cloudId === undefined ? [] : [`${identifierLabel(type)} ${cloudId}`]),
    ...(region === undefined ? [] : [`Region ${region}`]),
    `${type} ${id}`,
  ];
  return html`<span class="name">${name}</span>${lines.map((line) => html`<small>${line}</small>`)}`;
}

/** In a narrow column, lines break between dates and times only. */
function dates(text: string): Html {
  const words = text.split(" ").map((word) => (/^\d/.test(word) ? html`<time>${word}</time>` : html`${word}`));
  return new Html(words.map((word) => word.text).join(" "));
}

/** The last rotation, and those before it in the period that was asked for. */
function rotations(key: ReportedKey): Html {
  const others = (key.rotations ?? []).filter((one) => one !== key.lastRotation).toReversed();
  return html`${dates(lastRotationOf(key))}${others.map((one) => html`<small>${dates(shortMoment(one))}</small>`)}`;
}

/** When it is due, by which limit. */
function due(key: ReportedKey): Html {
  const says = key.limit?.says;
  const lines = [limitName(key), says].filter((line) => line !== undefined);
  return html`${dates(shortMoment(key.dueBy, "–"))}${lines.map((line) => html`<small>${line}</small>`)}`;
}

function rotator(key: ReportedKey): Html {
  if (!key.schedule) return html`${rotatorName(key)}`;
  const { runAt, rotationAfter, disabled, ofContainer, byQuery } = key.schedule;
  const plan = [
    runAt,
    ...(rotationAfter ? [`after ${rotationAfter}`] : []),
    ...(disabled ? ["disabled"] : []),
    ...(ofContainer ? ["of the container"] : []),
    ...(byQuery ? ["selected by its query"] : []),
  ];
  return html`<span>${rotatorName(key)}</span><small>${plan.join(", ")}</small>`;
}

/** What the words of the page mean. */
const terms = (isLimited: boolean): Entry[] => [
  [
    "Age",
    "Full days since the key got the material that it has now: since its last rotation or, where there was none or the service does not tell, since it was made.",
  ],
  [
    "Overdue",
    "The material is older than the longest time between two runs of its schedule, and a day for the run itself" +
      `${isLimited ? " or than its limit" : ""}. Or the service does not tell how old it is, although there is such a limit.`,
  ],
  [
    "At risk",
    "It is not overdue, and is going to be rotated, but its next rotation comes, or may come, after it is due. Rotate it before, or it will be overdue.",
  ],
  [
    "Next rotation",
    "Two dates are the first and the last possible one: the service does not show since when it counts the days of a rotation frequency.",
  ],
  [
    "Limit",
    "The strictest one that a key of this kind has. “Perhaps” stands before a limit of which the service does not show whether it applies: the report takes it as if it did.",
  ],
  [
    "Without rotation",
    "Nothing is going to rotate it: no schedule of the service, and no cloud. It may be overdue as well.",
  ],
  [
    "Not scheduled",
    "It is not overdue, but nothing is going to rotate it: it has no schedule, or one that is disabled or has ended.",
  ],
];

function legend(report: RotationReport): Html {
  return html`<section class="legend">
    <h2>How to read this</h2>
    <p>
      The report lists every key that is in use, as the service knew it when the report was made. Keys that are gone,
      scheduled for deletion, or already replaced by a rotation are left out. All times are UTC.
    </p>
    <dl>${terms(allowedAge(report) !== undefined).map(definition)}</dl>
  </section>`;
}

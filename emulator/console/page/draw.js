/** Makes elements; whatever comes from the service becomes text, never markup. */

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [properties] of the element, and attributes where the name
 *   contains a dash or is `for`
 * @param {...(Node | string)} children
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "for" || name === "role") made.setAttribute(name, String(value));
    else made[name] = value;
  }
  made.append(...children);
  return made;
}

/** A table; `columns` are titles with how a row is shown in them. */
export function table(columns, { rows, total }, empty) {
  if (total === 0) return element("p", { className: "empty" }, empty);
  const head = element("tr", {}, ...Object.keys(columns).map((title) => element("th", { scope: "col" }, title)));
  const lines = rows.map((row) =>
    element("tr", {}, ...Object.entries(columns).map(([title, show]) => cell(title, show(row) ?? ""))),
  );
  const drawn = element("table", {}, element("thead", {}, head), element("tbody", {}, ...lines));
  const more =
    total > rows.length ? [element("p", { className: "note" }, `${rows.length} of ${total} are shown.`)] : [];
  return element("div", { className: "scroll", tabIndex: 0 }, drawn, ...more);
}

/** A narrow screen shows the column's title beside the cell. */
const cell = (title, content) => element("td", { "data-title": title }, content);

/** Counts as bars: the text says what the bar shows. */
export function bars(rows, empty) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const line = ({ labels, count }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, labels.join(", ")),
      element("td", { className: "number" }, String(count)),
      element("td", { className: "bar" }, element("meter", { max: most, value: count, "aria-hidden": "true" })),
    );
  if (rows.length === 0) return element("p", { className: "empty" }, empty);
  return element("table", { className: "bars" }, element("tbody", {}, ...rows.map(line)));
}

/** A state with a color; the word alone tells it as well. */
export const state = (word) => element("span", { className: `state ${word}` }, word.replace("_", " "));

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** A time as the service writes it, with how far it is from now. */
export function when(text, now) {
  if (!text) return "";
  const seconds = Math.round((Date.parse(text) - now) / 1000);
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const distance = new Intl.RelativeTimeFormat("en").format(Math.trunc(seconds / length), unit);
  return element("time", { dateTime: text, title: text }, `${moment(Date.parse(text))} (${distance})`);
}

/** A time in UTC, to the second. */
export const moment = (milliseconds) => `${new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ")} UTC`;

import { isAtom, Reference, Setting, Shared } from "./declaration";
import { namespaceOf } from "./assemble";

/** Writes values as TypeScript, in the form that prettier gives them. */

const width = 80;

/** Writes a constant that holds a resource. */
export function printResource(one: Reference["to"]): string {
  const { identifier, name, args, comment, module } = one;
  const constant = `export const ${identifier} =`;
  const call = `new ciphertrust.${one.found.definition.type}(`;
  const fits = `${constant} ${call}`.length <= width;
  const [start, indent] = fits ? [`${constant} `, 0] : [`${constant}\n  `, 2];
  const margin = " ".repeat(indent);
  const lead = fits ? start.length : indent;
  const hugs = lead + `${call}${quoted(name)}, {`.length <= width;
  const lines = comment ? comment.split(lineEnds).map((line) => `// ${line}\n`) : [];
  const body = hugs
    ? `${quoted(name)}, {\n${fields(args, indent + 2, module)}${margin}}`
    : `\n${margin}  ${quoted(name)},\n${margin}  {\n${fields(args, indent + 4, module)}${margin}  },\n${margin}`;
  return `${lines.join("")}${start}${call}${body});\n`;
}

/** Whatever ends a line, and with it a comment, in TypeScript. */
const lineEnds = /[\n\r\u2028\u2029]/;

/** Writes a constant that several resources share. */
export function printShared({ identifier, value }: Shared): string {
  const head = `const ${identifier} = `;
  return `${head}${expression(value, 0, head.length, "")};\n`;
}

function fields(object: object, indent: number, module: string): string {
  return Object.entries(object)
    .map(([key, value]) => {
      const label = `${nameOf(key)}:`;
      return `${" ".repeat(indent)}${label}${field(value, indent, label, module)},\n`;
    })
    .join("");
}

/** A field's name as it is written; `__proto__` would not be a field. */
function nameOf(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

function field(value: unknown, indent: number, label: string, module: string): string {
  const start = indent + label.length + 1;
  const text = expression(value, indent, start, module);
  const isLongText = typeof value === "string" && !text.startsWith("`") && start + text.length + 1 > width;
  // A key of one or two letters gains nothing from a line of its own.
  return isLongText && label.length > 3 ? `\n${" ".repeat(indent + 2)}${text}` : ` ${text}`;
}

/** `start` is the column at which it begins; lines that follow are indented by `indent`. */
function expression(value: unknown, indent: number, start: number, module: string): string {
  if (value instanceof Setting) return setting(value, indent, start);
  if (value instanceof Reference) return reference(value, module);
  if (value instanceof Shared) return value.identifier;
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const line = inOneLine(value, module);
  if (line !== undefined && start + line.length + 1 <= width) return line;
  const close = " ".repeat(indent);
  if (!Array.isArray(value)) return `{\n${fields(value, indent + 2, module)}${close}}`;
  const items = value.map((item) => `${close}  ${expression(item, indent + 2, indent + 2, module)},\n`);
  return `[\n${items.join("")}${close}]`;
}

/** `undefined` for what takes several lines wherever it stands. */
function inOneLine(value: unknown, module: string): string | undefined {
  if (typeof value !== "object" || value === null || isAtom(value)) {
    const text = expression(value, 0, 0, module);
    return text.includes("\n") ? undefined : text;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => inOneLine(item, module));
    if (items.includes(undefined) || isTable(value)) return undefined;
    return `[${items.join(", ")}]`;
  }
  const entries = Object.entries(value).map(([key, part]) => {
    const text = inOneLine(part, module);
    return text === undefined ? undefined : `${nameOf(key)}: ${text}`;
  });
  if (entries.includes(undefined)) return undefined;
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** Several objects of several fields each, or several lists, read better below each other. */
function isTable(list: readonly unknown[]): boolean {
  const isRow = (item: unknown) =>
    typeof item === "object" && item !== null && !isAtom(item) && Object.keys(item).length > 1;
  return list.length > 1 && list.every((item) => isRow(item) && Array.isArray(item) === Array.isArray(list[0]));
}

function setting({ key, secret, type }: Setting, indent: number, start: number): string {
  const kind = { number: "Number", boolean: "Boolean" }[type] ?? (/(\[\]|^any)$/.test(type) ? "Object" : "");
  const parameter = kind === "" && type !== "string" ? `<${type}>` : kind === "Object" ? `<${type}>` : "";
  const call = `config.require${secret ? "Secret" : ""}${kind}${parameter}(`;
  const line = `${call}${quoted(key)})`;
  const close = " ".repeat(indent);
  return start + line.length + 1 <= width ? line : `${call}\n${close}  ${quoted(key)},\n${close})`;
}

function reference({ to, whole }: Reference, module: string): string {
  const place = to.module === module ? to.identifier : `${namespaceOf(to.module)}.${to.identifier}`;
  return whole ? place : `${place}.id`;
}

/**
 * Text of several lines, such as a certificate, stays readable; a template would lose carriage
 * returns.
 */
function quoted(text: string): string {
  if (!text.includes("\n") || text.includes("\r")) return JSON.stringify(text);
  return `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, (character) => `\\${character}`)}\``;
}

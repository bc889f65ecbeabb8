import type { Wire } from "../../api/client";
import { isMap } from "../../lifecycle/values/wire";
import type { Selection } from "../rotation";
import { frequencyOf } from "./key";

/**
 * Which keys a schedule of the service's own rotations selects. The API's public sources show what
 * a query consists of; what the parameters of a schedule call it is inferred.
 */

/** The parameters of a schedule that do not choose keys. */
const otherParameters = ["metadata", "deactivateReplacedKey", "replacedKeyState", "changeStateAfterTime", "offset"];

const inCamel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const spelled = (map: object): [string, unknown][] =>
  Object.entries(map).map(([name, value]) => [inCamel(name), value]);

/** Whether it selects the key: `undefined` if that is not known. */
type Judge = (value: unknown, record: Wire) => boolean | undefined;

const oneOf =
  (field: string, isIt = isSame): Judge =>
  (values, record) =>
    record[field] === undefined || [values].flat().length === 0
      ? undefined
      : [values].flat().some((one) => isIt(one, record[field]));

const lower = (value: unknown): string => String(value).toLowerCase();
function isSame(wanted: unknown, found: unknown): boolean {
  return lower(wanted) === lower(found);
}

/** Names may hold `*` and `?`. */
function isCalled(pattern: unknown, name: unknown): boolean {
  const literal = String(pattern).replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(String(name));
}

function hasLabels(wanted: unknown, { labels = {} }: Wire): boolean | undefined {
  if (!isMap(wanted) || !isMap(labels)) return undefined;
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

/** The members of a query that are understood. All of them must hold. */
const members: Readonly<Record<string, Judge>> = {
  id: oneOf("id"),
  name: oneOf("name", isCalled),
  names: oneOf("name", isCalled),
  algorithm: oneOf("algorithm"),
  algorithms: oneOf("algorithm"),
  size: oneOf("size"),
  sizes: oneOf("size"),
  objectTypes: oneOf("objectType"),
  states: oneOf("state"),
  labels: hasLabels,
  // Without a frequency, that date never comes.
  rotationDateReached: (value, record) => (value === true ? frequencyOf(record) > 0 : undefined),
  returnOnlyIDs: () => true,
};

/** Whether a schedule with these parameters rotates the key that the record is about. */
export function select(parameters: unknown, record: Wire): Selection {
  if (!isMap(parameters)) return { selects: true, perhaps: "its query is not shown" };
  const given = spelled(parameters);
  const query = given.find(([name]) => name === "keyQuery")?.[1];
  const odd = given.map(([name]) => name).filter((name) => name !== "keyQuery" && !otherParameters.includes(name));
  if (query === undefined && odd.length === 0) return { selects: true };
  if (!isMap(query) || Object.keys(query).length === 0)
    return { selects: true, perhaps: "its query is not understood" };
  const judged = spelled(query).map(([name, value]) => [name, members[name]?.(value, record)] as const);
  if (judged.some(([, holds]) => holds === false)) return { selects: false };
  const open = judged.filter(([, holds]) => holds === undefined).map(([name]) => name);
  const perhaps = open.length === 0 ? undefined : `its query has ${open.join(", ")}, which is not understood`;
  const byDate = judged.some(([name, holds]) => name === "rotationDateReached" && holds);
  return { selects: true, perhaps, after: byDate ? `${frequencyOf(record)}d` : undefined };
}

import type { Bag, Definition } from "../vocabulary/definition";
import { chosenEnd, endingOf, isUnreadable, marksOf, nameInputOf, needsOf } from "../vocabulary/field";
import { uniqueSets, recoveryOf, stays } from "../values/diff";
import { around, type Call } from "../../api/around";
import type { Api, Wire } from "../../api/client";
import { goBack } from "../vocabulary/failure";

/** Which objects hold key material: what else is lost with them cannot be made again. */

/** True for containers, and for whatever else has objects of its own inside. */
export const isFull = ({ role }: Pick<Definition, "role">): boolean => role === "container" || role === "domain";

/**
 * True for containers that are only the service's record of what is in another system: their keys
 * stay there.
 */
export const leavesKeys = (definition: Definition): boolean =>
  definition.role === "container" && marksOf(definition, "onDestroy").endings === undefined;

/** True for keys, their versions and material, and for what has keys inside. */
export const holdsKeys = (definition: Definition): boolean =>
  definition.role === "key" || definition.role === "material" || isFull(definition);

/** The same, and true for what may be a key: for a refusal that costs nothing. */
export const mayEndKeys = (definition: Definition, state: Bag): boolean =>
  endsKeys(definition, state) || (definition.role === "any" && endingOf(definition, state)?.length !== 0);

/**
 * True if destroying an object with this state ends key material, at once or after a while; false
 * where it stays as it is.
 */
export function endsKeys(definition: Definition, state: Bag): boolean {
  if (!holdsKeys(definition) || chosenEnd(definition, state)?.staysIn !== undefined) return false;
  return isUnreadable(definition, state) || endingOf(definition, state)?.length !== 0;
}

/** What lies in a container: it is out of sight with it. */

/**
 * True for containers, and for what lies in one, if only by way of what it refers to: it is out of
 * sight with the container.
 */
export function isContained(definition: Definition): boolean {
  return definition.role === "container" || needsOf(definition).some(([, needed]) => isContained(needed));
}

/**
 * The type of the container in which objects of this type lie, if only by way of what they refer
 * to; `undefined` if in none.
 */
export function containerTypeOf(definition: Definition): string | undefined {
  const found = needsOf(definition).map(([, needed]) =>
    needed.role === "container" ? needed.type : containerTypeOf(needed),
  );
  return found.find((type) => type !== undefined);
}

/**
 * How an object is found again whose container was removed, as the end of a sentence: a refresh
 * makes a new record of it.
 */
export function afterwards(definition: Definition): string {
  const isFound = nameInputOf(definition) !== undefined && uniqueSets(definition).length > 0;
  const how = isFound ? "and  adopt: true  finds it by its name" : "which the service shows";
  return `add that again, and refresh it with a Refresh resource first: the object may have another id then, ${how}.`;
}

/**
 * What happens to keys at their end, in words: for previews, for runs, and for the command that
 * counts them beforehand.
 */

/** What happens to a key, before and after. */
export interface Act {
  readonly now: string;
  readonly done: string;
}

const schedules: Act = { now: "schedules the deletion of", done: "scheduled the deletion of" };
const deletes: Act = { now: "deletes", done: "deleted" };

/** By the words of `onDestroy`. */
export const acts: Readonly<Record<string, Act>> = {
  scheduleDeletion: schedules,
  scheduleDestroy: schedules,
  softDelete: { now: "soft-deletes", done: "soft-deleted" },
  purge: deletes,
  destroy: deletes,
  delete: deletes,
  archive: { now: "archives", done: "archived" },
  block: { now: "blocks", done: "blocked" },
  disable: { now: "disables", done: "disabled" },
};
const removes: Act = { now: "removes", done: "removed" };

/** What the end of an object with this state does to key material, if it ends any. */
export function actOf(definition: Definition, state: Bag): Act {
  return isFull(definition) ? removes : (acts[String(state.onDestroy)] ?? deletes);
}

/** The warning about a planned replacement of key material, which is kept or ends. */
export function replacementTold(definition: Definition, ended: Ended, isKept: boolean): string {
  const { label, id, state } = ended;
  const old = objectLabel(definition, id, "the old object");
  if (isKept) return `warning: replacing ${label} leaves ${old} as it is, outside this stack.`;
  const told = `warning: replacing ${label} ${actOf(definition, state).now} ${old}.`;
  return withWayBack(told, wayBack(definition, { ...ended, isReplaced: true }));
}

/** What the calls that end an object have shown. */
interface Course {
  /** Whether any was sent. */
  readonly isSent: boolean;
  /** When the object ends, where that is scheduled; empty if no date was shown. */
  readonly endsAt: string | undefined;
}

interface Ended {
  label: string;
  id: string;
  state: Bag;
  /** True if another object has replaced it. */
  isReplaced?: boolean | undefined;
  /** The type of its container, if that may be removed as well. */
  holder?: string | undefined;
}

/**
 * The line about key material that has ended; `undefined` where nothing has, or nothing of that
 * kind.
 */
export function endTold(definition: Definition, ended: Ended, { isSent, endsAt }: Course): string | undefined {
  const { label, id, state } = ended;
  if (!endsKeys(definition, state) || (!isSent && endsAt === undefined)) return undefined;
  // Such as a key that no cloud knows yet: only its record was there.
  const isAtOnce = definition.scheduled !== undefined && endsAt === undefined;
  const { done } = isAtOnce ? deletes : actOf(definition, state);
  const back = isAtOnce ? undefined : wayBack(definition, ended, endsAt);
  return withWayBack(`${label}: ${done} ${objectLabel(definition, id, "the object")}.`, back);
}

const withWayBack = (told: string, back: string | undefined): string => (back === undefined ? told : `${told} ${back}`);

function objectLabel(definition: Definition, id: string, what: string): string {
  const keys = leavesKeys(definition) ? " from the service" : isFull(definition) ? " with the keys in it" : "";
  return `${what} "${id}"${keys}`;
}

const keysStay =
  "The keys in it stay in the external system. To manage them again, add it again, and refresh it before you adopt them: they may have " +
  "other ids then.";

/**
 * How to get key material back after its end, as a sentence; `undefined` where nothing is known of
 * that.
 */
export function wayBack(definition: Definition, ended: Ended, endsAt = ""): string | undefined {
  const { label, id, state, isReplaced, holder } = ended;
  if (leavesKeys(definition)) return keysStay;
  const adopt = isReplaced ? goBack(label, id) : `declare it with  adopt: "${id}"  and run \`pulumi up\`.`;
  const until = recoveryOf(definition, state);
  const again = holder === undefined ? "" : ` If its ${holder} is removed as well, ${afterwards(definition)}`;
  if (until !== undefined) return `It can be recovered ${endsAt === "" ? until : `until ${endsAt}`}: ${adopt}${again}`;
  if (stays(definition, state)) return `It stays in the service: to have it back, ${adopt}${again}`;
  return definition.role === "key" ? "This cannot be undone." : undefined;
}

/** The same API, which notes the course of what it does to an object. */
export function followed({ path, scheduled }: Definition, api: Api): { api: Api; course: Course } {
  const course: { isSent: boolean; endsAt: string | undefined } = { isSent: false, endsAt: undefined };
  const follow = async <T>(call: Call, work: () => Promise<T>): Promise<T> => {
    course.isSent ||= call.method !== "GET";
    const response = await work();
    const isItem = call.path.startsWith(`${path}/`) && typeof response === "object" && response !== null;
    const endsAt = isItem ? scheduled?.endsAt(response as Wire) : undefined;
    if (endsAt !== undefined) course.endsAt = endsAt || course.endsAt || "";
    return response;
  };
  return { api: around(api, follow), course };
}

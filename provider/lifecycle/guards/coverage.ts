import type { Wire } from "../../api/client";
import { counted } from "../../api/counted";
import { isMadeIn, type Home } from "../evidence/belonging";
import { makerIn } from "../evidence/mark";
import type { Environment } from "../service/scope";
import type { Bag, Definition } from "../vocabulary/definition";
import { ResourceError } from "../vocabulary/failure";
import { marksOf } from "../vocabulary/field";
import { isOfType, idOf } from "../vocabulary/record";
import { enumerated, idsOf, referrersOf } from "../service/users";
import { decodeAll, spell } from "../values/wire";
import { hasUnknown } from "../vocabulary/schema";

/**
 * Some objects manage others by a list, such as an account by its regions. What lies in an item
 * that is taken out stays where it is, and the service no longer manages it: a refresh would drop
 * it from the state as if somebody had deleted it.
 */

/** A planned change of an object that may cover others. */
export interface Shrinking {
  readonly id: string;
  readonly label: string;
  readonly olds: Bag;
  readonly news: Bag;
  /** Inputs that differ. */
  readonly changed: readonly string[];
  readonly home?: Home;
  /**
   * True if this run has read all that the stack has: what it does not know then is not the
   * stack's, whatever its mark says.
   */
  readonly isRefreshed: boolean;
  /**
   * The resource of the stack that has the object with this id, as far as this run knows: `AwsKey
   * "orders"`.
   */
  holderOf(definition: Definition, id: string): string | undefined;
  /** Notes, once the change is allowed, that the object is left outside; `why` is a sentence. */
  vacate(definition: Definition, id: string, why: string): void;
}

/**
 * Throws if the change would leave objects of the stack outside, or if that is not known; warns of
 * others.
 */
export async function refuseShrinking(
  definition: Definition,
  service: CoverageService,
  change: Shrinking,
): Promise<void> {
  for (const key of change.changed) await shrink(definition, service, key, change);
}

type CoverageService = Pick<Environment, "api" | "log" | "types">;

async function shrink(definition: Definition, service: CoverageService, key: string, change: Shrinking): Promise<void> {
  const { log } = service;
  const { covers } = marksOf(definition, key);
  const { label, olds, news } = change;
  if (!covers || hasUnknown(news[key])) return;
  const lost = covers.lost(olds[key] as never, (news[key] ?? []) as never);
  if (lost.length === 0) return;
  const without = `without ${lost.join(", ")} in its \`${key}\``;
  const refused = `changing ${label} was refused: ${without},`;
  const found = await insideOf(definition, service, covers.by, lost, change).catch((error: unknown) => {
    throw unread(refused, error, covers.effect);
  });
  const ours = found.flatMap((one) => holderIn(one, change) ?? []);
  if (ours.length > 0) throw refusal(refused, ours, covers.effect);
  const why = `${label} is ${without} from this update on. ${covers.effect}`;
  for (const { definition: inner, id } of found) change.vacate(inner, id, why);
  if (found.length === 0) return;
  const count = counted(found.length, "object");
  log(
    `warning: ${label} ${without}: the service lists ${count} there, not known to be of this stack. ${covers.effect}`,
  );
}

interface ObjectHolder {
  readonly named: string;
  /** True if only the object's mark says so. */
  readonly isMarked?: true;
}

function refusal(clause: string, ours: readonly ObjectHolder[], effect: string): ResourceError {
  const escape = ours.every(({ isMarked }) => isMarked)
    ? " If this stack no longer has it, run the command with --refresh, which shows that."
    : "";
  return new ResourceError(
    `${clause} the service would no longer manage what this stack has there: ${enumerated(ours.map(({ named }) => named))}. ` +
      `${effect} Remove that in an update before this one, or keep the entry.${escape}`,
  );
}

function unread(clause: string, error: unknown, effect: string): ResourceError {
  const why = error instanceof Error ? error.message : String(error);
  return new ResourceError(
    `${clause} what this stack has there may be lost to it, and could not be read: ${why}. ${effect} Let the user or client list the ` +
      "objects there, and run the command again, or keep the entry.",
    { cause: error },
  );
}

/** An object that lies where the other one no longer reaches. */
interface Inside {
  readonly definition: Definition;
  readonly id: string;
  readonly record: Wire;
}

/**
 * The resource of the stack that has it; one whose deletion is scheduled has usually left the
 * stack.
 */
function holderIn({ definition, id, record }: Inside, change: Shrinking): ObjectHolder | undefined {
  const { home, isRefreshed } = change;
  const holder = change.holderOf(definition, id);
  if (holder !== undefined) return { named: holder };
  const isEnding = definition.scheduled?.endsAt(record) !== undefined;
  if (isRefreshed || isEnding || !home || !isMadeIn(definition, record, home)) return undefined;
  return { named: `"${id}" (made for ${makerIn(definition, record)!.who})`, isMarked: true };
}

/**
 * What the service lists there, of every type that refers to the object. Types that share a
 * collection are one list.
 */
async function insideOf(
  definition: Definition,
  { api, types }: CoverageService,
  by: string,
  lost: readonly string[],
  { id, olds }: Shrinking,
): Promise<Inside[]> {
  const within = referrersOf(definition, types?.() ?? []).filter(
    ({ definition: other, holds }) => holds === "id" && other.filters?.includes(by),
  );
  const ids = idsOf(definition, id, olds);
  const found: Inside[] = [];
  for (const path of new Set(within.map(({ definition: other }) => other.path))) {
    const types = within.filter(({ definition: other }) => other.path === path);
    const [{ definition: first, at }] = types as [(typeof types)[number]];
    for (const value of lost) {
      const listed = await api.list(path, { [spell(first, by)]: value });
      for (const record of listed.filter(({ gone }) => gone !== true)) {
        const shown = decodeAll(first, record);
        if (!ids.includes(shown[at] as string)) continue;
        const own = types.find(({ definition: other }) => isOfType(other, record))?.definition ?? first;
        found.push({ definition: own, id: idOf(own, record), record });
      }
    }
  }
  return found;
}

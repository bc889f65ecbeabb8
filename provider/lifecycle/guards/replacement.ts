import type { Bag, Definition } from "../vocabulary/definition";
import {
  collides,
  isHandedOver,
  keptSet,
  keptSets,
  recoveryOf,
  stays,
  uniqueSets,
  type Difference,
} from "../values/diff";
import { ResourceError, aliasOf } from "../vocabulary/failure";
import { endingOf, forbiddenBy, isImmutable, marksOf } from "../vocabulary/field";
import { holdsKeys, endsKeys, isFull, leavesKeys, replacementTold } from "../service/keyEnds";
import { isMovable, usersOf } from "../service/users";
import { featureOf, isLicensed } from "../service/licence";
import { inputOf, optionsOf } from "../values/options";
import { hasUnknown, wordsOf } from "../vocabulary/schema";
import { importedKey } from "../vocabulary/hiddenKeys";
import type { Environment } from "../service/scope";

/** A planned replacement. */
export interface Replacement {
  label: string;
  olds: Bag;
  news: Bag;
  difference: Difference;
  /** The name in the program of the resource that has an object, if it is known. */
  holderOf?(definition: Definition, id: string): string | undefined;
  /**
   * Whether the stack has recorded the option `retainOnDelete` of the resource; `undefined` if that
   * is not known.
   */
  wasRetained?: boolean | undefined;
  /** What else the program must do beside giving the option `replaceOnChanges` of these inputs. */
  optionHint?(keys: readonly string[]): string;
}

type ReplacementService = Pick<Environment, "api" | "types">;

/** Throws if a planned replacement of the object is not allowed. */
export async function refuseReplacement(
  definition: Definition,
  service: ReplacementService,
  id: string,
  replacement: Replacement,
): Promise<void> {
  refuseMistaken(definition, replacement);
  refuseAdopted(id, replacement);
  await refuseUsed(definition, service, id, replacement);
  refuseFinal(definition, replacement);
  await refuseUnlicensed(definition, service, replacement);
}

/** The same as far as no service is needed to tell. */
export function refuseMistaken(definition: Definition, replacement: Replacement): void {
  if (replacement.difference.replaces.length === 0) return;
  const { label, olds, news } = replacement;
  const why = definition.hooks?.refuses?.(olds, news);
  if (why !== undefined) throw new ResourceError(`replacing ${label} was refused: ${why}`);
  refuseForbidden(definition, replacement);
  refuseContainer(definition, replacement);
  refuseUnmeant(definition, replacement);
  refuseOccupied(definition, replacement);
  refuseLate(definition, replacement);
}

/**
 * Whether the old object ends before the new one is made: what the service then refuses has cost
 * the old one.
 */
const endsFirst = ({ difference, news }: Replacement): boolean =>
  difference.replaces.length > 0 && (difference.deleteBeforeReplace || optionsOf(news).deletesFirst === true);

/**
 * Who imports an object wants to keep it: a mistake in an argument must neither destroy it nor take
 * away what it `holds`. Pulumi records it before it compares it, so that the next update is no
 * import any more.
 */
export function refuseImported(replacement: Replacement, holds: readonly string[]): void {
  const { label, olds } = replacement;
  const unmeant = unmeantIn(replacement);
  if (unmeant.length > 0 && olds[importedKey] === true)
    throw new ResourceError(
      `importing ${label} was refused: the existing object differs in ${unmeant.join(", ")}, which cannot be changed, and would be ` +
        `replaced. Nothing was changed in the service. Give ${unmeant.join(", ")} the values that the object has; or, if it is to be ` +
        `replaced, add ${replacing(unmeant, replacement)}.`,
    );
  if (holds.length > 0)
    throw new ResourceError(
      `importing ${label} was refused: ${holds.join("; ")}, which the program would take away. Nothing was changed in the service. ` +
        "Describe the object as it is before you run `pulumi up` again: that makes it what the program says.",
    );
}

/**
 * The contents of a container would be deleted with it, keys too: a changed name must not cause
 * that.
 */
function refuseContainer(definition: Definition, replacement: Replacement): void {
  const { label, olds } = replacement;
  const unmeant = unmeantIn(replacement);
  if (!isFull(definition) || unmeant.length === 0) return;
  const changed = unmeant.join(", ");
  const [loss, meant] = leavesKeys(definition)
    ? ["remove everything in the old object from the service", "To remove it"]
    : stays(definition, olds)
      ? ["leave everything in the old object behind", "To leave it behind"]
      : ["delete everything in the old object", "To delete it"];
  throw new ResourceError(
    `replacing ${label} was refused: a change of ${changed} forces replacement, which would ${loss}, ` +
      `including keys. Revert the change, or declare a second ${definition.type}. ${meant} ` +
      `with its contents, add ${replacing(unmeant, replacement)}.${ofTargets(unmeant, replacement)}`,
  );
}

/**
 * An object that a program refers to gets a new id when it is renamed without an alias, or
 * replaced. That alone must not replace a key, nor destroy anything.
 */
export function refuseUnmeant(definition: Definition, replacement: Replacement): void {
  const { label, olds, holderOf } = replacement;
  const { replaces } = replacement.difference;
  if (!isIrreplaceable(definition, olds)) return;
  if (replaces.some((key) => marksOf(definition, key).ref === undefined)) return;
  const unmeant = unmeantIn(replacement);
  if (unmeant.length === 0) return;
  const before = referredTo(definition, unmeant, { olds, holderOf });
  const [only, ...more] = before;
  throw new ResourceError(
    `replacing ${label} was refused: ${unmeant.join(", ")} refers to another object than before${inWords(before)}, and only for that it ` +
      `would be replaced. If the resource that it refers to was renamed, give that one the option  ` +
      `${aliasOf(more.length === 0 ? only?.name : undefined)}; if an update has already created it under its new name, first restore the ` +
      `name before and run \`pulumi up\`. If that one is replaced, revert the change that causes it. If ${label} is ` +
      `to end with it, in a separate update first remove it from the program, or, to replace it, add ` +
      `${replacing(unmeant, replacement)}.${ofTargets(unmeant, replacement)}`,
  );
}

/**
 * For a destroy of targets, the engine asks whether what depends on them would be replaced, as if
 * their ids were not known yet.
 */
const ofTargets = (unmeant: readonly string[], { news }: Replacement): string =>
  unmeant.some((key) => hasUnknown(news[key]))
    ? " If this is `pulumi destroy --target`, first destroy what depends on the target, in a command of its own."
    : "";

/** The new object would be the old one, which is deleted by then. */
function refuseAdopted(id: string, replacement: Replacement): void {
  const { label, news, difference } = replacement;
  if (news.adopt !== id || !endsFirst(replacement)) return;
  throw new ResourceError(
    `replacing ${label} was refused: a change of ${difference.replaces.join(", ")} forces replacement, which deletes the old object first, and ` +
      `the argument adopt names that object. Revert the change to keep it; or remove the argument adopt to have it replaced.`,
  );
}

/** A key that nobody can get back would be gone if its replacement is then refused. */
function refuseFinal(definition: Definition, replacement: Replacement): void {
  const { label, olds, news, wasRetained } = replacement;
  const isOnlyAsked = (key: string) =>
    !isImmutable(definition, key) && optionsOf(news).replaces?.some((path) => inputOf(path) === key);
  const unmeant = unmeantIn(replacement).filter((key) => !isOnlyAsked(key));
  if (definition.role !== "key" || unmeant.length === 0 || !endsFirst(replacement)) return;
  if (wasRetained || stays(definition, olds) || recoveryOf(definition, olds) !== undefined) return;
  throw new ResourceError(
    `replacing ${label} was refused: a change of ${unmeant.join(", ")} forces replacement, which destroys the old key before the ` +
      `new one is made, and nothing brings it back. Revert the change; or declare a second ${definition.type} under another name, ` +
      `and remove this one in a later update. If what the old key protects is no longer needed, add ${replacing(unmeant, replacement)}.`,
  );
}

/**
 * What the service does not delete would stay beside its replacement, which the program can no
 * longer reach.
 */
function refuseForbidden(definition: Definition, { label, olds, difference, wasRetained }: Replacement): void {
  const set = forbiddenBy(definition, olds);
  if (set.length === 0 || wasRetained || stays(definition, olds)) return;
  throw new ResourceError(
    `replacing ${label} was refused: a change of ${difference.replaces.join(", ")} forces replacement, and the service does not delete the ` +
      `old object while ${set.join(" and ")} is true. First run an update that only sets ${set.join(" and ")} to false; or revert the change.`,
  );
}

/** The inputs that force it without being named by the option `replaceOnChanges`: `*` names none. */
function unmeantIn({ news, difference }: Replacement): string[] {
  const { replaces: named = [] } = optionsOf(news);
  return difference.replaces.filter((key) => !named.includes(key));
}

/** The option that permits a replacement for these inputs. */
function replacing(keys: readonly string[], { optionHint }: Pick<Replacement, "optionHint">): string {
  const list = keys.map((key) => JSON.stringify(key)).join(", ");
  return `the option  replaceOnChanges: [${list}]${optionHint?.(keys) ?? ""}`;
}

/** An object that an argument refers to. */
interface Referred {
  readonly type: string;
  readonly id: string;
  /** Of its resource in the program, if it is known. */
  readonly name: string | undefined;
}

/** What the arguments referred to. */
function referredTo(
  definition: Definition,
  keys: readonly string[],
  { olds, holderOf }: Pick<Replacement, "olds" | "holderOf">,
): Referred[] {
  return keys.flatMap((key) => {
    const { ref } = marksOf(definition, key);
    const id = olds[key];
    if (typeof ref !== "object" || typeof id !== "string") return [];
    return [{ type: ref.type, id, name: holderOf?.(ref, id) }];
  });
}

/** By name where that is known, else by id. */
function inWords(referred: readonly Referred[]): string {
  const each = referred.map(({ type, id, name }) =>
    name === undefined ? `${type} with the id ${JSON.stringify(id)}` : `${type} ${JSON.stringify(name)}`,
  );
  return each.length === 0 ? "" : ` (${each.join(", ")})`;
}

/** True for keys, and for whatever its own `onDestroy` would not leave as it is. */
function isIrreplaceable(definition: Definition, olds: Bag): boolean {
  const isChosen = marksOf(definition, "onDestroy").endings !== undefined;
  return definition.role === "key" || (isChosen && endingOf(definition, olds)?.length !== 0);
}

/**
 * Pulumi ends the old object as the last update recorded it: a program that says in the same update
 * how it is to end comes too late.
 */
function refuseLate(definition: Definition, { label, olds, news, difference, wasRetained }: Replacement): void {
  const isKept = endingOf(definition, olds)?.length === 0;
  if (isKept || wasRetained) return;
  const isOther = olds.onDestroy !== undefined && !hasUnknown(news.onDestroy) && olds.onDestroy !== news.onDestroy;
  const late = [
    ...(isOther ? [`onDestroy: ${JSON.stringify(news.onDestroy)}`] : []),
    ...(optionsOf(news).retains && wasRetained === false ? ["the option retainOnDelete"] : []),
  ];
  if (late.length === 0) return;
  const recorded = olds.onDestroy === undefined ? "" : ` (onDestroy: ${JSON.stringify(olds.onDestroy)})`;
  throw new ResourceError(
    `replacing ${label} was refused: a change of ${difference.replaces.join(", ")} forces replacement, and Pulumi ends the old object ` +
      `as the last update recorded it${recorded}: ${late.join(" and ")} would come too late for it. First run an update with that ` +
      "change alone, then replace.",
  );
}

/** What remains of the old object would conflict with the new one. */
function refuseOccupied(definition: Definition, { label, olds, news, difference }: Replacement): void {
  const { retains, deletesFirst } = optionsOf(news);
  const stay = (retains ? uniqueSets(definition) : keptSets(definition, olds)).filter(
    (set) => deletesFirst === true || !isHandedOver(definition, set),
  );
  const kept = stay.find((set) => collides(definition, set, olds, news));
  if (!kept) return;
  const name = kept.at(-1)!;
  const why = retains ? "the option retainOnDelete" : `onDestroy: ${JSON.stringify(olds.onDestroy)}`;
  throw new ResourceError(
    `replacing ${label} cannot succeed: a change of ${difference.replaces.join(", ")} forces replacement, but ${why} ` +
      `keeps the old object's ${name} in use. Give the new object another ${name}${orFree(definition, { olds, news })}; or ` +
      `revert the change.`,
  );
}

/**
 * Throws if the old object would be deleted first although something refers to it that could refer
 * to another one: the service would refuse that, after what else uses the object was deleted.
 * Whether the program replaces that, too, is not known yet: it says so.
 */
async function refuseUsed(
  definition: Definition,
  service: ReplacementService,
  id: string,
  replacement: Replacement,
): Promise<void> {
  const { label, olds } = replacement;
  const unmeant = unmeantIn(replacement);
  if (unmeant.length === 0 || !endsFirst(replacement)) return;
  const users = await usersOf(definition, service, id, olds, isMovable).catch(() => undefined);
  if (users === undefined) return;
  const changed = unmeant.join(", ");
  throw new ResourceError(
    `replacing ${label} cannot succeed: a change of ${changed} forces replacement, and ${users.named} uses the old object, ` +
      `which the service therefore does not delete. Revert the change; or, in a separate update, first let what uses it use ` +
      `another object, or remove it. If it is replaced along with it, add ${replacing(unmeant, replacement)}.`,
  );
}

/**
 * Throws if the old object would be deleted first although the service would then refuse the new
 * one: its feature is not licensed.
 */
async function refuseUnlicensed(
  definition: Definition,
  { api }: ReplacementService,
  replacement: Replacement,
): Promise<void> {
  const feature = featureOf(definition);
  if (feature === undefined || !endsFirst(replacement) || (await isLicensed(api, feature))) return;
  throw new ResourceError(
    `replacing ${replacement.label} was refused: a change of ${replacement.difference.replaces.join(", ")} forces replacement, which deletes ` +
      `the old object first, and the service would refuse the new one, because the feature ${feature} is not licensed. License it in a ` +
      "separate update first, or revert the change.",
  );
}

/** How the old object's name could be freed. */
function orFree(definition: Definition, { olds, news }: Pick<Replacement, "olds" | "news">): string {
  if (optionsOf(news).retains)
    return ", or, if the old object may be deleted permanently, remove the option in a separate update first";
  const freeing = wordsOf(definition.inputs.onDestroy).filter(
    (word) => !keptSet(definition, { ...olds, onDestroy: word }, news),
  );
  if (freeing.length === 0) return "";
  const words = freeing.map((word) => JSON.stringify(word)).join(" or ");
  return `, or, if the old object may be deleted permanently, set onDestroy: ${words} in a separate update first`;
}

/**
 * Warns of a planned replacement of key material: the engine calls no provider for the delete that
 * comes with it in a preview.
 */
export function tellReplacement(
  definition: Definition,
  id: string,
  { label, olds, news, difference, wasRetained }: Replacement,
  log: (text: string) => void,
): void {
  if (difference.replaces.length === 0 || !holdsKeys(definition)) return;
  const isKept = wasRetained || optionsOf(news).retains || !endsKeys(definition, olds);
  // That older versions stay is what versions are for.
  if (isKept && definition.role !== "key") return;
  log(replacementTold(definition, { label, id, state: olds }, isKept));
}

import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import { isEmpty } from "../../api/shown";
import type { Bag, MarkPlace } from "../../lifecycle/vocabulary/definition";
import { ResourceError, stateDelete } from "../../lifecycle/vocabulary/failure";
import { ownPart, markKey, withoutMark, pick } from "../../lifecycle/values/wire";
import { isConfirmed } from "../../lifecycle/service/state";
import { mostTags } from "./keySchemas";

/** AWS keys as the service records them. */

export const awsKeys = "/cckm/aws/keys";

/**
 * The current key of the resource. Rotation may make a new key and move the aliases to it; the old
 * record then names its successor, and the resource follows, so that rotation never looks like
 * drift.
 */
export async function currentKey(api: Api, id: string, state: Bag): Promise<Wire | undefined> {
  let record = await lastKnown(api, id, state);
  for (let hops = 0; record && hops < 1000; hops++) {
    const next = record.rotated_to;
    if (typeof next !== "string" || next === "") break;
    const successor = await successorOf(api, record, next);
    if (!successor) break;
    record = successor;
  }
  return record && record.gone !== true ? record : undefined;
}

/**
 * Where to start: the key that was the current one at last, if that is certain, else the resource's
 * own.
 */
async function lastKnown(api: Api, id: string, state: Bag): Promise<Wire | undefined> {
  const { currentId: last } = state;
  if (typeof last !== "string" || last === id) return keyRecord(api, id);
  const latest = isConfirmed(state) ? await keyRecord(api, last) : undefined;
  if (latest) return latest;
  // Only the own record decides whether the key was deleted.
  const own = await keyRecord(api, id);
  if (own) return own;
  // Somebody deleted the key that was rotated. Its successor tells where it comes from.
  const successor = await keyRecord(api, last);
  if (!successor || successor.rotated_from === id) return successor;
  throw new ResourceError(
    `the service no longer has the key "${id}", and nothing shows that the key "${last}" continues it. If it does, remove the resource ` +
      `from the state with ${stateDelete()}, and take the key over with  adopt: "${last}".`,
  );
}

/**
 * The key that both records name as the next one. `rotated_to` holds the service's id of it in some
 * versions, and its id in AWS in others; so may `rotated_from`.
 */
async function successorOf(api: Api, record: Wire, next: string): Promise<Wire | undefined> {
  const names = [record.id, keyIdOf(record), pick(record, "aws_param.Arn")];
  const isNext = ({ rotated_from: from }: Wire) => isEmpty(from) || names.includes(from);
  return keyNamed(api, record, next, isNext);
}

/** The key in the same account that has this id, in the service or in AWS. */
async function keyNamed(
  api: Api,
  { kms_id }: Wire,
  name: string,
  isIt: (key: Wire) => boolean = () => true,
): Promise<Wire | undefined> {
  const direct = await keyRecord(api, name);
  if (direct) return isIt(direct) ? direct : undefined;
  const keyid = name.split("/").pop();
  const found = await api.list(awsKeys, { keyid, kms_id: String(kms_id) });
  return found.find((key) => keyIdOf(key) === keyid && isIt(key));
}

/** The keys whose place this one took by rotations, as far as the service still has them. */
export async function predecessors(api: Api, record: Wire): Promise<Wire[]> {
  const found = new Map([[record.id, record]]);
  for (let at: Wire | undefined = record; at;) {
    const former: unknown = at.rotated_from;
    at = typeof former === "string" && former !== "" ? await keyNamed(api, at, former) : undefined;
    if (!at || found.has(at.id)) break;
    found.set(at.id, at);
  }
  return [...found.values()].slice(1);
}

/** The key's id in AWS, which releases of the service spell in two ways. */
export const keyIdOf = (key: Wire): unknown => pick(key, "aws_param.KeyID") ?? pick(key, "aws_param.KeyId");

function keyRecord(api: Api, id: string): Promise<Wire | undefined> {
  return ifFound(api.get(`${awsKeys}/${segment(id)}`));
}

/** Every action returns the key. */
export function act(api: Api, key: Wire, action: string, body?: Wire): Promise<Wire> {
  return api.post(`${awsKeys}/${segment(idIn(key))}/${segment(action)}`, body, { repeatable: true, expect: "same" });
}

export async function inTurn(record: Wire, steps: ((at: Wire) => Promise<Wire>)[]): Promise<Wire> {
  let at = record;
  for (const step of steps) at = await step(at);
  return at;
}

/** AWS makes the keys of custom key stores by calls of their own, with their own origins. */
export function isInStore(key: Wire): boolean {
  return ["EXTERNAL_KEY_STORE", "AWS_CLOUDHSM"].includes(String(pick(key, "aws_param.Origin")));
}

function keyState(key: Wire): string | undefined {
  return pick(key, "aws_param.KeyState") as string | undefined;
}

/** A primary key waits for its replicas to end first. */
export const pendingStates = ["PendingDeletion", "PendingReplicaDeletion"];

export function isPendingDeletion(key: Wire): boolean {
  return pendingStates.includes(keyState(key) ?? "");
}

/** When AWS deletes a key; empty for one that does not show it. */
export function deletionDate(key: Wire): string {
  const date = key.deletion_date ?? pick(key, "aws_param.DeletionDate");
  return typeof date === "string" ? date : "";
}

/**
 * Enabled from the user's point of view: a key that waits for its material has not been disabled by
 * anyone.
 */
export function isEnabled(key: Wire): boolean {
  const state = keyState(key);
  if (state === undefined) return pick(key, "aws_param.Enabled") !== false;
  return state !== "Disabled" && !isPendingDeletion(key);
}

export interface AwsTag {
  TagKey: string;
  TagValue: string;
}

/** The service's own bookkeeping among the tags. */
const templateTag = "cckm_policy_template_id";

/** Tags of a key that nobody can set or remove: AWS refuses both. */
export const reservedTags = {
  keys: new RegExp(`^(aws:.*|${templateTag})$`, "is"),
  by: `AWS writes tags that begin with "aws:", and the service ${templateTag}`,
};
export const awsMark: MarkPlace = {
  write(body, mark) {
    const given = (body.aws_param ?? {}) as { Tags?: AwsTag[] };
    const tags = given.Tags ?? [];
    if (tags.length >= mostTags) return body;
    return { ...body, aws_param: { ...given, Tags: [...tags, { TagKey: markKey, TagValue: mark }] } };
  },
  read: (record) => tagOf(record, markKey),
};

/** The policy template that a key was made with, as its tag tells. */
export function policyTemplateOf(key: Wire): string | undefined {
  return tagOf(key, templateTag);
}

function tagOf(key: Wire, name: string): string | undefined {
  const tags = pick(key, "aws_param.Tags");
  if (!Array.isArray(tags)) return undefined;
  return (tags as AwsTag[]).find(({ TagKey }) => TagKey === name)?.TagValue;
}

export function tagList(tags: Record<string, string>): AwsTag[] {
  return Object.entries(tags).map(([TagKey, TagValue]) => ({ TagKey, TagValue }));
}

/** The tags of a key that a program can have written. */
export function ownTags(key: Wire): Record<string, string> {
  const tags = tagMap((pick(key, "aws_param.Tags") ?? []) as AwsTag[]);
  return ownPart({ reserved: reservedTags }, withoutMark(tags)) as Record<string, string>;
}

export function tagMap(tags: AwsTag[]): Record<string, string> {
  return Object.fromEntries(tags.map(({ TagKey, TagValue }) => [TagKey, TagValue]));
}

export function bareAlias(alias: string): string {
  return alias.replace(/^alias\//, "");
}

/** Requests take the names of users and roles; responses contain their ARNs. */
export function bareNames(arns: string[]): string[] {
  return arns.map((arn) => arn.split("/").pop() ?? arn);
}

/** An alias that was already removed in AWS is no error; a missing key is. */
export async function withoutAlias(api: Api, key: Wire, alias: string): Promise<Wire> {
  return (await ifFound(act(api, key, "delete-alias", { alias }))) ?? key;
}

import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import { isEmpty } from "../../api/shown";
import type { Bag, MarkPlace } from "../../lifecycle/definition";
import { markKey } from "../../lifecycle/mark";
import { pick } from "../../lifecycle/wire";

/** AWS keys as the service records them. */

export const awsKeys = "/cckm/aws/keys";

/**
 * The current key of the resource. Rotation may make a new key and move the aliases to it; the old record then
 * names its successor, and the resource follows, so that rotation never looks like drift.
 */
export async function currentKey(api: Api, id: string, state: Bag): Promise<Wire | undefined> {
  let record = await keyRecord(api, typeof state.currentId === "string" ? state.currentId : id);
  for (let hops = 0; record && hops < 1000; hops++) {
    const next = record.rotated_to;
    if (typeof next !== "string" || next === "") break;
    const successor = await successorOf(api, record, next);
    if (!successor) break;
    record = successor;
  }
  return record && record.gone !== true ? record : undefined;
}

/** `rotated_to` holds the service's id of the next key in some versions, and the key's id in AWS in others. */
async function successorOf(api: Api, record: Wire, next: string): Promise<Wire | undefined> {
  const direct = await keyRecord(api, next);
  if (direct) return direct;
  const [found] = await api.list(awsKeys, { keyid: next.split("/").pop(), kms_id: String(record.kms_id) });
  return found;
}

function keyRecord(api: Api, id: string): Promise<Wire | undefined> {
  return ifFound(api.get(`${awsKeys}/${segment(id)}`));
}

/** Every action returns the key. */
export function act(api: Api, key: Wire, action: string, body?: Wire): Promise<Wire> {
  return api.post(`${awsKeys}/${segment(idIn(key))}/${action}`, body, { repeatable: true, expect: "same" });
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

export function isPendingDeletion(key: Wire): boolean {
  return ["PendingDeletion", "PendingReplicaDeletion"].includes(keyState(key) ?? "");
}

/** Enabled from the user's point of view: a key that waits for its material has not been disabled by anyone. */
export function isEnabled(key: Wire): boolean {
  const state = keyState(key);
  if (state === undefined) return pick(key, "aws_param.Enabled") !== false;
  return state !== "Disabled" && !isPendingDeletion(key);
}

export interface AwsTag {
  TagKey: string;
  TagValue: string;
}

/** The service's own bookkeeping among the tags, and ours. */
const templateTag = "cckm_policy_template_id";
const reservedTags = [templateTag, markKey];
/** Maximum number of tags of a key in AWS. */
const mostTags = 50;

/** A key without an alias can be recognized only by its tag. */
export const awsMark: MarkPlace = {
  write(body, mark) {
    const given = (body.aws_param ?? {}) as { Alias?: unknown; Tags?: AwsTag[] };
    const tags = given.Tags ?? [];
    if (!isEmpty(given.Alias) || tags.length >= mostTags) return body;
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

export function tagMap(tags: AwsTag[]): Record<string, string> {
  const own = tags.filter(({ TagKey }) => !reservedTags.includes(TagKey));
  return Object.fromEntries(own.map(({ TagKey, TagValue }) => [TagKey, TagValue]));
}

export function bareAlias(alias: string): string {
  return alias.replace(/^alias\//, "");
}

/** Requests take the names of users and roles; responses contain their ARNs. */
export function bareNames(arns: string[]): string[] {
  return arns.map((arn) => arn.split("/").pop() ?? arn);
}

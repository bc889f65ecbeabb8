import type { Api, Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import type { Bag, Failure, WirePlace } from "../../engine/definition";
import { pick } from "../../engine/wire";
import {
  act,
  awsKeys,
  bareAlias,
  bareNames,
  currentKey,
  inTurn,
  isEnabled,
  isPendingDeletion,
  policyTemplateOf,
  awsMark,
  tagList,
  tagMap,
  type AwsTag,
} from "./keyRecord";

/** What AWS keys of every kind have in common: schemas, wire places, and the actions that change a key. */

export const policyLists = ["keyUsers", "keyUsersRoles", "keyAdmins", "keyAdminsRoles", "externalAccounts"] as const;

/** Inputs that together say who may use a key. */
export const policyInputs = ["policy", "policyTemplate", ...policyLists, "bypassPolicyLockoutSafetyCheck"] as const;

export const keyWire = {
  // One alias fits into the create call; the others follow as actions.
  alias: {
    to: "aws_param.Alias",
    encode: (alias: string[]) => alias[0],
    decode: (alias: string[]) => alias.map(bareAlias),
  },
  description: "aws_param.Description",
  policy: { to: "aws_param.Policy", encode: parsedPolicy },
  policyTemplate: { to: "policytemplate", from: policyTemplateOf },
  keyUsers: { decode: bareNames },
  keyUsersRoles: { decode: bareNames },
  keyAdmins: { decode: bareNames },
  keyAdminsRoles: { decode: bareNames },
  bypassPolicyLockoutSafetyCheck: "aws_param.BypassPolicyLockoutSafetyCheck",
  tags: { to: "aws_param.Tags", encode: tagList, decode: tagMap },
  enabled: { to: false, from: isEnabled },
  arn: "aws_param.Arn",
  keyId: { from: (answer) => pick(answer, "aws_param.KeyID") ?? pick(answer, "aws_param.KeyId") },
  keyState: "aws_param.KeyState",
  currentId: { from: "id" },
} satisfies Record<string, WirePlace | string>;

/** What the actions look at; a kind of key that lacks an input has no action for it. */
interface KeyInputs {
  alias: string[];
  description?: string;
  tags: Record<string, string>;
  enabled: boolean;
}
/** Typed loosely, so that the kind of key is known from its own definition alone. */
type At = { api: Api; inputs: object };
type Changing = { record: Wire };
const inputsOf = ({ inputs }: At): KeyInputs => inputs as KeyInputs;

/** First of all: a disabled key refuses some of the other changes. */
export const recoverAndEnable = {
  inputs: ["enabled"] as const,
  async run(at: At, { record }: Changing): Promise<Wire> {
    const { api } = at;
    const now = isPendingDeletion(record) ? await act(api, record, "cancel-deletion") : record;
    return inputsOf(at).enabled && !isEnabled(now) ? act(api, now, "enable") : now;
  },
};

/** Last of all, for the same reason. */
export const disable = {
  inputs: ["enabled"] as const,
  run: async (at: At, { record }: Changing): Promise<Wire> =>
    inputsOf(at).enabled ? record : act(at.api, record, "disable"),
};

export const describe = {
  inputs: ["description"] as const,
  run: (at: At, { record }: Changing): Promise<Wire> =>
    act(at.api, record, "update-description", { description: inputsOf(at).description }),
};

export const rename = {
  inputs: ["alias"] as const,
  run(at: At, { record }: Changing): Promise<Wire> {
    const { api } = at;
    const { alias: wanted } = inputsOf(at);
    const held = aliasesOf(record);
    const gone = held.filter((one) => !wanted.includes(one));
    const added = wanted.filter((one) => !held.includes(one));
    return inTurn(record, [
      ...added.map((alias) => (at: Wire) => act(api, at, "add-alias", { alias })),
      ...gone.map((alias) => (at: Wire) => act(api, at, "delete-alias", { alias })),
    ]);
  },
};

export const tag = {
  inputs: ["tags"] as const,
  run(at: At, { record }: Changing): Promise<Wire> {
    const { api } = at;
    const { tags: wanted } = inputsOf(at);
    const held = tagMap((pick(record, "aws_param.Tags") ?? []) as AwsTag[]);
    const set = Object.entries(wanted).filter(([key, value]) => held[key] !== value);
    const gone = Object.keys(held).filter((key) => !(key in wanted));
    const tags = set.map(([tag_key, tag_value]) => ({ tag_key, tag_value }));
    return inTurn(record, [
      ...(tags.length > 0 ? [(at: Wire) => act(api, at, "add-tags", { tags })] : []),
      ...(gone.length > 0 ? [(at: Wire) => act(api, at, "remove-tags", { tags: gone })] : []),
    ]);
  },
};

export const setPolicy = {
  inputs: policyInputs,
  async run({ api, inputs }: At, { record }: Changing): Promise<Wire> {
    const { policy, policyTemplate, keyUsers, keyUsersRoles, keyAdmins, keyAdminsRoles, externalAccounts } =
      inputs as Bag;
    if (policyTemplate !== undefined) return act(api, record, "policy", { policytemplate: policyTemplate });
    if (policy !== undefined) return act(api, record, "policy", { policy: parsedPolicy(policy as string | Bag) });
    const lists = {
      key_users: keyUsers,
      key_users_roles: keyUsersRoles,
      key_admins: keyAdmins,
      key_admins_roles: keyAdminsRoles,
      external_accounts: externalAccounts,
    };
    return Object.values(lists).some((list) => list !== undefined) ? act(api, record, "policy", lists) : record;
  },
};

/** The actions that every kind of key has, between those that enable and disable it. */
export const commonActions = [describe, rename, tag, setPolicy] as const;

/** Policy, template and lists exclude each other. */
export function policyFailures(inputs: Bag): Failure[] {
  const lists = policyLists.filter((key) => inputs[key]);
  const failures: Failure[] = [];
  if (inputs.policy !== undefined && lists.length > 0) {
    failures.push({
      property: "policy",
      reason: `excludes ${lists.join(", ")}: the service makes a policy from those`,
    });
  }
  if (inputs.policyTemplate !== undefined && (inputs.policy !== undefined || lists.length > 0)) {
    const others = [...(inputs.policy === undefined ? [] : ["policy"]), ...lists];
    failures.push({ property: "policyTemplate", reason: `excludes ${others.join(", ")}: the template holds a policy` });
  }
  if (typeof inputs.policy === "string" && !isJson(inputs.policy)) {
    failures.push({ property: "policy", reason: "is not valid JSON" });
  }
  return failures;
}

export function aliasesOf(record: Wire): string[] {
  return ((pick(record, "aws_param.Alias") ?? []) as string[]).map(bareAlias);
}

/** The keys that hold one of these aliases, or, where there are none, those that carry our mark, among those that the filters leave. */
export async function keysCalled(api: Api, alias: readonly string[], where: Record<string, string>): Promise<Wire[]> {
  const found = await api.list(awsKeys, alias.length === 0 ? where : { ...where, alias: [...alias] });
  const fits = (key: Wire) => Object.entries(where).every(([name, value]) => key[name] === value);
  const there = found.filter((key) => fits(key) && key.gone !== true);
  if (alias.length === 0) return there.filter((key) => awsMark.read(key) !== undefined && !isPendingDeletion(key));
  return there.filter((key) => aliasesOf(key).some((one) => alias.includes(one)));
}

interface Removal {
  onDestroy: string;
  deletionWindowDays: number;
}

/** Gives up the key's aliases and lets AWS delete it when its window is over. */
export async function scheduleDeletion({ api, inputs: given }: At, id: string, state: Bag): Promise<void> {
  const inputs = given as Removal;
  if (inputs.onDestroy === "retain") return;
  const key = await currentKey(api, id, state);
  if (!key || isPendingDeletion(key)) return;
  // A key pending deletion keeps its aliases in AWS: without this, its successor could not be made.
  const freed = await inTurn(
    key,
    aliasesOf(key).map((alias) => (at: Wire) => withoutAlias(api, at, alias)),
  );
  await act(api, freed, "schedule-deletion", { days: inputs.deletionWindowDays });
}

/** An alias that somebody removed in AWS already is out of the way; the key is not. */
async function withoutAlias(api: Api, key: Wire, alias: string): Promise<Wire> {
  return (await ifFound(act(api, key, "delete-alias", { alias }))) ?? key;
}

/** What ready means for a key in AWS. */
export const keyReady = {
  output: "keyState",
  is: ["Enabled", "Disabled", "PendingImport", "Unavailable"],
  pending: ["Creating", "Updating"],
  timeoutSeconds: 120,
  // Somebody scheduled its deletion: a declared key is recovered before its window ends.
  async test(api: Api, id: string): Promise<Wire> {
    const record = await currentKey(api, id, {});
    return record && isPendingDeletion(record) ? act(api, record, "cancel-deletion") : { ...record };
  },
};

export function parsedPolicy(policy: string | Bag): unknown {
  return typeof policy === "string" ? JSON.parse(policy) : policy;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import type { Api, Wire } from "../../api/client";
import { isEmpty } from "../../api/shown";
import type { Bag } from "../../lifecycle/vocabulary/definition";
import { pick, markKey } from "../../lifecycle/values/wire";
import { parsedDocument } from "../../lifecycle/values/diff";
import { givenIn } from "../../lifecycle/claims/claim";
import {
  act,
  awsKeys,
  bareNames,
  bareAlias,
  currentKey,
  deletionDate,
  inTurn,
  isEnabled,
  isPendingDeletion,
  pendingStates,
  awsMark,
  ownTags,
  withoutAlias,
} from "./keyRecord";
import { mostTags } from "./keySchemas";

/** The actions that change a key, common to AWS keys of every kind. */

export const policyLists = ["keyUsers", "keyUsersRoles", "keyAdmins", "keyAdminsRoles", "externalAccounts"] as const;

/** Inputs that together set who can use a key. */
export const policyInputs = ["policy", "policyTemplate", ...policyLists, "bypassPolicyLockoutSafetyCheck"] as const;

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

/** First: a disabled key refuses some of the other changes. */
export const recoverAndEnable = {
  inputs: ["enabled"] as const,
  async run(at: At, { record }: Changing): Promise<Wire> {
    const { api } = at;
    const now = isPendingDeletion(record) ? await act(api, record, "cancel-deletion") : record;
    return inputsOf(at).enabled && !isEnabled(now) ? act(api, now, "enable") : now;
  },
};

/** Last, for the same reason. */
export const disable = {
  inputs: ["enabled"] as const,
  run: async (at: At, { record }: Changing): Promise<Wire> =>
    inputsOf(at).enabled ? record : act(at.api, record, "disable"),
};

const describe = {
  inputs: ["description"] as const,
  run: (at: At, { record }: Changing): Promise<Wire> =>
    act(at.api, record, "update-description", { description: inputsOf(at).description }),
};

const rename = {
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

/** A key keeps neither its aliases nor its place until AWS deletes it. */
const endsAt = (key: Wire): string | undefined => (isPendingDeletion(key) ? deletionDate(key) : undefined);

/** Keys that AWS is about to delete. */
export const scheduled = { endsAt } as const;

/** The same for a kind of which AWS makes another one beside them. */
export const scheduledIn = (place: (inputs: Bag) => Record<string, string>) => ({
  endsAt,
  among: (inputs: object) => ({ ...place(inputs as Bag), keystate: [...pendingStates] }),
});

const tag = {
  inputs: ["tags"] as const,
  run(at: At, { record }: Changing): Promise<Wire> {
    const { api } = at;
    const { tags: wanted } = inputsOf(at);
    const held = ownTags(record);
    const set = Object.entries(wanted).filter(([key, value]) => held[key] !== value);
    // The mark gives way to the program's own tags.
    const isFull = Object.keys(wanted).length >= mostTags && awsMark.read(record) !== undefined;
    const gone = [...Object.keys(held).filter((key) => !(key in wanted)), ...(isFull ? [markKey] : [])];
    const tags = set.map(([tag_key, tag_value]) => ({ tag_key, tag_value }));
    const add = tags.length > 0 ? [(at: Wire) => act(api, at, "add-tags", { tags })] : [];
    const remove = gone.length > 0 ? [(at: Wire) => act(api, at, "remove-tags", { tags: gone })] : [];
    return inTurn(record, isFull ? [...remove, ...add] : [...add, ...remove]);
  },
};

const setPolicy = {
  inputs: policyInputs,
  async run({ api, inputs }: At, { record }: Changing): Promise<Wire> {
    const { policy, policyTemplate } = inputs as Bag;
    if (policyTemplate !== undefined) return act(api, record, "policy", { policytemplate: policyTemplate });
    if (policy !== undefined) return act(api, record, "policy", { policy: parsedDocument(policy) });
    const isGiven = policyLists.some((key) => (inputs as Bag)[key] !== undefined);
    return isGiven ? act(api, record, "policy", policyListsOf(inputs, record)) : record;
  },
};

/**
 * All lists make one policy, and the service removes what is not sent: a list that the program
 * leaves out keeps its value.
 */
function policyListsOf(inputs: object, record: Wire): Wire {
  const given = inputs as Bag;
  const names = (field: string) => record[field] && bareNames(record[field] as string[]);
  return {
    key_users: given.keyUsers ?? names("key_users"),
    key_users_roles: given.keyUsersRoles ?? names("key_users_roles"),
    key_admins: given.keyAdmins ?? names("key_admins"),
    key_admins_roles: given.keyAdminsRoles ?? names("key_admins_roles"),
    external_accounts: given.externalAccounts ?? record.external_accounts,
  };
}

/** The actions that every kind of key has, between those that enable and disable it. */
export const commonActions = [describe, rename, tag, setPolicy] as const;

/** With neither, AWS's default policy holds. */
export const templateRules = [
  { choose: ["policy", { anyOf: policyLists }], optional: true, because: "the service makes a policy from the lists" },
] as const;

/** A key may follow a template instead. */
export const policyRules = [
  { choose: ["policyTemplate", "policy", { anyOf: policyLists }], optional: true, because: "a key has one policy" },
] as const;

function aliasesOf(record: Wire): string[] {
  return ((pick(record, "aws_param.Alias") ?? []) as string[]).map(bareAlias);
}

/**
 * The keys that hold one of these aliases, or, where there are none, those that carry our mark,
 * among those that the filters leave.
 */
export async function keysCalled(api: Api, alias: readonly string[], where: Record<string, string>): Promise<Wire[]> {
  const found = await api.list(awsKeys, alias.length === 0 ? where : { ...where, alias: [...alias] });
  const fits = (key: Wire) => Object.entries(where).every(([name, value]) => key[name] === value);
  const there = found.filter((key) => fits(key) && key.gone !== true);
  // A key that a rotation has made carries the mark of the one that it continues.
  const isMarked = (key: Wire) => awsMark.read(key) !== undefined && isEmpty(key.rotated_from);
  if (alias.length === 0) return there.filter((key) => isMarked(key) && !isPendingDeletion(key));
  return there.filter((key) => aliasesOf(key).some((one) => alias.includes(one)));
}

interface Removal {
  onDestroy: string;
  deletionWindowDays: number;
}

/** Deletes the key's aliases and schedules its deletion in AWS. */
export async function scheduleDeletion({ api, inputs: given }: At, id: string, state: Bag): Promise<void> {
  const inputs = given as Removal;
  const key = await currentKey(api, id, state);
  if (!key || isPendingDeletion(key)) return;
  // A key pending deletion keeps its aliases in AWS: without this, its replacement could not be created.
  const held = aliasesOf(key).filter((one) => !givenIn(state).includes(one));
  const freed = await inTurn(
    key,
    held.map((alias) => (at: Wire) => withoutAlias(api, at, alias)),
  );
  await act(api, freed, "schedule-deletion", { days: inputs.deletionWindowDays });
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

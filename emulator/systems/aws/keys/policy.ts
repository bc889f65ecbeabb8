import { invalid } from "../../../core/errors";
import { parseJson } from "../../../core/json";
import type { Fields, JsonObject } from "../../../core/fields";
import type { Scope } from "../../../core/scope";
import { awsError, defaultPolicy, partition } from "../cloud/key";
import type { Kms } from "../kms";
import { templates, type Template } from "./templateRecord";

/** The five ways to name who may use a key. */
export interface PolicyLists {
  readonly key_users: readonly string[];
  readonly key_users_roles: readonly string[];
  readonly key_admins: readonly string[];
  readonly key_admins_roles: readonly string[];
  readonly external_accounts: readonly string[];
}

const listNames = ["key_users", "key_users_roles", "key_admins", "key_admins_roles", "external_accounts"] as const;
export const noLists: PolicyLists = {
  key_users: [],
  key_users_roles: [],
  key_admins: [],
  key_admins_roles: [],
  external_accounts: [],
};

/** The policy that a request asks for, the lists it came from, and the template. */
export interface WantedPolicy {
  readonly policy: JsonObject;
  readonly lists: PolicyLists;
  readonly template?: Template;
}

/** The tag by which a key refers to its template. */
export const templateTag = "cckm_policy_template_id";

/**
 * Reads the policy of a request: a document, a template, or lists of users and roles, only one of
 * the three.
 *
 * @param body where the lists and the template stand; `document` is where the policy itself stands
 * @returns undefined when the request says nothing about the policy
 */
export function readPolicy(
  scope: Scope,
  body: Fields,
  document: Fields,
  kms: Pick<Kms, "account_id" | "regions">,
): WantedPolicy | undefined {
  const policy = policyDocument(document);
  const lists = readLists(body);
  const templateId = body.text("policytemplate");
  const given = [policy, lists, templateId].filter((one) => one !== undefined);
  if (given.length === 0) return undefined;
  if (given.length > 1) throw invalid("policy, policytemplate and the lists of users exclude each other");
  if (policy !== undefined) return { policy, lists: noLists };
  if (lists !== undefined) return fromLists(kms, lists);
  const template = scope.find(templates, templateId ?? "");
  if (template === undefined || template.account_id !== kms.account_id) {
    throw invalid(`account ${kms.account_id} has no policy template ${templateId}`);
  }
  return { ...policyOf(kms, template), template };
}

/** What a template says: a policy, or lists to make one from; with neither, AWS's default policy. */
export function policyOf(kms: Pick<Kms, "account_id" | "regions">, template: Template): WantedPolicy {
  return template.policy === undefined ? fromLists(kms, template) : { policy: template.policy, lists: noLists };
}

/** A policy may come as an object or as JSON text. */
export function policyDocument(fields: Fields): JsonObject | undefined {
  const raw = fields.raw("policy");
  if (typeof raw !== "string" || raw === "") return fields.json("policy");
  try {
    return parseJson(raw) as JsonObject;
  } catch {
    throw awsError("MalformedPolicyDocumentException", "the policy is not valid JSON");
  }
}

/** The lists of a request; undefined when it names none of them. */
export function readLists(body: Fields): PolicyLists | undefined {
  if (!listNames.some((name) => (body.texts(name)?.length ?? 0) > 0)) return undefined;
  return Object.fromEntries(listNames.map((name) => [name, body.texts(name) ?? []])) as unknown as PolicyLists;
}

const adminActions = [
  "Create*",
  "Describe*",
  "Enable*",
  "List*",
  "Put*",
  "Update*",
  "Revoke*",
  "Disable*",
  "Get*",
  "Delete*",
];
const useActions = ["Encrypt", "Decrypt", "ReEncrypt*", "GenerateDataKey*", "DescribeKey"];

export function fromLists(kms: Pick<Kms, "account_id" | "regions">, given: PolicyLists): WantedPolicy {
  const region = kms.regions[0] ?? "";
  const iam = (account: string, rest: string): string => `arn:${partition(region)}:iam::${account}:${rest}`;
  const arn = (kind: string) => (name: string) =>
    name.startsWith("arn:") ? name : iam(kms.account_id, `${kind}/${name}`);
  const lists: PolicyLists = {
    key_users: given.key_users.map(arn("user")),
    key_users_roles: given.key_users_roles.map(arn("role")),
    key_admins: given.key_admins.map(arn("user")),
    key_admins_roles: given.key_admins_roles.map(arn("role")),
    external_accounts: given.external_accounts,
  };
  const outsiders = lists.external_accounts.map((id) => iam(id, "root"));
  const base = defaultPolicy(kms.account_id, region);
  const statements = [
    ...(base["Statement"] as JsonObject[]),
    ...statement("Administer the key", [...lists.key_admins, ...lists.key_admins_roles], adminActions),
    ...statement("Use the key", [...lists.key_users, ...lists.key_users_roles, ...outsiders], useActions),
  ];
  return { policy: { ...base, Statement: statements }, lists };
}

function statement(Sid: string, principals: readonly string[], actions: readonly string[]): JsonObject[] {
  if (principals.length === 0) return [];
  const Action = actions.map((action) => `kms:${action}`);
  return [{ Sid, Effect: "Allow", Principal: { AWS: principals }, Action, Resource: "*" }];
}

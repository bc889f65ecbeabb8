import { body, someTexts, text } from "../../core/body";
import { refuseTaken } from "../../core/collection";
import { conflict, invalid } from "../../core/errors";
import { Fields } from "../../core/fields";
import type { Call, Scope, Operations } from "../../core/scope";
import { containers } from "../../shared/containers";
import { awsActions } from "../../shared/permissions";
import { containerDiscovery } from "../../shared/discovery";
import { connections, type Connection } from "../../shared/connections";
import { partition } from "./cloud/key";
import { hideKeys, showKeys } from "./keys/hidden";
import { stores } from "./stores/record";
import { kmses, kmsView, reachAccount, readyConnection, roleBody, type Kms, type Role } from "./kms";
import type { Account } from "./world/accounts";

function roleOf(call: Call, before?: Kms): Role {
  const asked = roleBody(call.body);
  if (asked.assume_role_external_id !== undefined && asked.assume_role_arn === undefined)
    throw invalid("assume_role_external_id needs assume_role_arn");
  return before === undefined ? asked : roleBody(call.body, before);
}

const newAccount = body({ name: text.required, account_id: text.required, regions: someTexts.required });

function checkRegions(account: Account, regions: readonly string[]): string[] {
  const unknown = regions.filter((region) => !account.regions.includes(region));
  if (unknown.length > 0) throw invalid(`account ${account.accountId} has no region ${unknown.join(", ")}`);
  return [...new Set(regions)];
}

/** A region of an account belongs to one container. */
function refuseOverlap(scope: Scope, account_id: string, regions: readonly string[], except?: string): void {
  for (const { id, name, regions: held } of scope.by(kmses, "account_id", account_id)) {
    const shared = id === except ? undefined : regions.find((region) => held.includes(region));
    if (shared !== undefined)
      throw conflict(
        `region ${shared} of account ${account_id} is already registered to this account, in the AWS KMS ${name}`,
      );
  }
}

function createKms(call: Call): Kms {
  const { name, account_id, regions } = newAccount(call.body);
  const role = roleOf(call);
  const connection = readyConnection(call);
  const account = reachAccount(call, connection, role);
  if (account.accountId !== account_id)
    throw invalid(`connection ${connection.name} opens account ${account.accountId}, not ${account_id}`);
  const known = checkRegions(account, regions);
  refuseTaken(call, kmses, "an AWS KMS", name);
  refuseOverlap(call, account_id, known);
  const hidden = { connection: call.body.requiredText("connection") };
  return newKms(call, connection, { name, account_id, regions: known, hidden, ...role });
}

type Described = Pick<Kms, "name" | "account_id" | "regions" | "hidden"> & Role;

function newKms(scope: Scope, connection: Connection, described: Described): Kms {
  const { name, account_id, regions } = described;
  const kms: Kms = {
    ...scope.header("cckm:kms", `${name}-`),
    connection: connection.id,
    arn: `arn:${partition(regions[0] ?? "")}:iam::${account_id}:root`,
    cloud_name: String(connection.settings["cloud_name"]),
    auto_added: false,
    status: "active",
    acls: [],
    ...described,
  };
  showKeys(scope, kms);
  return kms;
}

/** The account that a connection opens, itself or through a role, is added on a schedule. */
export const awsDiscovery = containerDiscovery({
  cloudName: "aws",
  service: "aws",
  look: (scope, connection, params, acls) => {
    const wanted = new Fields(params).block("aws_params");
    const role = roleBody(wanted);
    const account = reachAccount(scope, connection, role);
    const account_id = account.accountId;
    const asked = wanted.texts("regions") ?? [];
    const regions = checkRegions(account, asked.length > 0 ? asked : account.regions);
    const described = { name: account.name ?? account_id, account_id, regions, ...role };
    const covered = scope.by(kmses, "account_id", account_id).flatMap((kms) => kms.regions);
    const known = regions.some((region) => covered.includes(region));
    const add = () => scope.put(kmses, { ...newKms(scope, connection, described), auto_added: true, acls });
    return [{ name: described.name, known, add }];
  },
});

function changeKms(call: Call, kms: Kms): Partial<Kms> {
  const { body: sent } = call;
  const connection = sent.has("connection") ? readyConnection(call) : call.need(connections, kms.connection);
  const role = roleOf(call, kms);
  const account = reachAccount(call, connection, role);
  if (account.accountId !== kms.account_id)
    throw invalid(`connection ${connection.name} opens account ${account.accountId}, not ${kms.account_id}`);
  const regions = sent.has("regions") ? checkRegions(account, sent.requiredTexts("regions")) : kms.regions;
  refuseOverlap(call, kms.account_id, regions, kms.id);
  hideKeys(call, kms, regions);
  showKeys(call, { ...kms, regions });
  const hidden = { connection: sent.text("connection") ?? kms.hidden?.connection };
  return { connection: connection.id, regions, hidden, ...role };
}

/**
 * Hides what the service knows of the account's keys until the account is added again; AWS itself
 * keeps everything.
 */
function hide(call: Call, kms: Kms): void {
  const held = call.by(stores, "kms_id", kms.id);
  if (held.length > 0) throw conflict(`Delete all custom key stores of the KMS first: ${names(held)}`);
  hideKeys(call, kms);
}

const names = (held: readonly { readonly name: string }[]): string => held.map(({ name }) => name).join(", ");

/** Every action on keys brings the right to see them along; so do those on stores and reports. */
function viewAction(action: string): string | undefined {
  if (action.startsWith("hyok")) return "viewhyokkey";
  if (action.startsWith("cloudhsm")) return "viewcloudhsmkey";
  if (action.startsWith("keystore")) return "viewkeystore";
  if (action.startsWith("report")) return "reportview";
  return action.startsWith("key") ? "viewnative" : undefined;
}

export const kmsOperations: Operations = containers<Kms>({
  kind: kmses,
  path: "/cckm/aws/kms",
  service: "aws",
  title: "AWS",
  view: kmsView,
  viewing: viewAction,
  permissible: () => awsActions,
  filters: ["id", "name", "account_id", "cloud_name", "status", "arn", "regions", "auto_added"],
  create: createKms,
  change: changeKms,
  remove: hide,
  actions: { archive: () => ({ status: "archived" }), recover: () => ({ status: "active" }) },
});

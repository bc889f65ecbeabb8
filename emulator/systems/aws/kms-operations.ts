import { created, shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { Fields } from "../../core/fields";
import type { Call, Scope } from "../../core/scope";
import type { Operations } from "../../core/system";
import { updateAcls } from "../../shared/acls";
import { containerDiscovery } from "../../shared/discovery";
import { connections, type Connection } from "../connections/service";
import { partition } from "./cloud/key";
import { keys, rotations } from "./keys/record";
import { dropStore, stores } from "./stores/record";
import { kmses, reachAccount, readyConnection, type Kms, type Role } from "./kms";
import type { Account } from "./world/accounts";

function roleOf({ body }: Call): Role {
  const role = {
    assume_role_arn: body.text("assume_role_arn"),
    assume_role_external_id: body.text("assume_role_external_id"),
  };
  if (role.assume_role_external_id !== undefined && role.assume_role_arn === undefined)
    throw invalid("assume_role_external_id needs assume_role_arn");
  return role;
}

function checkRegions(account: Account, regions: readonly string[]): string[] {
  const unknown = regions.filter((region) => !account.regions.includes(region));
  if (unknown.length > 0) throw invalid(`account ${account.accountId} has no region ${unknown.join(", ")}`);
  return [...new Set(regions)];
}

function createKms(call: Call): object {
  const { body } = call;
  const name = body.requiredText("name");
  const account_id = body.requiredText("account_id");
  const regions = body.requiredTexts("regions");
  const role = roleOf(call);
  const connection = readyConnection(call);
  const account = reachAccount(call, connection, role);
  if (account.accountId !== account_id)
    throw invalid(`connection ${connection.name} opens account ${account.accountId}, not ${account_id}`);
  const known = checkRegions(account, regions);
  if (call.by(kmses, "name", name).length > 0) throw conflict(`an AWS KMS called ${name} exists already`);
  const holder = call.by(kmses, "account_id", account_id)[0];
  if (holder !== undefined) throw conflict(`account ${account_id} is already the AWS KMS ${holder.name}`);
  const kms = newKms(call, connection, { name, account_id, regions: known, ...role });
  return created(shown(call.put(kmses, kms)));
}

type Described = Pick<Kms, "name" | "account_id" | "regions"> & Role;

function newKms(scope: Scope, connection: Connection, described: Described): Kms {
  const { name, account_id, regions } = described;
  return {
    ...scope.header("cckm:kms", `${name}-`),
    connection: connection.id,
    arn: `arn:${partition(regions[0] ?? "")}:iam::${account_id}:root`,
    cloud_name: String(connection.settings["cloud_name"]),
    auto_added: false,
    status: "active",
    acls: [],
    ...described,
  };
}

/** The account that a connection opens, itself or through a role, is added on a schedule. */
export const awsDiscovery = containerDiscovery({
  cloudName: "aws",
  service: "aws",
  look: (scope, connection, params, acls) => {
    const wanted = new Fields(params).object("aws_params");
    const role = {
      assume_role_arn: wanted?.text("assume_role_arn"),
      assume_role_external_id: wanted?.text("assume_role_external_id"),
    };
    const account = reachAccount(scope, connection, role);
    const account_id = account.accountId;
    const regions = checkRegions(account, wanted?.texts("regions") ?? account.regions);
    const described = { name: account.name ?? account_id, account_id, regions, ...role };
    const known = scope.by(kmses, "account_id", account_id).length > 0;
    const add = () => scope.put(kmses, { ...newKms(scope, connection, described), auto_added: true, acls });
    return [{ name: described.name, known, add }];
  },
});

function changeKms(call: Call): object {
  const kms = call.target(kmses);
  const { body } = call;
  const connection = body.has("connection") ? readyConnection(call) : call.need(connections, kms.connection);
  const sent = Object.entries(roleOf(call)).filter(([name]) => body.sent(name));
  const role: Role = {
    assume_role_arn: kms.assume_role_arn,
    assume_role_external_id: kms.assume_role_external_id,
    ...Object.fromEntries(sent),
  };
  const account = reachAccount(call, connection, role);
  if (account.accountId !== kms.account_id)
    throw invalid(`connection ${connection.name} opens account ${account.accountId}, not ${kms.account_id}`);
  const regions = body.has("regions") ? checkRegions(account, body.requiredTexts("regions")) : kms.regions;
  return shown(call.change(kmses, kms, { connection: connection.id, regions, ...role }));
}

/** Removes the container and what the service knows of its keys; AWS itself keeps everything. */
function deleteKms(call: Call): void {
  const kms = call.target(kmses);
  for (const key of call.by(keys, "kms_id", kms.id)) {
    for (const rotation of call.by(rotations, "local_key_id", key.id)) call.remove(rotations, rotation);
    call.remove(keys, key);
  }
  for (const store of call.by(stores, "kms_id", kms.id)) dropStore(call, store);
  call.remove(kmses, kms);
}

/** Every action on keys brings the right to see them along; so do those on stores and reports. */
function viewAction(action: string): string | undefined {
  if (action.startsWith("hyok")) return "viewhyokkey";
  if (action.startsWith("cloudhsm")) return "viewcloudhsmkey";
  if (action.startsWith("keystore")) return "viewkeystore";
  if (action.startsWith("report")) return "reportview";
  return action.startsWith("key") ? "viewnative" : undefined;
}

function setStatus(status: Kms["status"]): (call: Call) => object {
  return (call) => shown(call.change(kmses, call.target(kmses), { status }));
}

export const kmsOperations: Operations = {
  "GET /cckm/aws/kms": (call) =>
    list(call, {
      kind: kmses,
      view: shown,
      filters: ["id", "name", "account_id", "cloud_name", "status", "arn", "regions", "auto_added"],
      computed: { connection: (kms) => [kms.connection, call.get(connections, kms.connection)?.name] },
    }),
  "POST /cckm/aws/kms": createKms,
  "GET /cckm/aws/kms/{id}": (call) => shown(call.target(kmses)),
  "PATCH /cckm/aws/kms/{id}": changeKms,
  "DELETE /cckm/aws/kms/{id}": deleteKms,
  "POST /cckm/aws/kms/{id}/archive": setStatus("archived"),
  "POST /cckm/aws/kms/{id}/recover": setStatus("active"),
  "POST /cckm/aws/kms/{id}/update-acls": updateAcls(kmses, (_call, kms) => shown(kms), viewAction),
};

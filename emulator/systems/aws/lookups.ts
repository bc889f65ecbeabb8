import { createHash } from "node:crypto";
import { invalid } from "../../core/errors";
import { outside, type Call, type Operations } from "../../core/scope";
import { connections } from "../../shared/connections";
import { aliasHolder } from "./cloud/key";
import { bareAlias } from "./keys/create";
import { cloudStores } from "./cloud/store";
import { kmses, openKms, reachAccount, type Kms } from "./kms";
import { accounts, type Account } from "./world/accounts";

function account(call: Call): Account {
  const reference = call.body.requiredText("connection");
  const connection = call.find(connections, reference);
  if (connection?.service !== "aws") throw invalid(`there is no AWS connection ${reference}`);
  return reachAccount(call, connection, { assume_role_arn: call.body.text("assume_role_arn") });
}

function kms(call: Call): Kms {
  const reference = call.body.requiredText("kms");
  const found = call.find(kmses, reference);
  if (found === undefined) throw invalid(`there is no AWS KMS ${reference}`);
  return found;
}

/** When the users and roles of every account were made. */
const identitiesSince = "2020-01-01T00:00:00Z";

/** Users or roles of an account, as AWS lists them. */
function identities(call: Call, kind: "user" | "role"): object[] {
  const { accountId, users, roles } = openKms(call, kms(call));
  const path = call.body.text("path_prefix") ?? "/";
  const title = kind === "user" ? "User" : "Role";
  const names = kind === "user" ? users : roles;
  return names.map((name) => ({
    [`${title}Name`]: name,
    [`${title}Id`]: identityId(kind, `${accountId}/${name}`),
    Path: path,
    Arn: `arn:aws:iam::${accountId}:${kind}/${name}`,
    CreateDate: identitiesSince,
  }));
}

/** Ids of AWS are a prefix and 17 capital letters and digits. */
function identityId(kind: "user" | "role", of: string): string {
  const text = createHash("sha256").update(of).digest("hex").toUpperCase().slice(0, 17);
  return `${kind === "user" ? "AIDA" : "AROA"}${text}`;
}

function verifyAlias(call: Call): object {
  const alias = bareAlias(call.body.requiredText("alias"));
  const { accountId } = openKms(call, kms(call));
  return { exists: aliasHolder(call, accountId, call.body.requiredText("region"), alias) !== undefined };
}

/** Clusters that no custom key store of AWS uses. */
function unusedClusters(call: Call): object {
  const region = call.body.requiredText("region");
  const { accountId, clusters } = openKms(call, kms(call));
  const used = call.in(outside).by(cloudStores, "place", `${accountId}/${region}`);
  const free = clusters.filter(
    (one) => one.region === region && !used.some(({ clusterId }) => clusterId === one.clusterId),
  );
  return { Clusters: free.map(({ clusterId, hsms }) => ({ ClusterId: clusterId, State: "ACTIVE", HsmCount: hsms })) };
}

function logGroups(call: Call): object {
  call.body.requiredText("region");
  const { logGroups: names } = openKms(call, kms(call));
  const prefix = call.body.block("cloud_watch_params").text("logGroupNamePrefix") ?? "";
  return { logGroups: names.filter((name) => name.startsWith(prefix)).map((logGroupName) => ({ logGroupName })) };
}

/** Questions to AWS that store nothing. */
export const lookupOperations: Operations = {
  "POST /cckm/aws/accounts": (call) => {
    const { accountId, regions } = account(call);
    return { account_id: accountId, regions };
  },
  "POST /cckm/aws/get-all-regions": (call) => {
    account(call);
    const everywhere = call
      .in(outside)
      .all(accounts)
      .flatMap(({ regions }) => regions);
    return { regions: [...new Set(everywhere)].sort() };
  },
  "POST /cckm/aws/get-iam-users": (call) => ({ Users: identities(call, "user"), IsTruncated: false, Marker: null }),
  "POST /cckm/aws/get-iam-roles": (call) => ({ Roles: identities(call, "role"), IsTruncated: false, Marker: null }),
  "POST /cckm/aws/get-log-groups": logGroups,
  "POST /cckm/aws/alias/verify": verifyAlias,
  "POST /cckm/aws/custom-key-stores/get-unused-cloudhsm-clusters": unusedClusters,
};

import { body, choice, flag, text } from "../../core/body";
import { invalid } from "../../core/errors";
import type { Fields, JsonObject } from "../../core/fields";
import type { Scope } from "../../core/scope";
import { second } from "../../core/time";
import type { ConnectionService, Credentials } from "../../shared/connections";
import { accountNumber, accountsByCredential, findAccount, type Account } from "./world/accounts";

const settingsOf = body({
  access_key_id: text,
  assume_role_arn: text.clearable,
  assume_role_external_id: text.clearable,
  aws_region: text.clearable,
  cloud_name: choice(["aws", "aws-us-gov", "aws-cn"]).or("aws"),
  aws_sts_regional_endpoints: choice(["legacy", "regional"]).or("legacy"),
});
const secretsOf = body({ secret_access_key: text });
/** What is set once. */
const kindOf = body({ is_role_anywhere: flag.or(false) });
const anywhereOf = body({
  anywhere_role_arn: text.required,
  trust_anchor_arn: text.required,
  profile_arn: text.required,
  certificate: text.required,
});
const anywhereSecrets = body({ private_key: text.required });

function read(fields: Fields, before: Credentials | undefined): Credentials {
  const settings: JsonObject = {
    ...before?.settings,
    ...settingsOf(fields, before?.settings),
    ...(before === undefined ? kindOf(fields) : {}),
  };
  // Responses always have it, empty while it is not used.
  settings["iam_role_anywhere"] ??= {};
  settings["aws_region"] ??= defaultRegion(String(settings["cloud_name"]));
  const secrets: JsonObject = { ...before?.secrets, ...secretsOf(fields, before?.secrets) };
  readRoleAnywhere(fields, settings, secrets);
  const half = (settings["access_key_id"] === undefined) !== (secrets["secret_access_key"] === undefined);
  if (half) throw invalid("access_key_id and secret_access_key belong together");
  return { settings, secrets };
}

function defaultRegion(cloudName: string): string {
  if (cloudName === "aws-us-gov") return "us-gov-east-1";
  return cloudName === "aws-cn" ? "cn-north-1" : "us-east-1";
}

function readRoleAnywhere(fields: Fields, settings: JsonObject, secrets: JsonObject): void {
  const block = fields.object("iam_role_anywhere");
  if (block === undefined) {
    const missing = settings["is_role_anywhere"] === true && !anywhereRole(settings);
    return missing ? fields.missing("iam_role_anywhere") : undefined;
  }
  settings["iam_role_anywhere"] = anywhereOf(block, settings["iam_role_anywhere"] ?? {});
  Object.assign(secrets, anywhereSecrets(block, secrets));
}

/** The role of IAM Roles Anywhere, if the connection uses one. */
function anywhereRole({ iam_role_anywhere }: JsonObject): string | undefined {
  return (iam_role_anywhere as { anywhere_role_arn?: string } | undefined)?.anywhere_role_arn;
}

/** The account that these credentials open, or why AWS refuses them. */
export function openAccount(scope: Scope, credentials: Credentials, createdAt: number): Account | string {
  const { settings, secrets } = credentials;
  const own = ownAccount(scope, settings, secrets);
  if (typeof own === "string") return own;
  if (scope.now < createdAt + own.readyAfterSeconds * second) {
    return "InvalidClientTokenId: The security token included in the request is invalid (the new credentials have not reached every region yet)";
  }
  const role = settings["assume_role_arn"] as string | undefined;
  if (role === undefined) return own;
  const assumed = findAccount(scope, accountNumber(role));
  return assumed ?? `AccessDenied: User is not authorized to perform sts:AssumeRole on resource ${role}`;
}

function ownAccount(scope: Scope, settings: JsonObject, secrets: JsonObject): Account | string {
  const role = anywhereRole(settings);
  if (role !== undefined) {
    const account = findAccount(scope, accountNumber(role));
    return account ?? "AccessDeniedException: Unable to assume the role";
  }
  const keyId = settings["access_key_id"] as string | undefined;
  if (keyId === undefined) return "NoCredentialProviders: no valid providers in chain";
  const account = accountsByCredential(scope, keyId)[0];
  const credential = account?.credentials.find(({ accessKeyId }) => accessKeyId === keyId);
  if (account === undefined) return "InvalidClientTokenId: The security token included in the request is invalid";
  if (credential?.secretAccessKey === secrets["secret_access_key"]) return account;
  return "SignatureDoesNotMatch: The request signature does not match the signature computed from the secret access key";
}

export const awsConnection: ConnectionService = {
  service: "aws",
  category: "cloud",
  read,
  open: openAccount,
  testSeconds: (scope, { settings }) => {
    const keyId = settings["access_key_id"] as string | undefined;
    return keyId === undefined ? undefined : accountsByCredential(scope, keyId)[0]?.testSeconds;
  },
};

import { invalid } from "../../core/errors";
import type { Fields, JsonObject } from "../../core/fields";
import type { Scope } from "../../core/scope";
import { second } from "../../core/time";
import type { ConnectionService, Credentials } from "../connections/service";
import { accountNumber, accountsByCredential, findAccount, type Account } from "./world/accounts";

const texts = ["access_key_id", "assume_role_arn", "assume_role_external_id", "aws_region"] as const;
const anywhereTexts = ["anywhere_role_arn", "trust_anchor_arn", "profile_arn", "certificate"] as const;

function read(body: Fields, before: Credentials | undefined): Credentials {
  const settings: JsonObject = { ...before?.settings };
  const secrets: JsonObject = { ...before?.secrets };
  for (const name of texts) if (body.sent(name)) settings[name] = body.text(name);
  settings["cloud_name"] =
    body.choice("cloud_name", ["aws", "aws-us-gov", "aws-cn"]) ?? settings["cloud_name"] ?? "aws";
  settings["aws_sts_regional_endpoints"] =
    body.choice("aws_sts_regional_endpoints", ["legacy", "regional"]) ??
    settings["aws_sts_regional_endpoints"] ??
    "legacy";
  settings["aws_region"] ??= defaultRegion(String(settings["cloud_name"]));
  settings["is_role_anywhere"] ??= body.flag("is_role_anywhere") ?? false;
  if (body.has("secret_access_key")) secrets["secret_access_key"] = body.text("secret_access_key");
  readRoleAnywhere(body, settings, secrets);
  const half = (settings["access_key_id"] === undefined) !== (secrets["secret_access_key"] === undefined);
  if (half) throw invalid("access_key_id and secret_access_key belong together");
  return { settings, secrets };
}

function defaultRegion(cloudName: string): string {
  if (cloudName === "aws-us-gov") return "us-gov-east-1";
  return cloudName === "aws-cn" ? "cn-north-1" : "us-east-1";
}

function readRoleAnywhere(body: Fields, settings: JsonObject, secrets: JsonObject): void {
  const block = body.object("iam_role_anywhere");
  if (block === undefined) {
    const missing = settings["is_role_anywhere"] === true && settings["iam_role_anywhere"] === undefined;
    return missing ? body.missing("iam_role_anywhere") : undefined;
  }
  const before = settings["iam_role_anywhere"] as JsonObject | undefined;
  const shown = anywhereTexts.map((name) => [name, block.text(name) ?? before?.[name] ?? block.missing(name)]);
  settings["iam_role_anywhere"] = Object.fromEntries(shown) as JsonObject;
  secrets["private_key"] = block.text("private_key") ?? secrets["private_key"] ?? block.missing("private_key");
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
  const anywhere = settings["iam_role_anywhere"] as JsonObject | undefined;
  if (anywhere !== undefined) {
    const account = findAccount(scope, accountNumber(String(anywhere["anywhere_role_arn"])));
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
  products: ["cckm"],
  read,
  test: (scope, credentials, createdAt) => {
    const keyId = credentials.settings["access_key_id"] as string | undefined;
    const account = keyId === undefined ? undefined : accountsByCredential(scope, keyId)[0];
    return {
      seconds: account?.testSeconds ?? 0.05,
      judge: () => {
        const opened = openAccount(scope, credentials, createdAt);
        return typeof opened === "string" ? opened : undefined;
      },
    };
  },
};

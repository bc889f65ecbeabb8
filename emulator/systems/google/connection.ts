import { body, choice, text } from "../../core/body";
import { invalid } from "../../core/errors";
import { parseJson } from "../../core/json";
import { isObject, type Fields, type JsonObject } from "../../core/fields";
import { accountConnection } from "../../shared/cloud";
import type { Credentials } from "../../shared/connections";
import { cloudAccounts, type CloudAccount } from "./cloud/records";

const needed = ["private_key_id", "private_key", "client_email"] as const;

export type KeyFile = Readonly<Record<(typeof needed)[number], string>> & { readonly project_id?: string };

/** A service account's key file: JSON text, as Google hands it out. */
function parseKeyFile(text: string): KeyFile {
  let file: unknown;
  try {
    file = parseJson(text);
  } catch {
    throw invalid("key_file must be the JSON text of a service account's key");
  }
  if (!isObject(file) || file["type"] !== "service_account") throw invalid("key_file must be of type service_account");
  const missing = needed.find((name) => typeof file[name] !== "string" || file[name] === "");
  if (missing !== undefined) throw invalid(`key_file must have ${missing}`);
  return file as KeyFile;
}

const settingsOf = body({ cloud_name: choice(["gcp"]).or("gcp") });
const secretsOf = body({ key_file: text.required });

function read(fields: Fields, before: Credentials | undefined): Credentials {
  const { cloud_name } = settingsOf(fields);
  const secrets = secretsOf(fields, before?.secrets);
  const { client_email, private_key_id } = parseKeyFile(secrets.key_file);
  return { settings: { cloud_name, client_email, private_key_id }, secrets };
}

export const keyFileOf = (secrets: JsonObject): KeyFile => parseKeyFile(String(secrets["key_file"]));

export const gcpConnection = accountConnection<CloudAccount>({
  service: "gcp",
  read,
  find: (world, { secrets }) => world.get(cloudAccounts, keyFileOf(secrets).client_email),
  unknown: "invalid_grant: Invalid grant: account not found",
  refusal: (account, { secrets }, ready) => {
    const file = keyFileOf(secrets);
    const key = account.keys.find(({ privateKeyId }) => privateKeyId === file.private_key_id);
    if (key?.privateKey.trim() !== file.private_key.trim()) return "invalid_grant: Invalid JWT Signature.";
    return ready ? undefined : "invalid_grant: Invalid JWT Signature. (the new key has not reached every server yet)";
  },
});

import { invalid } from "../../core/errors";
import type { Fields, JsonObject } from "../../core/fields";
import { outside, type Scope } from "../../core/scope";
import { second } from "../../core/time";
import { checkCertificate } from "../../shared/certificates";
import { selfSigned, thumbprint } from "../../shared/self-signed";
import type { ConnectionService, Credentials } from "../connections/service";
import { orgs, type Org } from "./cloud";

const texts = ["client_id", "username", "domain_name"] as const;
const secretTexts = [
  "client_secret",
  "password",
  "tls_client_certificate_with_private_key",
  "tls_client_private_key_password",
] as const;
const flags = ["is_certificate_used", "enable_mutual_tls"] as const;
const clouds = ["Salesforce Cloud", "Salesforce Sandbox Cloud"] as const;

function read(body: Fields, before: Credentials | undefined): Credentials {
  const settings: JsonObject = { ...before?.settings };
  const secrets: JsonObject = { ...before?.secrets };
  take(body, texts, settings);
  take(body, secretTexts, secrets);
  // The kind of cloud is set once: no public source shows that it can change.
  const cloudName = body.choice("cloud_name", clouds);
  settings["cloud_name"] ??= cloudName ?? body.missing("cloud_name");
  settings["client_id"] ??= body.missing("client_id");
  settings["cert_duration"] = body.integer("cert_duration", 1) ?? settings["cert_duration"] ?? 730;
  for (const flag of flags) settings[flag] = body.flag(flag) ?? settings[flag] ?? false;
  readCertificate(body, settings, secrets);
  needLogin(body, settings, secrets);
  return { settings, secrets };
}

/** What was sent replaces what was there; what was sent empty goes. */
function take(body: Fields, names: readonly string[], into: JsonObject): void {
  for (const name of names) if (body.sent(name)) into[name] = body.text(name);
}

/** A certificate of the client's own comes in the request; with `is_certificate_used` the service makes one. */
function readCertificate(body: Fields, settings: JsonObject, secrets: JsonObject): void {
  const given = body.text("certificate");
  if (given !== undefined) settings["certificate"] = checkCertificate("certificate", given);
  const used = settings["is_certificate_used"] === true;
  if (used && (settings["certificate"] === undefined || body.flag("regenerate_certificate") === true)) {
    const made = selfSigned("CipherTrust Salesforce connection", Number(settings["cert_duration"]), Date.now());
    settings["certificate"] = made.certificate;
    secrets["private_key"] = made.privateKey;
  } else if (body.sent("certificate") && given === undefined) {
    delete settings["certificate"];
  } else if (body.flag("is_certificate_used") === false && secrets["private_key"] !== undefined) {
    delete settings["certificate"];
    delete secrets["private_key"];
  }
  const pem = settings["certificate"] as string | undefined;
  settings["certificate_thumbprint"] = pem === undefined ? undefined : thumbprint(pem);
}

const usesCertificate = (settings: JsonObject): boolean => settings["certificate"] !== undefined;

/** A certificate with a user, a user with a password, or a client that logs in as itself. */
function needLogin(body: Fields, settings: JsonObject, secrets: JsonObject): void {
  const tls = "tls_client_certificate_with_private_key";
  if (settings["enable_mutual_tls"] === true && secrets[tls] === undefined) body.missing(tls);
  if (usesCertificate(settings)) {
    if (settings["username"] === undefined) body.missing("username");
    return;
  }
  if (secrets["client_secret"] === undefined) body.missing("client_secret");
  const half = (settings["username"] === undefined) !== (secrets["password"] === undefined);
  if (half) throw invalid("username and password belong together");
  if (settings["username"] === undefined && settings["domain_name"] === undefined) body.missing("domain_name");
}

/** The organization that these credentials open, or why Salesforce refuses them. */
export function openOrg(scope: Scope, { settings, secrets }: Credentials, createdAt: number): Org | string {
  const org = orgOfClient(scope, String(settings["client_id"]));
  const sandbox = settings["cloud_name"] === "Salesforce Sandbox Cloud";
  if (org?.sandbox !== sandbox) return "invalid_client_id: client identifier invalid";
  if (scope.now < createdAt + org.readyAfterSeconds * second) {
    return "inactive_app: the connected app has not reached every instance yet";
  }
  const client = org.clients.find(({ clientId }) => clientId === settings["client_id"]);
  const user = org.users.find(({ username }) => username === settings["username"]);
  if (usesCertificate(settings)) {
    return user === undefined ? "invalid_grant: user hasn't approved this consumer" : org;
  }
  if (client?.clientSecret !== secrets["client_secret"]) return "invalid_client: invalid client credentials";
  if (settings["username"] === undefined) {
    const own = String(settings["domain_name"]).replace(/^https:\/\//, "");
    return own === org.domainName ? org : "invalid_grant: no client credentials user enabled for this domain";
  }
  return user?.password === secrets["password"] ? org : "invalid_grant: authentication failure";
}

function orgOfClient(scope: Scope, clientId: string): Org | undefined {
  return scope.in(outside).by(orgs, "client", clientId)[0];
}

export const salesforceConnection: ConnectionService = {
  service: "salesforce",
  category: "cloud",
  products: ["cckm"],
  read,
  test: (scope, credentials, createdAt) => ({
    seconds: orgOfClient(scope, String(credentials.settings["client_id"]))?.testSeconds ?? 0.05,
    judge: () => {
      const opened = openOrg(scope, credentials, createdAt);
      return typeof opened === "string" ? opened : undefined;
    },
  }),
};

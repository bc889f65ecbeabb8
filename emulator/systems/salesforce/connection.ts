import { body, choice, flag, integer, text } from "../../core/body";
import { invalid } from "../../core/errors";
import type { Fields, JsonObject } from "../../core/fields";
import { accountConnection } from "../../shared/cloud";
import { checkCertificate } from "../../shared/certificates";
import { selfSigned, thumbprint } from "../../shared/selfSigned";
import type { Credentials } from "../../shared/connections";
import { orgs, type Org } from "./cloud";

const clouds = ["Salesforce Cloud", "Salesforce Sandbox Cloud"] as const;

const settingsOf = body({
  cloud_name: choice(clouds).required,
  client_id: text.required,
  username: text,
  domain_name: text,
  cert_duration: integer(1).or(730),
  is_certificate_used: flag.or(false),
  enable_mutual_tls: flag.or(false),
});
const secretsOf = body({
  client_secret: text,
  password: text,
  tls_client_certificate_with_private_key: text,
  tls_client_private_key_password: text,
});

function read(fields: Fields, before: Credentials | undefined): Credentials {
  refuseMixture(fields);
  const settings: JsonObject = { ...before?.settings, ...settingsOf(fields, before?.settings) };
  const secrets: JsonObject = { ...before?.secrets, ...secretsOf(fields, before?.secrets) };
  readCertificate(fields, settings, secrets);
  if (before !== undefined) dropFormerLogin(fields, settings, secrets);
  needLogin(fields, settings, secrets);
  return { settings, secrets };
}

/** What belongs to different kinds of login excludes each other in a request. */
function refuseMixture(fields: Fields): void {
  if (fields.has("certificate") && (fields.has("client_secret") || fields.flag("is_certificate_used") === true))
    throw invalid("certificate excludes client_secret and is_certificate_used");
  if (fields.has("domain_name") && (fields.has("username") || fields.has("password")))
    throw invalid("domain_name goes without username and password");
}

/** In an update, the fields of one kind of login end what the connection has of the others. */
function dropFormerLogin(fields: Fields, settings: JsonObject, secrets: JsonObject): void {
  const drop = (from: JsonObject, ...names: string[]): void => names.forEach((name) => delete from[name]);
  if (fields.has("certificate")) {
    drop(secrets, "client_secret", "password", "private_key");
    settings["is_certificate_used"] = false;
  } else if (settings["is_certificate_used"] !== true && (fields.has("client_secret") || fields.has("password"))) {
    drop(settings, "certificate", "certificate_thumbprint");
  }
  if (fields.has("domain_name")) {
    drop(settings, "username");
    drop(secrets, "password");
  }
  if (fields.has("username")) drop(settings, "domain_name");
}

/**
 * A certificate of the client's own comes in the request; with `is_certificate_used` the service
 * makes one.
 */
function readCertificate(fields: Fields, settings: JsonObject, secrets: JsonObject): void {
  const given = fields.text("certificate");
  if (given !== undefined) settings["certificate"] = checkCertificate("certificate", given);
  const used = settings["is_certificate_used"] === true;
  if (used && (settings["certificate"] === undefined || fields.flag("regenerate_certificate") === true)) {
    const made = selfSigned("CipherTrust Salesforce connection", Number(settings["cert_duration"]), Date.now());
    settings["certificate"] = made.certificate;
    secrets["private_key"] = made.privateKey;
  } else if (given === undefined && fields.flag("is_certificate_used") === false && secrets["private_key"]) {
    delete settings["certificate"];
    delete secrets["private_key"];
  }
  const pem = settings["certificate"] as string | undefined;
  settings["certificate_thumbprint"] = pem === undefined ? undefined : thumbprint(pem);
}

const usesCertificate = (settings: JsonObject): boolean => settings["certificate"] !== undefined;

/** A certificate with a user, a user with a password, or a client that logs in as itself. */
function needLogin(fields: Fields, settings: JsonObject, secrets: JsonObject): void {
  const tls = "tls_client_certificate_with_private_key";
  if (settings["enable_mutual_tls"] === true && secrets[tls] === undefined) fields.missing(tls);
  if (usesCertificate(settings)) {
    if (settings["username"] === undefined) fields.missing("username");
    return;
  }
  if (secrets["client_secret"] === undefined) fields.missing("client_secret");
  const half = (settings["username"] === undefined) !== (secrets["password"] === undefined);
  if (half) throw invalid("username and password belong together");
  if (settings["username"] === undefined && settings["domain_name"] === undefined) fields.missing("domain_name");
}

const unknown = "invalid_client_id: client identifier invalid";

function refusal(org: Org, { settings, secrets }: Credentials, ready: boolean): string | undefined {
  const sandbox = settings["cloud_name"] === "Salesforce Sandbox Cloud";
  if (org.sandbox !== sandbox) return unknown;
  if (!ready) return "inactive_app: the connected app has not reached every instance yet";
  const client = org.clients.find(({ clientId }) => clientId === settings["client_id"]);
  const user = org.users.find(({ username }) => username === settings["username"]);
  if (usesCertificate(settings))
    return user === undefined ? "invalid_grant: user hasn't approved this consumer" : undefined;
  if (client?.clientSecret !== secrets["client_secret"]) return "invalid_client: invalid client credentials";
  if (settings["username"] === undefined) {
    const own = String(settings["domain_name"]).replace(/^https:\/\//, "");
    return own === org.domainName ? undefined : "invalid_grant: no client credentials user enabled for this domain";
  }
  return user?.password === secrets["password"] ? undefined : "invalid_grant: authentication failure";
}

export const salesforceConnection = accountConnection<Org>({
  service: "salesforce",
  read,
  find: (world, { settings }) => world.by(orgs.kind, "client", String(settings["client_id"]))[0],
  unknown,
  refusal,
});

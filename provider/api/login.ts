import { X509Certificate } from "node:crypto";
import { againWhen, ApiError, isKind } from "./errors";
import { environmentNames, type Settings } from "./settings";
import type { Wire } from "./transport";

/** A request for a token, and how errors name it. */
export interface Login {
  /** Body of `POST /auth/tokens/`. */
  body: Wire;
  /** Who logs in. */
  who: string;
  /** What to check if the service refuses. */
  advice: string;
}

/**
 * The login that the settings describe: of a registered client, or of a user by password,
 * certificate, or both.
 */
export function loginOf(settings: Settings): Login {
  const { clientId, username, clientCertificate } = settings;
  if (clientId) return clientLogin(clientId);
  if (username) return passwordLogin(settings, username);
  return certificateLogin(settings, clientCertificate ?? "");
}

const trust = "The service's web interface must trust the CA of the certificate (WebInterfaceTrust).";

/** service.md: over mutual TLS, always to the root domain. */
function clientLogin(clientId: string): Login {
  return {
    body: { grant_type: "client_credential", client_id: clientId },
    who: `client ${clientId}`,
    advice: `Check ciphertrust:clientId, clientCertificate and clientKey (CIPHERTRUST_CLIENT_ID, _CLIENT_CERT, _CLIENT_KEY): identity and certificate must match the registration. ${trust}`,
  };
}

/**
 * With a certificate in the settings, TLS presents that too: the service demands both of users
 * whose method is password_with_user_certificate.
 */
function passwordLogin(settings: Settings, username: string): Login {
  const { password, connection, clientCertificate } = settings;
  const certificate = clientCertificate
    ? ` Check ciphertrust:clientCertificate and clientKey too: the user's certificateSubjectDn must be its subject. ${trust}`
    : " An account whose method is password_with_user_certificate needs ciphertrust:clientCertificate and clientKey as well.";
  return {
    body: { name: username, password, ...domainsOf(settings), connection },
    who: `user ${username}${connection ? ` of the connection ${connection}` : ""}${placeOf(settings)}`,
    advice: `${brokenLines(settings)}${adviceOn("username, password and domain", "CIPHERTRUST_USERNAME, CIPHERTRUST_PASSWORD", settings)}${certificate}`,
  };
}

/**
 * A file that was read whole ends so. It may be meant: only a login that has failed shows that it
 * is not.
 */
function brokenLines(settings: Settings): string {
  const names = ["username", "password", "domain", "authDomain", "connection"] as const;
  const found = names.filter((name) => /[\r\n]$/.test(settings[name] ?? ""));
  if (found.length === 0) return "";
  const which = found.map((name) => `ciphertrust:${name} (${environmentNames[name]})`).join(" and ");
  return `${which} ${found.length === 1 ? "ends" : "end"} in a line break, as the content of a file does: remove it. `;
}

/** The service finds the user by the subject of the certificate that TLS presents. */
function certificateLogin(settings: Settings, certificate: string): Login {
  const subject = new X509Certificate(certificate).subject.split("\n").join(", ");
  return {
    body: { grant_type: "user_certificate", ...domainsOf(settings) },
    who: `the user with the certificate ${subject}${placeOf(settings)}`,
    advice:
      `${adviceOn("clientCertificate, clientKey and domain", "CIPHERTRUST_CLIENT_CERT, _CLIENT_KEY", settings)} ` +
      `The user needs that subject as certificateSubjectDn, and user_certificate among the allowedAuthMethods. ${trust} ` +
      "A registered client also sets ciphertrust:clientId; a login with a password sets ciphertrust:username beside the certificate.",
  };
}

/** Clocks differ. */
const tolerance = 5 * 60_000;

/**
 * Throws if TLS would present an expired certificate: over TLS 1.3 its refusal looks like a broken
 * connection.
 */
export function refuseExpired({ clientCertificate }: Settings, now: number): void {
  if (!clientCertificate) return;
  const { subject, validFrom, validTo } = new X509Certificate(clientCertificate);
  if (Date.parse(validTo) > now - tolerance) return;
  const [from, to] = [validFrom, validTo].map((date) => new Date(date).toISOString());
  const advice =
    "Set ciphertrust:clientCertificate (CIPHERTRUST_CLIENT_CERT) to a valid certificate, with its key, or check the clock of this machine.";
  const facts = { kind: "unauthorized", call: "using ciphertrust:clientCertificate", advice } as const;
  const name = subject.split("\n").join(", ");
  throw new ApiError(
    `the client certificate ${name} has expired (valid from ${from} to ${to}): nothing was sent`,
    facts,
  );
}

/** The path supersedes the name. */
function domainsOf({ domain, authDomain, authDomainPath }: Settings): Wire {
  return { domain, ...(authDomainPath ? { auth_domain_path: authDomainPath } : { auth_domain: authDomain }) };
}

function placeOf({ domain, authDomain, authDomainPath }: Settings): string {
  const home = authDomainPath ?? authDomain;
  return `${home ? `, who is known in domain ${home}` : ""}${domain ? ` in domain ${domain}` : ""}`;
}

function adviceOn(names: string, variables: string, settings: Settings): string {
  const { domain, authDomain, authDomainPath, connection } = settings;
  const home = authDomainPath
    ? ", and ciphertrust:authDomainPath (CIPHERTRUST_TENANT)"
    : authDomain
      ? ", and ciphertrust:authDomain (CIPHERTRUST_AUTH_DOMAIN)"
      : "";
  const provider = connection ? `, and ciphertrust:connection (CIPHERTRUST_CONNECTION), which is "${connection}"` : "";
  const elsewhere =
    domain && home === ""
      ? " If another domain holds the account, set ciphertrust:authDomain (CIPHERTRUST_AUTH_DOMAIN) to it."
      : "";
  return `Check ciphertrust:${names} (${variables}, CIPHERTRUST_DOMAIN)${home}${provider}.${elsewhere}`;
}

/** Whatever responds at that address is not the service: calls without a token would only hide that. */
export function noToken({ address }: Settings, why?: ApiError): ApiError {
  const advice =
    "Check ciphertrust:address (CIPHERTRUST_ADDRESS): a server other than the service seems to respond there.";
  const facts = { kind: "untrusted", call: "POST /auth/tokens/", advice } as const;
  return new ApiError(`${address} responded to the login without a token${why ? `: ${why.message}` : ""}`, facts);
}

const elsewhere = ({ address }: Settings) =>
  `Check ciphertrust:address (CIPHERTRUST_ADDRESS): the service was looked for at ${address}/api/v1, and only a path that a gateway serves it at belongs to the address.`;

/** Why a login failed, in the terms of the settings. */
export function refusal(error: unknown, settings: Settings): unknown {
  const { who, advice } = loginOf(settings);
  if (settings.clientCertificate && isKind(error, "unanswered")) {
    // Over TLS 1.3 a rejected client certificate appears as a broken connection.
    const check = `If it persists, the service may not accept the certificate of ${who}: check ciphertrust:clientCertificate and clientKey (CIPHERTRUST_CLIENT_CERT, _CLIENT_KEY). ${trust}`;
    return new ApiError(error.message, { ...error.facts, kind: "unreachable", advice: check }, { cause: error });
  }
  if (isKind(error, "unanswered") && (error.facts.status ?? 500) < 300) return noToken(settings, error);
  // Whatever happened to the login, the call that needed it was never sent.
  if (isKind(error, "unanswered", "failed", "notFound")) {
    const { advice = error.facts.status === 404 ? elsewhere(settings) : undefined } = error.facts;
    return new ApiError(error.message, { ...error.facts, kind: "unreachable", advice }, { cause: error });
  }
  if (isKind(error, "busy")) {
    const wait = `The service limits the rate of logins: ${againWhen(error)}.`;
    return new ApiError(error.message, { ...error.facts, advice: wait }, { cause: error });
  }
  if (!isKind(error, "unauthorized", "forbidden")) return error;
  const message = `${settings.address} refused the login of ${who}: ${error.message}`;
  return new ApiError(message, { ...error.facts, advice }, { cause: error });
}

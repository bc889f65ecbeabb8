import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request as httpsRequest } from "node:https";
import { listOf, type Client, type Loose, type Place, type Reply } from "./client";

type StringField =
  | "account"
  | "ca"
  | "ca_id"
  | "cert"
  | "cert_id"
  | "client_management_profile_id"
  | "createdAt"
  | "created_at"
  | "csr"
  | "id"
  | "issuer"
  | "jwt"
  | "key"
  | "message"
  | "name"
  | "notAfter"
  | "now"
  | "revoked_at"
  | "sha256_fingerprint"
  | "state"
  | "subject"
  | "subject_dn"
  | "token"
  | "uri"
  | "user_id"
  | "username"
  | "client_id"
  | "valid_until";

/**
 * The fields of responses for CAs, certificates, tokens, clients and sessions, as far as tests read
 * them.
 */
export type Facts = Readonly<Record<StringField, string>> & {
  readonly clients_registered: number;
  readonly total: number;
  readonly resources: readonly Facts[];
  readonly purpose: object;
};

/** A response about one of those. */
export interface Said {
  readonly status: number;
  readonly body: Facts;
}

const said = ({ status, body }: Reply): Said => ({ status, body: body as unknown as Facts });

/** A call that must succeed; returns its body. */
export async function ok(client: Client, method: string, path: string, body?: unknown): Promise<Facts> {
  return (await client.ok(method, path, body)) as unknown as Facts;
}

/** A call that may be refused. */
export async function send(client: Client, method: string, path: string, body?: unknown): Promise<Said> {
  return said(await client.call(method, path, body));
}

/** A certificate and its private key, as PEM. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/**
 * One call to the service from a machine, with its certificate in the TLS handshake and a
 * connection of its own.
 */
export function callAs(place: Place, pair: Pair | undefined, path: string, body: unknown): Promise<Said> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = httpsRequest(
      `${place.address}/api/v1${path}`,
      {
        method: "POST",
        agent: false,
        ca: readFileSync(place.caCertificate),
        ...pair,
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(text) },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => {
          const body = JSON.parse(Buffer.concat(parts).toString()) as Loose;
          resolve(said({ status: response.statusCode ?? 0, headers: response.headers, body }));
        });
      },
    );
    call.on("error", reject);
    call.end(text);
  });
}

/** The login of a registered client over mutual TLS. */
export function logIn(place: Place, clientId: unknown, pair: Pair | undefined): Promise<Said> {
  return callAs(place, pair, "/auth/tokens/", { grant_type: "client_credential", client_id: clientId });
}

function withFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "machine-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs openssl on files with these contents; returns its output. */
export function openssl(files: Readonly<Record<string, string>>, ...args: string[]): string {
  return withFolder((folder) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content, { mode: 0o600 });
    return execFileSync("openssl", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  });
}

/** A key pair of a machine and a request for a certificate, both created by openssl. */
export function makeRequest(subject: string, ...more: string[]): { readonly csr: string; readonly key: string } {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
  return {
    key: String(key),
    csr: openssl({ "key.pem": String(key) }, "req", "-new", "-key", "key.pem", "-subj", subject, ...more),
  };
}

/** A CA outside of the service, created by openssl. */
export function makeAuthority(
  subject: string,
): Pair & { issue(csr: string, days?: number, extensions?: string): string } {
  const { key, csr } = makeRequest(subject);
  const files = {
    "ca.key": key,
    "ca.csr": csr,
    "ca.ext": "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n",
  };
  const cert = openssl(
    files,
    "x509",
    "-req",
    "-in",
    "ca.csr",
    "-signkey",
    "ca.key",
    "-days",
    "3650",
    "-extfile",
    "ca.ext",
  );
  return {
    key,
    cert,
    issue: (request, days = 365, extensions = "basicConstraints=CA:FALSE\nextendedKeyUsage=clientAuth\n") => {
      const own = { "ca.key": key, "ca.pem": cert, "in.csr": request, "in.ext": extensions };
      const signing = ["x509", "-req", "-in", "in.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
      return openssl(own, ...signing, "-days", String(days), "-extfile", "in.ext");
    },
  };
}

/** A root CA of the service, ready to sign, whose certificates the web interface accepts. */
export async function localCa(client: Client, cn = "Machines"): Promise<Facts> {
  const pending = await ok(client, "POST", "/ca/local-cas", { cn, name: cn.toLowerCase() });
  const ca = await ok(client, "POST", `/ca/local-cas/${pending.id}/self-sign`, { duration: 3650 });
  await trust(client, "local", ca);
  return ca;
}

/** Makes the web interface accept certificates of that CA, too. */
export async function trust(client: Client, where: "local" | "external", { uri }: Facts): Promise<void> {
  await changeTrust(client, where, (uris) => [...uris, uri]);
}

/** Makes it no longer accept them. */
export async function distrust(client: Client, { uri }: Facts): Promise<void> {
  await changeTrust(client, "local", (uris) => uris.filter((one) => one !== uri));
}

async function changeTrust(client: Client, where: string, change: (uris: string[]) => string[]): Promise<void> {
  const path = "/configs/interfaces/web";
  const { trusted_cas } = await client.ok("GET", path);
  await client.ok("PATCH", path, { trusted_cas: { [where]: change(listOf(trusted_cas?.[where])) } });
  await restartWeb(client);
}

/** Restarts the web interface, and returns when it responds again. */
export async function restartWeb(client: Client): Promise<void> {
  await client.ok("POST", "/system/services/restart", { services: ["web"] });
  await untilBack(client);
}

/** Waits until the service responds: its restart has broken the connections. */
export async function untilBack(client: Client): Promise<void> {
  const responds = async () => (await client.get("/system/services/status")).status === 200;
  while (!(await responds().catch(() => false)));
}

/** A profile on that CA and a token for it. */
export async function tokenFor(client: Client, ca: Facts, profile: object = {}, token: object = {}): Promise<Facts> {
  const wanted = { name: `profile-of-${ca.name}`, ca_id: ca.id, ...profile };
  const made = await ok(client, "POST", "/client-management/profiles", wanted);
  return ok(client, "POST", "/client-management/regtokens/", { client_management_profile_id: made.id, ...token });
}

/** Registers without a bearer token. */
export async function register(client: Client, token: Facts, body: object): Promise<Said> {
  const wanted = { registration_token: token.token, ...body };
  return said(await client.raw("POST", "/api/v1/client-management/clients/", wanted));
}

/** A registered client with its CA and its key pair. */
export interface Registered {
  readonly ca: Facts;
  readonly token: Facts;
  readonly client: Facts;
  readonly pair: Pair;
}

/** A client called pipeline, in the group Connection Admins, with a certificate of 30 days. */
export async function registered(
  client: Client,
  machine: Pick<Pair, "key"> & { csr: string },
  profile: object = {},
): Promise<Registered> {
  const ca = await localCa(client);
  const token = await tokenFor(client, ca, { groups: ["Connection Admins"], cert_duration: 30, ...profile });
  const { body } = await register(client, token, { name: "pipeline", csr: machine.csr });
  return { ca, token, client: body, pair: { cert: body.cert, key: machine.key } };
}

/** A call of the service with the session of a client. */
export async function callIn(
  session: Said,
  client: Client,
  method: string,
  path: string,
  body?: unknown,
): Promise<Said> {
  return said(await client.raw(method, `/api/v1${path}`, body, { authorization: `Bearer ${session.body.jwt}` }));
}

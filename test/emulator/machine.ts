import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request as httpsRequest } from "node:https";
import type { Place, Loose, Reply, Client } from "./client";

/** A certificate and its private key, as PEM. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** One call to the service from a machine, with its certificate in the TLS handshake and a connection of its own. */
export function callAs(place: Place, pair: Pair | undefined, path: string, body: unknown): Promise<Reply> {
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
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const body = JSON.parse(Buffer.concat(parts).toString()) as Loose;
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
        });
      },
    );
    call.on("error", reject);
    call.end(text);
  });
}

/** The login of a registered client over mutual TLS. */
export function logIn(place: Place, clientId: unknown, pair: Pair | undefined): Promise<Reply> {
  return callAs(place, pair, "/auth/tokens/", { grant_type: "client_credential", client_id: clientId });
}

export function withFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "machine-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs openssl on files made of these texts; answers what it prints. */
export function openssl(files: Readonly<Record<string, string>>, ...args: string[]): string {
  return withFolder((folder) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content, { mode: 0o600 });
    return execFileSync("openssl", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  });
}

/** A key pair of a machine and a request for a certificate, both made by openssl. */
export function makeRequest(subject: string, ...more: string[]): { readonly csr: string; readonly key: string } {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
  return {
    key: String(key),
    csr: openssl({ "key.pem": String(key) }, "req", "-new", "-key", "key.pem", "-subj", subject, ...more),
  };
}

/** An authority outside of the service, made by openssl. */
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

/** A root authority of the service, ready to sign. */
export async function localCa(client: Client, cn = "Machines"): Promise<Loose> {
  const pending = await client.ok("POST", "/ca/local-cas", { cn, name: cn.toLowerCase() });
  return client.ok("POST", `/ca/local-cas/${pending.id}/self-sign`, { duration: 3650 });
}

/** A profile on that authority and a token for it. */
export async function tokenFor(client: Client, ca: Loose, profile: object = {}, token: object = {}): Promise<Loose> {
  const made = await client.ok("POST", "/client-management/profiles", {
    name: `profile-of-${ca.name}`,
    ca_id: ca.id,
    ...profile,
  });
  return client.ok("POST", "/client-management/regtokens/", { client_management_profile_id: made.id, ...token });
}

/** Registers without a bearer token. */
export function register(client: Client, token: Loose, body: object): Promise<Reply> {
  return client.raw("POST", "/api/v1/client-management/clients/", { registration_token: token.token, ...body });
}

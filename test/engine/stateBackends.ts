import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { request } from "undici";

/** State backends, where installed: each in its own folder and at its own port. */
export interface Backend {
  /** The environment of the pulumi processes that use it. */
  readonly environment: Record<string, string>;
  /** All that is stored in it, as text. */
  stored(): Promise<string>;
  close(): Promise<void>;
}

/** A kind of server; `missing` says why it cannot be run here. */
export interface BackendKind {
  readonly name: string;
  readonly missing?: string;
  start(): Promise<Backend>;
}

export const backends: readonly BackendKind[] = [
  {
    name: "PostgreSQL",
    missing: postgres("initdb") === undefined ? "PostgreSQL's initdb is not installed" : undefined,
    start: startPostgres,
  },
  {
    name: "an S3-compatible store",
    missing: onPath("moto_server") === undefined ? "moto_server (moto, from PyPI) is not installed" : undefined,
    start: startStore,
  },
];

function onPath(command: string): string | undefined {
  const places = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, command));
  return places.find((file) => existsSync(file));
}

/** No test's limit ends a command that the test waits for without hearing anything else. */
const asText = { encoding: "utf8", timeout: 60_000 } as const;

/** Debian keeps the server's commands off the path, in one folder for each version. */
function postgres(command: string): string | undefined {
  const versions = "/usr/lib/postgresql";
  const folders = existsSync(versions) ? readdirSync(versions).sort().reverse() : [];
  const places = folders.map((version) => join(versions, version, "bin", command));
  return places.find((file) => existsSync(file)) ?? onPath(command);
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function startPostgres(): Promise<Backend> {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-postgres-"));
  const port = await freePort();
  const password = "Backend-1-secret";
  // The server refuses to run as root.
  const owner = process.getuid?.() === 0 ? userNamed("postgres") : {};
  const as = (command: string, ...args: string[]) =>
    execFileSync(postgres(command)!, args, { ...owner, ...asText, cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
  const data = join(folder, "data");
  mkdirSync(data);
  writeFileSync(join(folder, "password"), password);
  if ("uid" in owner) execFileSync("chown", ["-R", "postgres", folder]);
  as(
    "initdb",
    "--pgdata",
    data,
    "--username",
    "pulumi",
    "--auth",
    "scram-sha-256",
    "--pwfile",
    join(folder, "password"),
  );
  const options = `-h 127.0.0.1 -p ${port} -k ${folder} -c fsync=off`;
  as("pg_ctl", "start", "--wait", "--silent", "--pgdata", data, "--options", options, "--log", join(folder, "log"));
  const address = `postgres://pulumi:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
  const all = "select key || ' ' || convert_from(decode(data->>'data', 'base64'), 'UTF8') from pulumi_state";
  return {
    environment: { PULUMI_BACKEND_URL: address },
    stored: () => Promise.resolve(as("psql", address, "--tuples-only", "--no-align", "--command", all)),
    close() {
      as("pg_ctl", "stop", "--wait", "--silent", "--mode", "immediate", "--pgdata", data);
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

function userNamed(name: string): { uid: number; gid: number } {
  const [uid, gid] = ["-u", "-g"].map((which) => Number(execFileSync("id", [which, name], { encoding: "utf8" })));
  return { uid: uid!, gid: gid! };
}

async function startStore(): Promise<Backend> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const server = spawn("moto_server", ["-H", "127.0.0.1", "-p", String(port)], { stdio: ["ignore", "ignore", "pipe"] });
  const close = async () => {
    const ended = new Promise((done) => server.once("close", done));
    server.kill();
    await ended;
  };
  await listening(server);
  await fetched(`${address}/states`, "PUT").catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const keys = async () => [...(await fetched(`${address}/states?list-type=2`)).matchAll(/<Key>([^<]*)<\/Key>/g)];
  return {
    environment: {
      PULUMI_BACKEND_URL: `s3://states?endpoint=${address}&s3ForcePathStyle=true&region=eu-west-1`,
      AWS_ACCESS_KEY_ID: "store",
      AWS_SECRET_ACCESS_KEY: "store-secret",
      AWS_REGION: "eu-west-1",
    },
    async stored() {
      const contents = (await keys()).map(async ([, key]) => `${key} ${await fetched(`${address}/states/${key}`)}`);
      return (await Promise.all(contents)).join("\n");
    },
    close,
  };
}

/** Resolves once the server prints its address. */
function listening(server: ChildProcess): Promise<void> {
  return new Promise((ready, failed) => {
    let text = "";
    server.stderr!.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("Running on")) ready();
    });
    server.once("error", failed).once("exit", () => failed(new Error(text)));
  });
}

async function fetched(address: string, method: "GET" | "PUT" = "GET"): Promise<string> {
  // The store requires a signature, but does not check it.
  const authorization =
    "AWS4-HMAC-SHA256 Credential=store/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0";
  const { statusCode, body } = await request(address, { method, headers: { authorization } });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${method} ${address}: ${statusCode} ${text}`);
  return text;
}

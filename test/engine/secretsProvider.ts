import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/**
 * For one run of the engine's tests: the part of a HashiCorp Vault (its transit engine) that
 * Pulumi's secrets provider `hashivault` uses. Each command with a passphrase derives a key from it
 * for longer than the rest of the command takes.
 */

const key = randomBytes(32);

function encrypt(plaintext: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const parts = [iv, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()];
  return `vault:v1:${Buffer.concat(parts).toString("base64")}`;
}

function decrypt(ciphertext: string): string {
  const bytes = Buffer.from(ciphertext.replace("vault:v1:", ""), "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
}

async function answer(request: IncomingMessage): Promise<object | undefined> {
  const body = JSON.parse(await text(request)) as { plaintext: string; ciphertext: string };
  if (request.url === "/v1/transit/encrypt/tests") return { ciphertext: encrypt(body.plaintext) };
  if (request.url === "/v1/transit/decrypt/tests") return { plaintext: decrypt(body.ciphertext) };
  return undefined;
}

const server = createServer((request, response) => {
  answer(request).then(
    (data) =>
      response.writeHead(data ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify({ data })),
    (error: Error) => response.writeHead(400).end(JSON.stringify({ errors: [error.message] })),
  );
});

export const secretsProvider = "hashivault://tests";

/** Its address and token reach the commands through the environment. */
export async function start(): Promise<void> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  process.env.VAULT_SERVER_URL = `http://127.0.0.1:${port}`;
  process.env.VAULT_SERVER_TOKEN = "tests";
}

/** For commands that get nothing of this process's environment. */
export const secretsProviderAccess = (): Record<string, string> => ({
  VAULT_SERVER_URL: process.env.VAULT_SERVER_URL!,
  VAULT_SERVER_TOKEN: process.env.VAULT_SERVER_TOKEN!,
});

export function stop(): void {
  server.close();
  server.closeAllConnections();
}

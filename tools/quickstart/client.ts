import { readFileSync } from "node:fs";
import { Agent, request, type Dispatcher } from "undici";
import { UserError } from "../errors";

/** What the emulator prints when it serves; `caCertificate` is a path. */
export interface Service {
  address: string;
  username: string;
  password: string;
  caCertificate: string;
}

const timeoutMs = 5_000;

/** A response other than success. */
export class Refusal extends UserError {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/**
 * One call without retries or sessions: what the quick start needs of the emulator, and no client
 * of the provider's.
 */
export async function callService(
  service: Service,
  method: Dispatcher.HttpMethod,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<unknown> {
  const dispatcher = new Agent({ connect: { ca: readFileSync(service.caCertificate), timeout: timeoutMs } });
  try {
    const response = await request(new URL(path, service.address), {
      method,
      dispatcher,
      headersTimeout: timeoutMs,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300)
      throw new Refusal(`The emulator refused ${method} ${path}: ${response.statusCode} ${text}`, response.statusCode);
    return text === "" ? undefined : JSON.parse(text);
  } finally {
    await dispatcher.close();
  }
}

export async function logIn(service: Service): Promise<string> {
  const { username, password } = service;
  const body = { grant_type: "password", username, password };
  const { jwt } = (await callService(service, "POST", "/api/v1/auth/tokens", { body })) as { jwt: string };
  return jwt;
}

import { readFileSync } from "node:fs";
import { Agent, request, type Dispatcher } from "undici";
import { UserError } from "../errors";
import type { Service } from "./emulator";

const timeoutMs = 5_000;

/** An answer that is none of success. */
export class Refusal extends UserError {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** One call without retries or sessions: what the quick start needs of the emulator, and no client of the provider's. */
export async function callService(
  service: Service,
  method: Dispatcher.HttpMethod,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<unknown> {
  const dispatcher = new Agent({ connect: { ca: readFileSync(service.caCertificate), timeout: timeoutMs } });
  try {
    const answer = await request(new URL(path, service.address), {
      method,
      dispatcher,
      headersTimeout: timeoutMs,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300)
      throw new Refusal(`The emulator refused ${method} ${path}: ${answer.statusCode} ${text}`, answer.statusCode);
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

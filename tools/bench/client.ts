import { readFileSync } from "node:fs";
import { Pool, type Dispatcher } from "undici";
import { UserError } from "../errors";
import type { Service } from "../quickstart/client";

type Wire = Record<string, unknown>;
type Method = Dispatcher.HttpMethod;

/** Requests at a time: enough to keep the emulator busy. */
const connections = 16;

/**
 * What a benchmark itself asks of the emulator: to fill the service, and to count. No client of the
 * provider's.
 */
export class Client {
  readonly #pool: Pool;

  constructor(private readonly service: Service) {
    const ca = readFileSync(service.caCertificate);
    const patient = { headersTimeout: 0, bodyTimeout: 0 };
    this.#pool = new Pool(service.address, { connections, connect: { ca }, ...patient });
  }

  /** A call of the emulator's own, beside the service's API. */
  control(method: Method, path: string, body?: object): Promise<Wire> {
    return this.#send(method, `/emulator${path}`, body);
  }

  /** The service's API for its administrator, until the token expires. */
  async session(): Promise<Session> {
    const { username, password } = this.service;
    const { jwt } = await this.#send("POST", "/api/v1/auth/tokens/", { name: username, password });
    return (method, path, body) => this.#send(method, `/api/v1${path}`, body, jwt as string);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #send(method: Method, path: string, body?: object, token?: string): Promise<Wire> {
    const headers = {
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await this.#pool.request({ method, path, headers, body: body && JSON.stringify(body) });
    const text = await response.body.text();
    if (response.statusCode >= 300)
      throw new UserError(`The emulator refused ${method} ${path}: ${response.statusCode} ${text}`);
    return text === "" ? {} : (JSON.parse(text) as Wire);
  }
}

export type Session = (method: Method, path: string, body?: object) => Promise<Wire>;

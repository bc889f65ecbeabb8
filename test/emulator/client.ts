import { readFileSync } from "node:fs";
import { Agent, request } from "undici";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index";

/** JSON whose shape only the test knows: every member may be read, and used as a string. */
export type Loose = string & { readonly [name: string]: Loose };

export const listOf = (value: Loose | undefined): Loose[] => value as unknown as Loose[];

/** The id in a response. */
export function idOf(body: Loose): string {
  const { id } = body;
  if (typeof id !== "string") throw new Error(`no id in ${JSON.stringify(body)}`);
  return id;
}

/** The members of a list's resources under one name. */
export const each = (list: Loose, name: string): unknown[] => listOf(list.resources).map((item) => item[name]);

/** A response of the service: its status, its headers, and its body, parsed if it is JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Loose;
}

/** The address of a server, and the credentials. */
export type Place = Pick<Emulator, "address" | "username" | "password" | "caCertificate">;

/** Calls the service over HTTPS, from outside, with a token that is renewed on demand. */
export class Client {
  private token: string | undefined;
  readonly dispatcher: Agent;

  constructor(
    readonly place: Place,
    private readonly login: Record<string, unknown> = {},
  ) {
    // The library checks the certificate for the Host header, which some tests set.
    const connect = { ca: readFileSync(place.caCertificate), checkServerIdentity: () => undefined };
    this.dispatcher = new Agent({ connections: 8, connect });
  }

  /** Another caller of the same server, such as another user or domain. */
  as(login: Record<string, unknown>): Client {
    return new Client(this.place, login);
  }

  /** One call of the service's API; `path` begins after /api/v1. */
  async call(method: string, path: string, body?: unknown): Promise<Reply> {
    this.token ??= await this.logIn();
    return this.raw(method, `/api/v1${path}`, body, { authorization: `Bearer ${this.token}` });
  }

  get = (path: string): Promise<Reply> => this.call("GET", path);
  post = (path: string, body?: unknown): Promise<Reply> => this.call("POST", path, body);
  patch = (path: string, body: unknown): Promise<Reply> => this.call("PATCH", path, body);
  delete = (path: string): Promise<Reply> => this.call("DELETE", path);

  /** A call that must succeed; returns its body. */
  async ok(method: string, path: string, body?: unknown): Promise<Loose> {
    const reply = await this.call(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  /** A call below /emulator, or with a token of one's own. */
  async raw(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const reply = await request(`${this.place.address}${path}`, {
      method: method as "GET",
      dispatcher: this.dispatcher,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await reply.body.text();
    const json = String(reply.headers["content-type"]).includes("json");
    return { status: reply.statusCode, headers: reply.headers, body: (json ? JSON.parse(text) : text) as Loose };
  }

  async advance(seconds: number): Promise<void> {
    const reply = await this.raw("POST", "/emulator/clock", { advanceSeconds: seconds });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    this.forgetToken();
  }

  forgetToken(): void {
    this.token = undefined;
  }

  async logIn(): Promise<string> {
    const { username, password } = this.place;
    const reply = await this.raw("POST", "/api/v1/auth/tokens/", { name: username, password, ...this.login });
    if (reply.status !== 200) throw new Error(`login: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body["jwt"] ?? "";
  }

  close(): Promise<void> {
    return this.dispatcher.destroy();
  }
}

/** Credentials of the default world's first account. */
export const credentials = {
  access_key_id: "AKIAIOSFODNN7EXAMPLE",
  secret_access_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
export const accountId = "123456789012";
const licensed = { licensing: { licenses: [{ feature: "CCKM" }] } };
/** For tests that say nothing about how long a call takes. */
export const hurried: EmulatorOptions = { world: licensed, hurry: true };

/** Runs the tests of a file against one emulator, which is reset for every test. */
export function withEmulator(options: EmulatorOptions = { world: licensed }): {
  readonly client: Client;
  readonly emulator: Emulator;
} {
  const shared: { client?: Client; emulator?: Emulator } = {};
  beforeAll(async () => {
    shared.emulator = await startEmulator(options);
    shared.client = new Client(shared.emulator);
  });
  beforeEach(async () => {
    await shared.emulator?.reset();
    shared.client?.forgetToken();
  });
  afterAll(async () => {
    await shared.client?.close();
    await shared.emulator?.close();
  });
  return shared as { client: Client; emulator: Emulator };
}

/** A tested AWS connection and a container on it; the test takes no time. */
export async function awsContainer(
  client: Client,
  regions = ["eu-west-1", "us-east-1", "us-west-2"],
): Promise<{ connection: string; kms: string }> {
  await client.raw("POST", "/emulator/world/aws/accounts", { accountId, testSeconds: 0 });
  const connection = await client.ok("POST", "/connectionmgmt/services/aws/connections", {
    name: "aws",
    ...credentials,
  });
  const test = await client.ok("POST", `/connectionmgmt/services/aws/connections/${idOf(connection)}/test`);
  expect(test).toEqual({ connection_ok: true });
  const kms = await client.ok("POST", "/cckm/aws/kms", {
    name: "prod",
    account_id: accountId,
    connection: "aws",
    regions,
  });
  return { connection: idOf(connection), kms: idOf(kms) };
}

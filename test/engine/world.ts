import { readFileSync } from "node:fs";
import { Agent, request } from "undici";
import { startEmulator, type Emulator } from "../../emulator/index";

/** An emulator with its control paths, and the environment with which a program reaches it. */
export interface World {
  emulator: Emulator;
  environment: Record<string, string>;
  control(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** A call of the service's API by its administrator. */
  api(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** A login; an error if the service refuses it. */
  token(name: string, password: string): Promise<string>;
  /** How often each route was called since the last {@link forget}. */
  routes(): Promise<Record<string, number>>;
  forget(): Promise<void>;
  close(): Promise<void>;
}

export async function startWorld(options: Parameters<typeof startEmulator>[0] = {}): Promise<World> {
  const emulator = await startEmulator(options);
  const { address, username, password, caCertificate } = emulator;
  const agent = new Agent({ connect: { ca: readFileSync(caCertificate) } });
  const call = async (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown, token?: string) => {
    const response = await request(address + path, {
      method,
      dispatcher: agent,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  };
  const token = async (name: string, password: string) =>
    (await call("POST", "/api/v1/auth/tokens/", { name, password })).jwt as string;
  return {
    emulator,
    token,
    environment: {
      CIPHERTRUST_ADDRESS: address,
      CIPHERTRUST_USERNAME: username,
      CIPHERTRUST_PASSWORD: password,
      CIPHERTRUST_CA_CERT: caCertificate,
      CIPHERTRUST_CLUSTER_LAG_SECONDS: "0",
    },
    control: (method, path, body) => call(method, `/emulator${path}`, body),
    api: async (method, path, body) => call(method, `/api/v1${path}`, body, await token(username, password)),
    routes: async () => (await call("GET", "/emulator/requests")).routes as Record<string, number>,
    forget: async () => void (await call("DELETE", "/emulator/requests")),
    async close() {
      await agent.close();
      await emulator.close();
    },
  };
}

import { google, payments } from "./systems/rows/google";
import { SystemClient } from "./systems/system";
import { idOf, listOf, type Client, type Loose, type Reply } from "./client";

export const world = (client: Client, what: string, body: object): Promise<Reply> =>
  client.raw("POST", `/emulator/world/google/${what}`, body);

/** A tested connection; the test takes no time. */
export async function googleConnection(client: Client, name?: string): Promise<string> {
  return (await SystemClient.of(client, google)).connect(name);
}

/** A ring as a container on such a connection. */
export async function googleRing(client: Client, name = payments): Promise<string> {
  return idOf(await (await SystemClient.of(client, google)).container(name));
}

export const symmetric = {
  key_name: "orders",
  algorithm: "GOOGLE_SYMMETRIC_ENCRYPTION",
  purpose: "ENCRYPT_DECRYPT",
  protection_level: "SOFTWARE",
};

/** A key with the methods that tests need most. */
export class GoogleKey {
  private constructor(
    readonly client: Client,
    readonly id: string,
  ) {}

  static async create(client: Client, params: object = {}): Promise<GoogleKey> {
    const gcp_key_params = { ...symmetric, ...params };
    return new GoogleKey(
      client,
      idOf(await client.ok("POST", "/cckm/google/keys", { key_ring: payments, gcp_key_params })),
    );
  }

  get path(): string {
    return `/cckm/google/keys/${this.id}`;
  }

  read = (): Promise<Loose> => this.client.ok("GET", this.path);
  act = (verb: string, body?: object): Promise<Loose> => this.client.ok("POST", `${this.path}/${verb}`, body);
  patch = (body: object): Promise<Reply> => this.client.patch(this.path, body);
  versions = async (query = ""): Promise<Loose[]> =>
    listOf((await this.client.ok("GET", `${this.path}/versions?${query}`)).resources);
  /** An action on the version of that number. */
  async version(number: number, verb: string, body?: object): Promise<Reply> {
    const [version] = await this.versions(`version=${number}`);
    return this.client.post(`${this.path}/versions/${idOf(version!)}/${verb}`, body);
  }
  states = async (): Promise<unknown[]> => (await this.versions()).map(({ state }) => state);
}

import { idOf, listOf, type Client, type Loose, type Reply } from "./client";

/** A service account's key file of the default world. */
export const keyFile = (changes: object = {}, project = "acme-prod"): string =>
  JSON.stringify({
    type: "service_account",
    project_id: project,
    private_key_id: "3f7a1c09e5b2d84610af73be92c5d8e04761ab3c",
    private_key: `-----BEGIN PRIVATE KEY-----\n${Buffer.from(`for the emulator only: ${project}`).toString("base64")}\n-----END PRIVATE KEY-----\n`,
    client_email: `key-manager@${project}.iam.gserviceaccount.com`,
    ...changes,
  });
export const email = "key-manager@acme-prod.iam.gserviceaccount.com";
export const connections = "/connectionmgmt/services/gcp/connections";
export const payments = "projects/acme-prod/locations/europe-west3/keyRings/payments";

export const world = (client: Client, what: string, body: object): Promise<Reply> =>
  client.raw("POST", `/emulator/world/google/${what}`, body);

/** A tested connection; the test takes no time. */
export async function googleConnection(client: Client, name = "google"): Promise<string> {
  await world(client, "serviceAccounts", { email, testSeconds: 0 });
  const connection = await client.ok("POST", connections, { name, key_file: keyFile() });
  expect(await client.ok("POST", `${connections}/${name}/test`)).toEqual({ connection_ok: true });
  return idOf(connection);
}

/** A ring as a container on such a connection. */
export async function googleRing(client: Client, name = payments): Promise<string> {
  const connection = await googleConnection(client);
  const body = { connection, project_id: "acme-prod", key_rings: [{ name }] };
  const { key_rings } = await client.ok("POST", "/cckm/google/add-key-rings", body);
  return idOf(listOf(key_rings)[0]!);
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

import { ociWorld } from "./systems/ociWorld";
import { oci } from "./systems/rows/oci";
import { SystemClient } from "./systems/system";
import { idOf, type Client, type Loose, type Reply } from "./client";

/** Changes the cloud itself, outside the service. */
export const changeWorld = (client: Client, what: string, body: object): Promise<Reply> =>
  client.raw("POST", `/emulator/world/oci/${what}`, body);

/** A tested connection; the test takes no time. */
export async function ociConnection(client: Client, name?: string): Promise<string> {
  return (await SystemClient.of(client, oci)).connect(name);
}

/** A connection and the shared vault as a container on it. */
export async function ociVault(client: Client): Promise<{ connection: string; vault: string }> {
  const { id, connection } = await (await SystemClient.of(client, oci)).container();
  return { connection: connection!, vault: id! };
}

const native = {
  name: "orders",
  algorithm: "AES",
  length: 32,
  protection_mode: "HSM",
  compartment_id: ociWorld.security,
};

/** A key with the methods that tests need most. */
export class OciKey {
  constructor(
    readonly client: Client,
    readonly id: string,
  ) {}

  static async create(client: Client, vault: string, more: object = {}): Promise<OciKey> {
    const key = new OciKey(client, idOf(await client.ok("POST", "/cckm/oci/keys", { vault, ...native, ...more })));
    await key.settled();
    return key;
  }

  static request = (vault: string, more: object = {}): object => ({ vault, ...native, ...more });

  act = (verb: string, body?: object): Promise<Loose> =>
    this.client.ok("POST", `/cckm/oci/keys/${this.id}/${verb}`, body);
  refused = (verb: string, body?: object): Promise<Reply> =>
    this.client.post(`/cckm/oci/keys/${this.id}/${verb}`, body);
  read = (): Promise<Loose> => this.client.ok("GET", `/cckm/oci/keys/${this.id}`);
  versions = (query = ""): Promise<Loose> =>
    this.client.ok("GET", `/cckm/oci/keys/${this.id}/versions?limit=-1${query}`);
  state = async (): Promise<string> => (await this.read()).oci_params!.lifecycle_state!;

  /** The first poll still shows the transitional state; after that it is over. */
  async settled(): Promise<Loose> {
    await this.read();
    return this.read();
  }
}

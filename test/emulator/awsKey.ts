import { idOf, listOf, type Client, type Loose, type Reply } from "./client";

/** Seconds of a day. */
export const day = 86_400;

interface KeyOptions {
  readonly aws_param?: object;
  readonly region?: string;
  readonly more?: object;
}

/** A key with the methods that tests need most. */
export class Key {
  constructor(
    readonly client: Client,
    readonly record: Loose,
  ) {}

  static async create(
    client: Client,
    { aws_param = { Alias: "orders" }, region = "eu-west-1", more = {} }: KeyOptions = {},
  ): Promise<Key> {
    return new Key(client, await client.ok("POST", "/cckm/aws/keys", { kms: "prod", region, aws_param, ...more }));
  }

  get id(): string {
    return idOf(this.record);
  }

  act = (verb: string, body?: object): Promise<Loose> =>
    this.client.ok("POST", `/cckm/aws/keys/${this.id}/${verb}`, body);
  refused = (verb: string, body?: object): Promise<Reply> =>
    this.client.post(`/cckm/aws/keys/${this.id}/${verb}`, body);
  read = (): Promise<Loose> => this.client.ok("GET", `/cckm/aws/keys/${this.id}`);
  /** Oldest first. */
  rotations = async (): Promise<Loose> => {
    const list = await this.client.ok("GET", `/cckm/aws/keys/${this.id}/rotations?limit=-1`);
    const resources = [...listOf(list.resources)].reverse();
    return Object.assign(list as object, { resources }) as unknown as Loose;
  };
}

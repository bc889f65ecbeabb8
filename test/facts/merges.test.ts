import type { Api } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { withoutMark } from "../../provider/lifecycle/values/wire";
import { credentials, withEmulator } from "../emulator/client";
import { startRig, type Rig } from "../lifecycle/rig";

/**
 * PATCH merges free maps by RFC 7396, as the public sources show: what a body leaves out stays, at
 * every depth, `null` removes a key, and a list is replaced as a whole.
 */

const aws = "/connectionmgmt/services/aws/connections";
const held = { keep: 1, deep: { stays: 1, goes: { x: 1 } }, list: [1, 2], gone: "x" };
const change = { deep: { goes: null }, list: [3], gone: null, added: { y: 1 } };
const merged = { keep: 1, deep: { stays: 1 }, list: [3], added: { y: 1 } };

const places: [what: string, path: string, body: Bag, field: string, id: string][] = [
  ["meta of a connection", aws, { name: "m", ...credentials }, "meta", "id"],
  ["meta of a domain", "/domains", { name: "m", admins: ["admin"] }, "meta", "id"],
  ["meta of a vault key", "/vault/keys2", { name: "m", algorithm: "aes" }, "meta", "id"],
  ["user metadata of a group", "/usermgmt/groups", { name: "m" }, "user_metadata", "name"],
  ["client metadata of a group", "/usermgmt/groups", { name: "m" }, "client_metadata", "name"],
  ["application metadata of a group", "/usermgmt/groups", { name: "m" }, "app_metadata", "name"],
  [
    "user metadata of a user",
    "/usermgmt/users",
    { username: "m", password: "Ab1!Ab1!Ab1!" },
    "user_metadata",
    "user_id",
  ],
  [
    "application metadata of a user",
    "/usermgmt/users",
    { username: "m", password: "Ab1!Ab1!Ab1!" },
    "app_metadata",
    "user_id",
  ],
];

describe("the emulator merges", () => {
  const shared = withEmulator();

  test.each(places)("%s", async (_what, path, body, field, id) => {
    const { client } = shared;
    const made = await client.ok("POST", path, { ...body, [field]: held });
    const item = `${path}/${String(made[id])}`;
    await client.ok("PATCH", item, { [field]: change });
    expect((await client.ok("GET", item))[field]).toEqual(merged);
    // Without the field, nothing changes.
    await client.ok("PATCH", item, {});
    expect((await client.ok("GET", item))[field]).toEqual(merged);
  });

  test("labels of a connection", async () => {
    const { client } = shared;
    const made = await client.ok("POST", aws, { name: "l", ...credentials, labels: { env: "prod", tier: "gold" } });
    const changed = await client.ok("PATCH", `${aws}/${String(made.id)}`, { labels: { env: null } });
    expect(changed.labels).toEqual({ tier: "gold" });
  });
});

interface Life {
  args: Bag;
  /** What the program takes out. */
  next: Bag;
  /** What the PATCH body holds of it. */
  sent: Bag;
}

const both = { a: 1, deep: { stays: true, goes: true } };
const one = { deep: { stays: true } };
const nulls = { a: null, deep: { stays: true, goes: null } };
const key = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" };

const lives: Record<string, Life> = {
  AwsConnection: {
    args: { ...key, meta: both, labels: { env: "prod", tier: "gold" } },
    next: { meta: one, labels: { tier: "gold" } },
    sent: { meta: nulls, labels: { env: null, tier: "gold" } },
  },
  Group: {
    args: { userMetadata: both, clientMetadata: { x: 1, y: 2 } },
    next: { userMetadata: one, clientMetadata: undefined },
    sent: { user_metadata: nulls, client_metadata: { x: null, y: null } },
  },
  User: {
    args: { username: "muser", password: "Ab1!Ab1!Ab1!", userMetadata: both },
    next: { userMetadata: one },
    sent: { user_metadata: nulls },
  },
  Domain: { args: { admins: ["admin"], meta: both }, next: { meta: one }, sent: { meta: nulls } },
  VaultKey: {
    args: { algorithm: "aes", labels: { a: "1", b: "2" }, permissions: { ReadKey: ["ops"], UseKey: ["ops"] } },
    next: { labels: { b: "2" }, permissions: { UseKey: ["ops"] } },
    sent: { labels: { a: null, b: "2" }, meta: { permissions: { ReadKey: null, UseKey: ["ops"] } } },
  },
};

describe("what a program takes out of a map goes", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.renew());

  /** Creates, takes out, and returns the bodies, the state after it, and the inputs. */
  async function live(type: string, { args, next }: Life, change: (body: Bag) => Bag = (body) => body) {
    const bodies: Bag[] = [];
    const ear = (api: Api): Api => ({
      ...api,
      patch: (path, body) => {
        bodies.push(body as Bag);
        return api.patch(path, change(body as Bag));
      },
    });
    const lifecycle = rig.lifecycle(type, undefined, ear);
    const check = (olds: Bag, news: Bag) => {
      const { inputs, failures } = lifecycle.check(olds, news);
      expect(failures).toEqual([]);
      return inputs;
    };
    const before = check({}, { name: "m", ...args });
    const made = await lifecycle.create(before);
    const inputs = check(before, { name: "m", ...args, ...next });
    bodies.length = 0;
    rig.log.length = 0;
    const { state } = await lifecycle.update(made.id, made.state, inputs);
    return { lifecycle, id: made.id, bodies, state, inputs };
  }

  test.each(Object.keys(lives))("%s: the body holds the whole map, and null for what goes", async (type) => {
    const { lifecycle, id, bodies, state, inputs } = await live(type, lives[type]!);
    const all = bodies.reduce(
      (sum, body) => ({ ...sum, ...body, meta: { ...(sum.meta as Bag), ...(body.meta as Bag) } }),
      {},
    );
    expect(all).toMatchObject(lives[type]!.sent);
    expect(rig.log).toEqual([]);
    const seen = await lifecycle.read(id, state);
    expect(lifecycle.diff(seen!.state, inputs)).toMatchObject({ changes: false });
    const kept = Object.entries(lives[type]!.next).filter(([, value]) => value !== undefined);
    expect(seen!.state).toMatchObject(Object.fromEntries(kept));
  });

  test("a whole map that the program no longer writes goes as well, one that it never wrote stays", async () => {
    const gone = { ...lives.AwsConnection!, next: { meta: undefined } };
    const { lifecycle, id, state, inputs } = await live("AwsConnection", gone);
    const item = `${aws}/${id}`;
    // The mark of this provider.
    const metaNow = async () => withoutMark((await rig.api.get(item)).meta);
    expect(await metaNow()).toEqual({});
    await rig.api.patch(item, { meta: { theirs: 1 } });
    const seen = await lifecycle.read(id, state);
    expect(lifecycle.diff(seen!.state, inputs)).toMatchObject({ changes: false });
    await lifecycle.update(id, seen!.state, { ...inputs, description: "new" });
    expect(await metaNow()).toEqual({ theirs: 1 });
  });

  test("permissions that the program no longer writes are revoked", async () => {
    const gone = { ...lives.VaultKey!, next: { permissions: undefined } };
    const { id } = await live("VaultKey", gone);
    expect((await rig.api.get(`/vault/keys2/${id}`)).meta).toHaveProperty("permissions", {});
  });

  test("a service that still shows a permission that was taken out fails the update", async () => {
    const kept = (body: Bag): Bag => (body.meta === undefined ? body : { meta: { permissions: { UseKey: ["ops"] } } });
    await expect(live("VaultKey", lives.VaultKey!, kept)).rejects.toThrow(/the service accepted permissions/);
  });
});

import { each, hurried, idOf, listOf, withEmulator, type Loose, type Reply } from "../client";
import { systems } from "./rows";
import { refusals, SystemClient, type Refusal } from "./system";

/** What containers of every system have in common. */

const shared = withEmulator(hurried);

describe.each(systems)("containers of %s", (_name, system) => {
  const { containers, refresh, wrong } = system;
  let own: SystemClient;
  beforeEach(async () => {
    own = await SystemClient.of(shared.client, system);
  });

  const at = (container: Loose): string => `${containers.path}/${idOf(container)}`;
  const remove = (container: Loose): Promise<Reply> =>
    containers.removal === undefined
      ? own.client.delete(at(container))
      : own.client.post(`${at(container)}/${containers.removal}`);
  const failing = (status: number, words: string) => ({
    status,
    body: { message: expect.stringMatching(words) },
  });

  if (containers.lookup !== undefined) {
    const [path, body, list, reference] = containers.lookup;
    test("are looked up through a connection that reaches them", async () => {
      await own.connect();
      const reply = await own.client.ok("POST", path, { connection: own.name, ...body });
      const found = list === undefined ? reply : reply[list]!;
      const items = Array.isArray(found) ? listOf(found) : [found];
      expect(items.map((item) => String(item[reference]))).toEqual(containers.offered);
      expect(await own.client.post(path, { connection: "nope", ...body })).toMatchObject(failing(400, "nope"));
      expect(await own.count(containers.path)).toBe(0);
    });
  }

  test("need a connection that is ready", async () => {
    const [[, refused, words = ""]] = wrong;
    await own.create();
    expect(await own.add(own.name)).toMatchObject(failing(409, "it has not been tested"));
    await own.create("refused", { ...refused });
    await own.test("refused");
    expect(await own.add("refused")).toMatchObject(failing(409, `its last test failed: .*${words}`));
    expect(await own.count(containers.path)).toBe(0);
    await own.test();
    expect((await own.add(own.name)).status).toBe(201);
  });

  test("are added once, and found", async () => {
    const made = await own.container();
    const shown = await own.client.ok("GET", at(made));
    expect(shown).toMatchObject(containers.shows);
    expect(shown).toMatchObject({ id: made.id, uri: expect.stringMatching(/^kylo:kylo:cckm:/) });
    expect((await own.add(own.name)).status).toBe(409);
    await own.connect("second");
    expect((await own.add("second")).status).toBe(409);
    for (const [name, value] of Object.entries({ connection: own.name, ...containers.filters })) {
      if (value === undefined) continue;
      const matching = (wanted: string) =>
        own.client.ok("GET", `${containers.path}?${name}=${encodeURIComponent(wanted)}`);
      expect([name, each(await matching(value), "id")]).toEqual([name, [made.id]]);
      expect([name, (await matching("other")).total]).toEqual([name, 0]);
    }
  });

  if (containers.offered.length > 1) {
    test("are added several at a time, all or none", async () => {
      await own.connect();
      expect((await own.add(own.name, ...containers.offered, "9")).status).toBe(400);
      expect(await own.count(containers.path)).toBe(0);
      const reply = await own.add(own.name, ...containers.offered);
      expect(own.added(reply)).toHaveLength(containers.offered.length);
      expect(await own.count(containers.path)).toBe(containers.offered.length);
    });
  }

  const foreign: Refusal[] = [
    ["an unknown connection", { connection: "nope" }, "there is no .* connection nope"],
    ["a connection of another service", { connection: "foreign" }, "there is no .* connection foreign"],
  ];
  test.each(refusals(foreign, containers.invalid))("are refused with $name", async ({ changes, words }) => {
    await own.connect();
    const service = system.service === "aws" ? "azure" : "aws";
    const login = systems.find(([, other]) => other.service === service)![1].login;
    await own.client.ok("POST", `/connectionmgmt/services/${service}/connections`, { name: "foreign", ...login });
    const body = { ...own.body(own.name), ...changes };
    expect(await own.client.post(containers.add, body)).toMatchObject(failing(400, words));
    expect(await own.count(containers.path)).toBe(0);
  });

  test("move to another connection that reaches them, and hold it", async () => {
    const made = await own.container();
    const [first] = each(await own.client.ok("GET", `${own.connections}?name=${own.name}`), "id");
    const used = await own.client.delete(`${own.connections}/${own.name}`);
    expect(used).toMatchObject(failing(409, "in use"));
    await own.create("other");
    const move = (connection: string) => own.client.patch(at(made), { connection });
    expect(await move("other")).toMatchObject(failing(409, "it has not been tested"));
    expect((await move("nope")).status).toBe(400);
    if (containers.stranger !== undefined) {
      await own.connect("stranger", containers.stranger);
      expect((await move("stranger")).status).toBe(400);
    }
    expect([first, own.name]).toContain((await own.client.ok("GET", at(made))).connection);
    const other = idOf(await own.test("other"));
    expect((await move("other")).status).toBe(200);
    expect([other, "other"]).toContain((await own.client.ok("GET", at(made))).connection);
    expect((await own.client.delete(`${own.connections}/${own.name}`)).status).toBe(204);
    expect((await own.client.delete(`${own.connections}/other`)).status).toBe(409);
  });

  test("are removed with what the service knows of their keys, and nothing changes outside", async () => {
    const made = await own.container();
    await own.refresh(idOf(made));
    expect(await own.count(refresh.keys)).toBe(refresh.total);
    const before = await own.world();
    expect((await remove(made)).status).toBe(204);
    expect(await own.count(refresh.keys)).toBe(0);
    expect((await own.client.get(at(made))).status).toBe(404);
    expect(await own.world()).toEqual(before);
    expect((await own.client.delete(`${own.connections}/${own.name}`)).status).toBe(204);
  });

  test("keep access lists that merge", async () => {
    const made = await own.container();
    const send = (entry: object) => own.client.post(`${at(made)}/update-acls`, { acls: [entry] });
    const permit = async (permit: boolean, ...actions: string[]) => {
      const reply = await send({ group: "CCKM Users", permit, actions });
      expect(reply.status).toBe(200);
      return reply.body.acls;
    };
    const granted = containers.permits ?? ["keycreate", "view"];
    const acl = (...actions: string[]) => [{ group: "CCKM Users", actions }];
    expect(await permit(true, "keycreate")).toEqual(acl(...granted));
    expect(await permit(true, "keyupdate")).toEqual(acl(...granted, "keyupdate"));
    expect(await permit(false, "keycreate", "keyupdate")).toEqual(acl(granted[1]!));
    expect((await own.client.ok("GET", at(made))).acls).toEqual(acl(granted[1]!));
    expect(await permit(false, granted[1]!)).toEqual([]);
    const { user_id } = await own.client.ok("GET", "/usermgmt/users/self");
    const { body } = await send({ user_id, permit: true, actions: ["keycreate"] });
    expect(body.acls).toEqual([{ user_id, actions: granted }]);
    for (const [stranger, words] of [
      [{ group: "Nobody" }, "there is no group called Nobody"],
      [{ user_id: "local|nobody" }, "there is no user with the id local.nobody"],
    ] as const) {
      expect(await send({ ...stranger, permit: true, actions: ["view"] })).toMatchObject(failing(400, words));
      // Permissions of deleted users can still be revoked.
      expect((await send({ ...stranger, permit: false, actions: ["view"] })).status).toBe(200);
    }
  });
});

import { each, idOf, withEmulator, type Loose } from "../client";
import { systems } from "./rows";
import { refusals, SystemClient, type Refusal } from "./system";

/** What connections to every system have in common. */

const shared = withEmulator();

describe.each(systems)("connections to %s", (_name, system) => {
  const { login, wrong, waits } = system;
  const root = `/connectionmgmt/services/${system.service}`;
  let own: SystemClient;
  beforeEach(async () => {
    own = await SystemClient.of(shared.client, system);
  });

  /** Tests credentials that are not stored; returns the result. */
  const tried = async (body: object): Promise<Loose> => {
    const result = await own.client.ok("POST", `${root}/connection-test`, body);
    if (result.status !== "in_progress") return result;
    await own.client.advance(1);
    return own.client.ok("GET", `${root}/connection-test/${idOf(result)}`);
  };

  test("start untested, never return a secret, and show the result of their last test", async () => {
    const described = { description: "d", meta: { a: 1 }, labels: { b: "c" } };
    const made = await own.create("own", { ...described, products: ["cckm"] });
    expect(made).toMatchObject({ name: "own", service: system.service, ...system.shows, ...described });
    expect(made.uri).toBe(`kylo:kylo:connectionmgmt:connections:own-${idOf(made)}`);
    for (const field of ["last_connection_ok", "last_connection_at"]) expect(made).not.toHaveProperty(field);
    const tested = await own.test("own");
    expect(tested).toMatchObject({ last_connection_ok: true, last_connection_at: expect.any(String) });
    const shown = JSON.stringify([made, tested, await own.client.ok("GET", own.connections)]);
    for (const secret of system.secrets) {
      expect(shown).not.toContain(secret);
      expect(JSON.stringify(login)).toContain(secret);
    }
    expect((await own.client.post(own.connections, { name: "own", ...login })).status).toBe(409);
    expect(each(await own.client.ok("GET", "/connectionmgmt/connections?last_connection_ok=true"), "id")).toEqual([
      made.id,
    ]);
    expect((await own.client.delete(`${own.connections}/own`)).status).toBe(204);
    expect((await own.client.get(`${own.connections}/own`)).status).toBe(404);
  });

  test.each([["the usual login", {}], ...Object.entries(system.otherLogins ?? {})])(
    "are ready with %s",
    async (_what, changes) => {
      expect(await tried({ ...login, ...changes })).toMatchObject({ connection_ok: true });
      await own.connect("own", changes);
      const shown = JSON.stringify(await own.client.ok("GET", `${own.connections}/own`));
      for (const secret of system.secrets) expect(shown).not.toContain(secret);
    },
  );

  test.each(refusals(wrong))("fail their test with $name", async ({ changes, words }) => {
    expect(words).not.toBe("");
    const result = await tried({ ...login, ...changes });
    expect(result).toMatchObject({ connection_ok: false, connection_error: expect.stringMatching(words) });
    await own.create("own", changes);
    const tested = await own.test("own");
    expect(tested).toMatchObject({ last_connection_ok: false, last_connection_error: expect.stringMatching(words) });
  });

  const nameless: Refusal[] = [
    ["no name", { name: "" }, "name is required"],
    ["a number for a name", { name: 5 }, "name"],
  ];
  test.each(refusals(nameless, system.invalid))("are refused with $name", async ({ changes, words }) => {
    const reply = await own.client.post(own.connections, { name: "own", ...login, ...changes });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(words) } });
    expect(await own.count(own.connections)).toBe(0);
  });

  test("are untested again when a tested field changes, and only then", async () => {
    await own.connect("own");
    const path = `${own.connections}/own`;
    const described = await own.client.ok("PATCH", path, { description: "new", labels: { x: "y" }, name: "ignored" });
    expect(described).toMatchObject({ name: "own", description: "new", labels: { x: "y" }, last_connection_ok: true });
    expect(await own.client.ok("PATCH", path, { ...login, description: "" })).toMatchObject({
      description: "new",
      last_connection_ok: true,
    });
    const changed = await own.client.ok("PATCH", path, { ...wrong[0][1], labels: { x: null } });
    expect(changed.labels).toEqual({});
    expect(changed).not.toHaveProperty("last_connection_ok");
    expect(await own.test("own")).toMatchObject({ last_connection_ok: false });
  });

  test("take time to test, and are refused as long as the system does not know them", async () => {
    await own.change(waits({ testSeconds: 20, readyAfterSeconds: 60 }));
    await own.create("own");
    const run = async (): Promise<unknown> => {
      const test = own.client.post(`${own.connections}/own/test`);
      // The request has arrived before the next one is answered.
      await own.client.raw("GET", "/emulator/health");
      await own.client.advance(19);
      expect(await own.client.ok("GET", `${own.connections}/own`)).not.toHaveProperty("last_connection_ok", true);
      await own.client.advance(2);
      await test;
      return (await own.client.ok("GET", `${own.connections}/own`)).last_connection_ok;
    };
    expect(await run()).toBe(false);
    await own.client.advance(40);
    expect(await run()).toBe(true);
  });
});

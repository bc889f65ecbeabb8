import { each, hurried, idOf, listOf, withEmulator, type Loose } from "../client";
import { systems } from "./rows";
import { refusals, SystemClient } from "./system";

/** What keys have in common that are made in the containers of a system. */

const shared = withEmulator(hurried);
const making = systems.flatMap(([name, system]) =>
  system.keys === undefined ? [] : [{ name, system, own: system.keys }],
);

describe.each(making)("keys of $name", ({ system, own }) => {
  const { keys: path } = system.refresh;
  const { named: field = "name" } = own;
  let at: SystemClient;
  let container: string;
  beforeEach(async () => {
    at = await SystemClient.of(shared.client, system);
    container = idOf(await at.container());
  });

  const post = (changes: object = {}) =>
    at.client.post(path, { [own.within]: container, ...own.body("orders"), ...changes });
  const part = (record: Loose): Loose => (own.part === undefined ? record : record[own.part]!);
  const named = async (): Promise<Loose[]> => listOf((await at.client.ok("GET", `${path}?${field}=orders`)).resources);

  test("are made once, found, and changed where the system can do that", async () => {
    const { status, body: made } = await post();
    expect([status, part(made)]).toMatchObject([201, { [field]: "orders", ...own.shows }]);
    expect(each(await at.client.ok("GET", `${path}?${own.recorded ?? own.within}=${container}`), "id")).toEqual([
      made.id,
    ]);
    expect((await post()).status).toBe(409);
    const changed = await at.client.patch(`${path}/${idOf(made)}`, own.change ?? {});
    expect(changed.status).toBe(own.change === undefined ? 404 : 200);
    if (own.change !== undefined) expect(part(changed.body)).toMatchObject({ [field]: "orders", ...own.change });
    expect(await at.client.ok("GET", `${path}/${idOf(made)}`)).toMatchObject({ id: made.id, gone: false });
  });

  test("outlive their records, and are deleted where they are", async () => {
    const { body: made } = await post();
    expect((await at.client.delete(`${path}/${idOf(made)}`)).status).toBe(204);
    expect((await at.client.get(`${path}/${idOf(made)}`)).status).toBe(404);
    expect((await post()).status).toBe(409);
    await at.refresh(container);
    const [again] = await named();
    expect(again!.id).not.toBe(made.id);
    const record = `${path}/${idOf(again!)}`;
    expect(await at.client.ok("POST", `${record}/delete`)).toMatchObject({ id: again!.id, gone: true });
    expect((await at.client.post(`${record}/delete`)).status).toBeGreaterThanOrEqual(400);
    expect((await at.client.delete(record)).status).toBe(204);
    expect(await named()).toEqual([]);
    expect((await post()).status).toBe(201);
  });

  test.each(refusals([["an unknown container", { [own.within]: "nope" }, "nope"]], own.invalid))(
    "are refused with $name",
    async ({ changes, words }) => {
      expect(await post(changes)).toMatchObject({ status: 400, body: { message: expect.stringMatching(words) } });
      expect(await at.count(path)).toBe(0);
    },
  );
});

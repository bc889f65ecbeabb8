import { listOf, withEmulator } from "./client";
import { sap, technical_user_credentials } from "./systems/rows/sap";
import { SystemClient } from "./systems/system";

const shared = withEmulator();
let own: SystemClient;
beforeEach(async () => {
  own = await SystemClient.of(shared.client, sap);
});

test("a connection changes from one type of credentials to the other, and is untested then", async () => {
  await own.connect();
  const path = `${own.connections}/${own.name}`;
  const changed = await own.client.ok("PATCH", path, { user_credentials: {}, technical_user_credentials });
  expect(changed).toMatchObject({ technical_user_credentials: { api_key: technical_user_credentials.api_key } });
  for (const field of ["user_credentials", "last_connection_ok"]) expect(changed).not.toHaveProperty(field);
  expect(await own.test()).toMatchObject({ last_connection_ok: true });
});

test("groups are looked up page by page, and added in an envelope", async () => {
  const connection = await own.connect();
  const { offered } = sap.containers;
  const page = async (body: object): Promise<unknown[]> =>
    listOf((await own.client.ok("POST", "/cckm/sap/get-groups", { connection, ...body })).value).map(({ id }) => id);
  expect([await page({ top: 1 }), await page({ top: 1, skip: 1 })]).toEqual([[offered[0]], [offered[1]]]);
  const { body } = await own.add(connection, ...offered);
  expect(body).toMatchObject({
    createdAt: expect.any(String),
    groups: [{ sap_application: "HANA" }, { sap_application: "S4H" }],
  });
  const [applications, reach] = await Promise.all([
    own.client.ok("GET", "/cckm/sap/applications"),
    own.client.ok("POST", "/cckm/sap/get-service-connectability", { connection }),
  ]);
  expect(listOf(applications.value).map(({ name }) => name)).toEqual(["HANA", "S4H"]);
  expect(reach).toMatchObject({ connectable: true });
});

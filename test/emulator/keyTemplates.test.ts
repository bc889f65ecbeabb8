import { idOf, withEmulator } from "./client";

const shared = withEmulator();

describe.each([
  ["aws", { aws_param: { KeyUsage: "SIGN_VERIFY", Tags: [{ TagKey: "team", TagValue: "a" }] }, region: "eu-west-1" }],
  ["azure", { azure_param: { kty: "RSA", key_size: 3072 }, key_vault: "payments" }],
])("key templates of %s", (cloud, key_attributes) => {
  const path = `/cckm/${cloud}/key-templates`;

  test("are kept as they came, and found by id and name", async () => {
    const { client } = shared;
    const template = await client.ok("POST", path, { name: "Signing-1", description: "for orders", key_attributes });
    expect(template).toMatchObject({
      uri: `kylo:kylo:cckm:${cloud}-key-template:signing-1-${idOf(template)}`,
      name: "Signing-1",
      description: "for orders",
      override_attributes: false,
      template_type: "byok",
      key_attributes,
    });
    for (const reference of [idOf(template), "Signing-1"])
      expect(await client.ok("GET", `${path}/${reference}`)).toEqual(template);
    expect(await client.ok("GET", `${path}?name=Sign*`)).toMatchObject({ total: 1 });
    const changed = await client.ok("PATCH", `${path}/Signing-1`, { override_attributes: true, description: "" });
    expect(changed).toMatchObject({ name: "Signing-1", description: "", override_attributes: true, key_attributes });
    expect((await client.delete(`${path}/Signing-1`)).status).toBe(204);
    expect((await client.get(`${path}/Signing-1`)).status).toBe(404);
  });

  test.each<[string, object, number]>([
    ["no name", { name: undefined }, 400],
    ["a blank in the name", { name: "for orders" }, 400],
    ["attributes that are no object", { key_attributes: "RSA" }, 400],
    ["parameters that are no object", { key_attributes: { [`${cloud}_param`]: "RSA" } }, 400],
    ["a name that is taken", { name: "first" }, 409],
  ])("are refused with %s", async (_name, body, status) => {
    await shared.client.ok("POST", path, { name: "first" });
    await shared.client.ok("POST", path, { name: "second" });
    expect((await shared.client.post(path, { name: "third", ...body })).status).toBe(status);
    if ("name" in body && body.name !== undefined)
      expect((await shared.client.patch(`${path}/second`, body)).status).toBe(status);
  });
});

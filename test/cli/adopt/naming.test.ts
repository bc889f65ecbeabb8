import { registry } from "../../../provider/resources";
import type { ExistingObject } from "../../../provider/lifecycle/vocabulary/definition";
import { identifierFor, resourceNames, settingName, slug } from "../../../cli/adopt/names";

/** Names of resources and constants. */

test.each([
  ["orders", "AwsKey", "ordersKey"],
  ["team/orders-eu_west", "AwsKey", "teamOrdersEuWestKey"],
  ["2024 backups", "VaultKey", "key2024Backups"],
  ["orders key", "AwsKey", "ordersKey"],
  ["Key Auditors", "Group", "keyAuditorsGroup"],
  ["AWSProd", "AwsConnection", "awsProdConnection"],
  ["Müller", "User", "müllerUser"],
  ["orders² ½", "AwsKey", "ordersKey"],
  ["٣ apples", "AwsKey", "key٣Apples"],
  ["class", "AwsKms", "classKms"],
  ["***", "AwsKey", "key"],
  ["prod", "Aws", "prodAws"],
])("a constant for %s of type %s is %s", (name, type, expected) => {
  expect(identifierFor(name, type, /^(Aws|Vault)/.exec(type)?.[0].toLowerCase() ?? "identity")).toBe(expected);
  expect(expected).toMatch(/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u);
});

test("a setting is named after its constant, and a file after its topic", () => {
  expect(settingName("prodConnection", ["credentials", "keyFile"])).toBe("prodConnectionCredentialsKeyFile");
  expect([slug("ACME Prod (EU)"), slug("§")]).toEqual(["acme-prod-eu", "unnamed"]);
});

const found = (type: string, id: string, record: object): ExistingObject => ({
  definition: registry.find((one) => one.type === type)!,
  id,
  record: { id, ...record },
});

test("resources keep the names of their objects; a second one of a type gets a number, the same in every run", () => {
  const keys = ["b", "a"].map((id) => found("AwsKey", id, { aws_param: { Alias: ["alias/orders"] } }));
  const kms = found("AwsKms", "k", { name: "orders::eu\n\u001b[2J" });
  for (const order of [keys, [...keys].reverse()]) {
    const names = resourceNames([...order, kms]);
    expect([names.get(keys[1]!), names.get(keys[0]!), names.get(kms)]).toEqual(["orders", "orders-2", "orders-eu [2J"]);
  }
});

test("objects named by ids get the names of what they refer to, and objects without a name a part of their id", () => {
  const key = found("AwsKey", "11111111-aaaa", { aws_param: { Alias: ["orders"] } });
  const binding = found("KeyRotation", key.id, { key: { type: "AwsKey", id: key.id } });
  const nameless = found("AwsKey", "22222222-bbbb-1234567890", { aws_param: {} });
  const names = resourceNames([key, binding, nameless]);
  expect([names.get(binding), names.get(nameless)]).toEqual(["orders", "AwsKey-12345678"]);
});

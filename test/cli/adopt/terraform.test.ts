import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { registry } from "../../../provider/resources";
import { readTerraformState, StateError } from "../../../cli/adopt/terraform";
import { counterpartOf, terraformList, terraformTypes } from "../../../cli/adopt/terraformTypes";

/** States of the vendor's Terraform provider. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ciphertrust-terraform-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (content: unknown) => {
  const file = join(folder, "state.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return readTerraformState(file);
};
const managed = (type: string, attributes: object, more: object = {}) => ({
  mode: "managed",
  type,
  name: "x",
  instances: [{ attributes, ...more }],
});
const found = (type: string, id: string, record: object = {}) => ({
  definition: registry.find((one) => one.type === type)!,
  id,
  record: { id, ...record },
});

test("the documentation has the same list", () => {
  const plainly = (text: string) => text.replaceAll(/\s+/g, " ");
  const page = readFileSync(join(__dirname, "../../../docs/guides/terraform.md"), "utf8");
  expect(plainly(page)).toContain(plainly(terraformList()));
});

test("the guide declares resources that have a counterpart", () => {
  const guide = readFileSync(join(__dirname, "../../../docs/guides/terraform.md"), "utf8");
  const types = [...guide.matchAll(/^resource "ciphertrust_(\w+)"/gm)].map(([, type]) => type!);
  expect(types.length).toBeGreaterThan(4);
  expect(types.filter((type) => !terraformTypes[type]?.types.length)).toEqual([]);
});

test("every counterpart is a resource of this package, or has a reason", () => {
  const types = registry.map(({ type }) => type);
  for (const { types: ours, why } of Object.values(terraformTypes)) {
    expect(types).toEqual(expect.arrayContaining([...ours]));
    expect(ours.length > 0 || Boolean(why)).toBe(true);
  }
  expect(counterpartOf("ciphertrust_cte_profile").why).toContain("transparent encryption");
  expect(counterpartOf("ciphertrust_brand_new").why).toContain("unknown type");
});

test.each([
  ["no file", undefined, /cannot be read: ENOENT/],
  ["no JSON", "password = hush", /it is not JSON/],
  [
    "another version",
    { version: 3, modules: [] },
    /not a Terraform state of version 4 \(it has 3\).*terraform state pull/,
  ],
  ["something else", { resources: 7 }, /not a Terraform state/],
])("%s is reported without quoting the file", (_name, content, expected) => {
  const attempt = () => (content === undefined ? readTerraformState(join(folder, "none")) : read(content));
  expect(attempt).toThrow(StateError);
  expect(attempt).toThrow(expected);
  expect(attempt).not.toThrow(/hush/);
});

test("objects are identified by the service's id, by another identifier, or by their name", () => {
  const state = read({
    version: 4,
    resources: [
      managed("ciphertrust_aws_key", { id: "eu-west-1\\mrk", key_id: "k-1" }, { index_key: 0 }),
      managed("ciphertrust_gcp_keyring", { id: "projects/p/locations/l/keyRings/r" }),
      managed("ciphertrust_groups", { id: "1", name: "Auditors" }),
      managed("ciphertrust_dsm_key", { id: "d-1" }),
    ],
  });
  expect([...state.types].sort()).toEqual([
    "AwsKey",
    "AwsReplicaKey",
    "AwsUploadedKey",
    "DsmKey",
    "GoogleKeyRing",
    "Group",
  ]);
  const key = found("AwsKey", "k-1");
  expect(state.holds(key)).toBe(true);
  expect(state.addressOf(key)).toBe("ciphertrust_aws_key.x[0]");
  expect(state.holds(found("GoogleKeyRing", "r-1", { name: "projects/p/locations/l/keyRings/r" }))).toBe(true);
  expect(state.holds(found("Group", "Auditors", { name: "Auditors" }))).toBe(true);
  expect(state.holds(found("AwsKey", "k-2"))).toBe(false);
  expect(state.holds(found("AzureKey", "k-1"))).toBe(false);
  expect(state.missing()).toMatchObject([
    { name: "ciphertrust_dsm_key.x", reason: "is in the state and not in the service" },
  ]);
});

test("old states of other providers in another format do not prevent the rest from being read", () => {
  const old = { ...managed("aws_instance", {}), instances: [{ attributes_flat: { id: "i-1" } }] };
  const state = read({ version: 4, resources: [old, managed("ciphertrust_dsm_key", { id: "d-1" })] });
  expect([...state.types]).toEqual(["DsmKey"]);
});

test("a key is taken with its schedule only where Terraform bound it", () => {
  const resources = [managed("ciphertrust_aws_key", { key_id: "k-1", enable_rotation: [{ job_config_id: "j" }] })];
  const state = read({ version: 4, resources: [...resources, managed("ciphertrust_aws_key", { key_id: "k-2" })] });
  expect(state.types).toContain("KeyRotation");
  for (const id of ["k-1", "k-2"]) expect(state.holds(found("AwsKey", id))).toBe(true);
  const binding = (id: string) => found("KeyRotation", id, { key: { type: "AwsKey", id } });
  expect([state.holds(binding("k-1")), state.holds(binding("k-2"))]).toEqual([true, false]);
});

import { createCipheriv, createDecipheriv, createPublicKey, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleWorld } from "../../../tools/examples";
import { fingerprintOf, pemOf, rsaKey } from "../../keyMaterial";
import { configure } from "../example";
import { engineTimeout, items, Stack, startWorld, succeeds, type World } from "../harness";

/**
 * Keys of a ceremony in five clouds, as the guide says: the clouds have them, the state forgets
 * them.
 */

jest.setTimeout(2 * engineTimeout);

const orders = randomBytes(32);
const documents = rsaKey(3072);

let world: World;
let stack: Stack;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ciphertrust-ceremony-"));
  writeFileSync(join(folder, "orders.hex"), `${orders.toString("hex")}\n`);
  writeFileSync(join(folder, "documents.pem"), pemOf(documents, "pkcs1"));
  world = await startWorld({ world: exampleWorld });
  stack = await Stack.ofExample(world.environment, "ceremony");
  await configure(stack, "ceremony");
  await stack.config("keyFolder", folder, "--plaintext");
});
afterAll(async () => {
  stack?.remove();
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

const only = async (path: string): Promise<Record<string, unknown>> => {
  const [first] = items(await world.api("GET", path));
  if (first === undefined) throw new Error(`nothing is at ${path}`);
  return first;
};
const vaultKey = (name: string) => only(`/vault/keys2?name=${name}`);
const clean = async () => expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });

test("up brings both keys into the vault, compared by check value and public key", async () => {
  await succeeds(stack.up());
  const zeros = createCipheriv("aes-256-ecb", orders, null).update(Buffer.alloc(16));
  expect(stack.outputs()).toMatchObject({
    ordersCheckValue: zeros.subarray(0, 3).toString("hex").toUpperCase(),
    documentsFingerprint: fingerprintOf(documents),
    comparedBy: ["checkValue", "publicKey"],
  });
  await clean();
});

test("each cloud shows that its key is the uploaded one", async () => {
  const { id } = await vaultKey("ceremony-orders");
  expect(await only("/cckm/aws/keys?alias=ceremony/orders")).toMatchObject({
    local_key_id: id,
    aws_param: { Origin: "EXTERNAL" },
  });
  const azure = await only("/cckm/azure/keys?key_name=documents");
  const { n, e } = (azure.azure_param as { key: { n: string; e: string } }).key;
  const shown = createPublicKey({ key: { kty: "RSA", n, e }, format: "jwk" });
  expect(shown.equals(createPublicKey(documents))).toBe(true);
  const [google] = items(await world.api("GET", "/cckm/google/keys?key_id=ceremony-orders"));
  expect(google).toMatchObject({ gcp_params: { import_only: true } });
  const versions = items(await world.api("GET", `/cckm/google/keys/${String(google!.id)}/versions`));
  expect(versions).toMatchObject([{ key_material_origin: "cckm" }]);
  expect(await only("/cckm/oci/keys?key_name=ceremony-orders")).toMatchObject({ key_material_origin: "cckm" });
  expect(await only("/cckm/sfdc/keys?type=Data&status=ACTIVE")).toMatchObject({
    key_material_origin: "cckm",
    source_key_identifier: id,
  });
});

test("what was encrypted with the file opens in the vault, and the other way round", async () => {
  const { id } = await vaultKey("ceremony-orders");
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", orders, iv);
  const ciphertext = Buffer.concat([cipher.update("order 1"), cipher.final()]).toString("base64");
  const sealed = { id, type: "id", mode: "gcm", iv: iv.toString("base64"), ciphertext };
  const opened = await world.api("POST", "/crypto/decrypt", { ...sealed, tag: cipher.getAuthTag().toString("base64") });
  expect(Buffer.from(String(opened.plaintext), "base64").toString()).toBe("order 1");
  const plaintext = Buffer.from("order 2").toString("base64");
  const made = await world.api("POST", "/crypto/encrypt", { id, type: "id", mode: "gcm", plaintext });
  const part = (name: string) => Buffer.from(String(made[name]), "base64");
  const decipher = createDecipheriv("aes-256-gcm", orders, part("iv")).setAuthTag(part("tag"));
  expect(Buffer.concat([decipher.update(part("ciphertext")), decipher.final()]).toString()).toBe("order 2");
});

test("once the files are destroyed, the state forgets the material and nothing else changes", async () => {
  const before = [await vaultKey("ceremony-orders"), await vaultKey("ceremony-documents")];
  rmSync(folder, { recursive: true, force: true });
  await stack.config("filesDestroyed", "true", "--plaintext");
  const text = await succeeds(stack.preview());
  expect(text).toMatch(/material/);
  expect(text).not.toMatch(/\(replace\)|\(delete\)|\(create\)/);
  await succeeds(stack.up());
  const exported = await succeeds(stack.pulumi("stack", "export", "--show-secrets"));
  expect(exported).not.toContain(orders.toString("hex"));
  expect(exported).not.toContain(pemOf(documents, "pkcs1").split("\n")[3]);
  expect([await vaultKey("ceremony-orders"), await vaultKey("ceremony-documents")]).toEqual(before);
  await clean();
});

test("destroy leaves nothing of it in the service but the public half of the pair", async () => {
  await succeeds(stack.destroy());
  const left = items(await world.api("GET", "/vault/keys2?name=ceremony-*"));
  expect(left.map(({ name, objectType }) => [name, objectType])).toEqual([["ceremony-documents_public", "Public Key"]]);
  for (const path of ["/cckm/aws/keys", "/connectionmgmt/connections"])
    expect({ path, total: (await world.api("GET", path)).total }).toEqual({ path, total: 0 });
});

import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processesOf } from "../crash/processes";
import { Proxy, type Interject } from "../crash/proxy";
import { lockedPem, pemOf, rsaKey } from "../keyMaterial";
import { engineTimeout, items, startWorld, type Run, type Stack, type World } from "./harness";
import { declare, hosts } from "./hosts";
import { pluginStack } from "./plugin/support";

/**
 * Key material of one's own in both hosts, with the real engine over real TLS: searched for in
 * everything that its life leaves behind, failed runs too.
 */

jest.setTimeout(2 * engineTimeout);

const inLinuxOnly = process.platform === "linux" ? test : test.skip;

const [first, second] = [randomBytes(32), randomBytes(32)];
const [rsa, locked] = [rsaKey(), rsaKey()];
const password = "Canary-Ceremony-Passw0rd";
const files = {
  "first.hex": first.toString("hex").replace(/(.{8})/g, "$1 "),
  "second.base64": second.toString("base64"),
  "plain.pem": pemOf(rsa, "pkcs1"),
  "locked.pem": lockedPem(locked, password),
};
/** Each secret in every form that it has here or on its way: whole, and its lines. */
const forms = [
  ...[first, second].flatMap((bytes) => [bytes.toString("hex"), bytes.toString("base64")]),
  ...[first, second].map((bytes) => bytes.toString("hex").toUpperCase()),
  ...[pemOf(rsa), pemOf(rsa, "pkcs1"), pemOf(locked), files["locked.pem"]].flatMap((pem) =>
    pem.split("\n").slice(2, 4),
  ),
  files["first.hex"].trim(),
  password,
  Buffer.from(password).toString("base64"),
];
const sightings = (text: string): string[] =>
  forms.flatMap((needle) => {
    const at = text.indexOf(needle.slice(0, 24));
    return at < 0 ? [] : [text.slice(Math.max(0, at - 100), at + 8)];
  });

function filesIn(where: string): string[] {
  return readdirSync(where, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    try {
      const file = join(where, name);
      return statSync(file).isFile() ? [readFileSync(file, "latin1")] : [];
    } catch {
      return [];
    }
  });
}

let world: World;
let proxy: Proxy;
let folder: string;
const temporary = () => join(folder, "tmp");
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ciphertrust-material-"));
  mkdirSync(temporary());
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  world = await startWorld({});
  proxy = await Proxy.before(world.emulator);
});
afterAll(async () => {
  await proxy?.close();
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Refuses what brings material, in words that repeat the request. */
const refusing: Interject = (asked, body) => {
  if (asked.method !== "POST" || !body.includes('"material"')) return undefined;
  const said = { codeDesc: `NCERRCryptoOperationFailed: ${body}`, message: body };
  return { status: 400, headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(said)) };
};

describe.each(Object.entries(hosts))("in %s", (_host, make) => {
  let stack: Stack;
  const mark = randomUUID();
  const seen = new Set<string>();
  /** While a request is in progress, processes and temporary files can be inspected. */
  const look: Interject = () => {
    for (const { line, environment } of processesOf(mark)) seen.add(environment + line);
    for (const text of filesIn(temporary())) seen.add(text);
    return undefined;
  };
  const program = (orders = "") =>
    declare(
      stack,
      make,
      `
    const file = (name) => pulumi.secret(require("node:fs").readFileSync(${JSON.stringify(folder)} + "/" + name, "utf8"));
    const onDestroy = "destroy";
    const orders = make("vault:VaultKey", "orders", { algorithm: "aes", size: 256, onDestroy, ${orders} });
    make("vault:VaultKey", "plain", { algorithm: "rsa", size: 2048, onDestroy, material: file("plain.pem") });
    make("vault:VaultKey", "locked", {
      algorithm: "rsa", size: 2048, onDestroy, material: file("locked.pem"), materialPassword: pulumi.secret("${password}"),
    });
    exports.orders = orders;`,
    );
  const one = 'material: file("first.hex"),';
  const other = 'material: file("second.base64"), materialFormat: "base64",';
  const expectSilent = ({ code, text }: Run, expected = 0) =>
    expect({ seen: sightings(text), code, text: code === expected ? "" : text }).toEqual({
      seen: [],
      code: expected,
      text: "",
    });
  const orders = async () =>
    items(await world.api("GET", "/vault/keys2?name=orders")).map(({ version }) => Number(version));

  beforeAll(async () => {
    stack = await pluginStack(world);
    Object.assign(stack.environment, {
      CIPHERTRUST_ADDRESS: proxy.address,
      CIPHERTRUST_CA_CERT: proxy.certificate,
      MARK_OF_THE_TEST: mark,
      TMPDIR: temporary(),
    });
    proxy.interject = look;
  });
  afterAll(() => stack.remove());

  inLinuxOnly("a create that the service refuses with the request in its words", async () => {
    proxy.interject = refusing;
    const failed = await program(one).up();
    proxy.interject = look;
    expect(failed.text).toMatch(/creating VaultKey "orders" failed: .*No key was created/);
    expectSilent(failed, failed.code);
    expect(failed.code).not.toBe(0);
    expect(await orders()).toEqual([]);
    expect(sightings(stack.stored().text)).toEqual([]);
  });

  inLinuxOnly("preview, up, refresh: output, processes, temporary files, the state", async () => {
    expectSilent(await program(one).preview());
    expectSilent(await stack.up());
    expectSilent(await stack.drift());
    expectSilent(await stack.pulumi("stack", "output"));
    expect(seen.size).toBeGreaterThan(2);
    expect(sightings([...seen, ...filesIn(temporary())].join("\n"))).toEqual([]);
    expect(sightings(stack.stored().text)).toEqual([]);
    const proofs = ["orders", "plain", "locked"].map((name) => stack.resource(name)?.outputs?.materialProof);
    expect(proofs).toEqual(["checkValue", "publicKey", "publicKey"]);
  });

  inLinuxOnly("an update that fails, and one that imports a version", async () => {
    proxy.interject = refusing;
    const failed = await program(other).up();
    proxy.interject = look;
    expect(failed.text).toMatch(/The key has no new version/);
    expectSilent(failed, failed.code);
    expect(await orders()).toEqual([0]);
    expectSilent(await stack.preview());
    expectSilent(await stack.up());
    expect((await orders()).sort()).toEqual([0, 1]);
    expectSilent(await stack.drift());
    expect(sightings(stack.stored().text + [...seen].join("\n"))).toEqual([]);
  });

  inLinuxOnly("neither the service's list of requests nor its audit trail repeats it", async () => {
    const requests = await world.control("GET", "/requests");
    const records = await world.api("GET", "/audit/records?limit=500");
    expect(sightings(JSON.stringify([requests, records]))).toEqual([]);
  });

  inLinuxOnly("material that is removed changes nothing in the vault, and is in no later state", async () => {
    const decrypted = async () => {
      const { text } = await stack.pulumi("stack", "export", "--show-secrets");
      const { deployment } = JSON.parse(text) as { deployment: { resources: { urn: string }[] } };
      return sightings(JSON.stringify(deployment.resources.find(({ urn }) => urn.endsWith("::orders"))));
    };
    const before = await world.api("GET", "/vault/keys2?name=orders");
    expect(await decrypted()).not.toEqual([]);
    expectSilent(await program().up());
    expect(await world.api("GET", "/vault/keys2?name=orders")).toMatchObject({ total: before.total });
    expect(await decrypted()).toEqual([]);
    expectSilent(await stack.drift());
  });

  inLinuxOnly("a destroy: its output, temporary files, the state it leaves", async () => {
    expectSilent(await stack.destroy());
    expect(await orders()).toEqual([]);
    expect(sightings(stack.stored().text + filesIn(temporary()).join("\n"))).toEqual([]);
  });
});

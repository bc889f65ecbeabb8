import { execFileSync } from "node:child_process";
import { createCipheriv, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "../../provider/lifecycle/values/check";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { definitionOf } from "../../provider/resources/load";
import { checkValuesOf } from "../../provider/resources/vault/material/checkValue";
import { materialOf } from "../../provider/resources/vault/material/given";
import { writtenIn } from "../../provider/resources/vault/material/written";
import { ecKey, ecMixed, fingerprintOf, lockedPem, pemOf, pkcs12, publicPem, rsaKey, rsaMixed } from "../keyMaterial";

/** What a program may give as the material of a vault key, and what it may not: no request is sent. */

const failuresOf = (args: Bag): string[] =>
  check(definitionOf("VaultKey"), {}, { name: "orders", ...args }).failures.map(
    ({ property, reason }) => `${property} ${reason}`,
  );
const read = (args: Bag) => materialOf(writtenIn({ algorithm: "aes", ...args })!);

const aes = "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F";
const bytes = Buffer.from(aes, "hex");
const rsa = rsaKey();
const ec = ecKey();
const wrappedHere = Buffer.alloc(40, 7).toString("base64");

test.each<[string, Bag]>([
  ["hex", { material: aes }],
  ["hex in groups, with a line break", { material: `${aes.replace(/(.{8})/g, "$1 ")}\n`, size: 256 }],
  ["base64", { material: bytes.toString("base64"), materialFormat: "base64", size: 256 }],
  ["3DES of two parts", { algorithm: "tdes", material: aes.slice(0, 32), size: 128 }],
  ["HMAC", { algorithm: "hmac-sha256", material: aes }],
  ["PKCS#8", { algorithm: "rsa", size: 2048, material: pemOf(rsa) }],
  ["PKCS#1", { algorithm: "rsa", size: 2048, material: pemOf(rsa, "pkcs1") }],
  ["RSA without a size, which the material has", { algorithm: "rsa", material: pemOf(rsa) }],
  ["a curve", { algorithm: "ec", material: pemOf(ec, "sec1") }],
  ["a named curve", { algorithm: "ec", curveId: "prime256v1", material: pemOf(ec) }],
  ["an encrypted PEM", { algorithm: "ec", material: lockedPem(ec, "open"), materialPassword: "open" }],
  [
    "PKCS#12",
    {
      algorithm: "rsa",
      size: 2048,
      material: pkcs12(rsa, "open"),
      materialFormat: "pkcs12",
      materialPassword: "open",
    },
  ],
  ["wrapped bytes", { material: wrappedHere, wrapKey: "kek", wrapping: "aesKeyWrap", size: 256 }],
  [
    "a wrapped private key",
    { algorithm: "rsa", size: 2048, material: "AAAA", wrapKey: "kek", wrapping: "rsaAesKeyWrap" },
  ],
  ["what is not known yet", { material: unknownValue, materialFormat: "base64" }],
  ["an unknown size", { material: aes, size: unknownValue }],
  ["an unknown algorithm", { material: aes, algorithm: unknownValue }],
  ["an unknown wrapping key", { material: wrappedHere, wrapKey: unknownValue, wrapping: "aesKeyWrap" }],
])("accepts %s", (_name, args) => expect(failuresOf(args)).toEqual([]));

test.each<[string, Bag, RegExp]>([
  ["another size", { material: aes.slice(0, 32), size: 256 }, /^material has 128 bits, and size says 256: correct one/],
  ["a size that no AES key has", { material: aes.slice(0, 40) }, /^material has 160 bits; aes keys have 128, 192, 256/],
  ["half a byte", { material: aes.slice(1) }, /^material must be hex, two digits a byte; .*set materialFormat/],
  ["a path", { material: "./orders.key" }, /^material must be hex.*it is the path of a file/],
  ["base64 where hex is meant", { material: `${aes}+/`, materialFormat: "hex" }, /^material must be hex/],
  ["broken base64", { material: "A", materialFormat: "base64" }, /^material must be base64/],
  ["PEM for AES", { material: pemOf(rsa), materialFormat: "pem" }, /^materialFormat must be hex or base64 for an aes/],
  ["hex for RSA", { algorithm: "rsa", size: 2048, material: aes }, /^material must be a private key in PEM, and is no/],
  [
    "hex for RSA, as it says",
    { algorithm: "rsa", size: 2048, material: aes, materialFormat: "hex" },
    /^materialFormat must be pem or pkcs12 for an rsa key/,
  ],
  [
    "a public key",
    { algorithm: "rsa", size: 2048, material: publicPem(rsa) },
    /^material must be a private key in PEM, and is no private key, but a public key/,
  ],
  [
    "an RSA key of another size",
    { algorithm: "rsa", size: 4096, material: pemOf(rsa) },
    /^material has 2048 bits, and size says 4096/,
  ],
  [
    "a key of another kind",
    { algorithm: "ec", material: pemOf(rsa) },
    /^material is a private key of the kind rsa, and/,
  ],
  [
    "another curve",
    { algorithm: "ec", curveId: "secp384r1", material: pemOf(ec) },
    /^material is on the curve prime256v1, and curveId says secp384r1/,
  ],
  [
    "RSA of a hidden size",
    { algorithm: "rsa", material: "AAAA", wrapKey: "kek", wrapping: "rsaAesKeyWrap" },
    /^size is required for rsa, because only the service can read it from this material$/,
  ],
  ["RSA without material", { algorithm: "rsa" }, /^size is required when algorithm is "rsa", unless material is given/],
  ["two keys", { algorithm: "ec", material: pemOf(ec) + pemOf(ecKey()) }, /^material holds more than one private key/],
  ["a cut PEM", { algorithm: "ec", material: pemOf(ec).slice(0, -30) }, /^material must be .* a text that is cut off/],
  ["an encrypted PEM", { algorithm: "ec", material: lockedPem(ec, "x") }, /^materialPassword is required: the private/],
  [
    "another password",
    { algorithm: "ec", material: lockedPem(ec, "open"), materialPassword: "wrong" },
    /^materialPassword does not open the private key/,
  ],
  [
    "a password that nothing needs",
    { algorithm: "ec", material: pemOf(ec), materialPassword: "open" },
    /^materialPassword is not needed/,
  ],
  [
    "PKCS#12 with another password",
    { algorithm: "rsa", size: 2048, material: pkcs12(rsa, "open"), materialFormat: "pkcs12", materialPassword: "no" },
    /^materialPassword does not open the PKCS#12 file/,
  ],
  [
    "PKCS#12 without one",
    { algorithm: "rsa", size: 2048, material: pkcs12(rsa, "open"), materialFormat: "pkcs12" },
    /^materialPassword is required with the format pkcs12/,
  ],
  [
    "PKCS#12 of another size",
    { algorithm: "rsa", size: 3072, material: pkcs12(rsa, "open"), materialFormat: "pkcs12", materialPassword: "open" },
    /^material has 2048 bits, and size says 3072/,
  ],
  [
    "PKCS#12 with a curve",
    { algorithm: "ec", material: pkcs12(ec, "open"), materialFormat: "pkcs12", materialPassword: "open" },
    /^materialFormat must be pem: the service takes PKCS#12 for rsa keys only/,
  ],
  [
    "any file as PKCS#12",
    { algorithm: "rsa", size: 2048, material: aes, materialFormat: "pkcs12", materialPassword: "open" },
    /^material is no PKCS#12 file/,
  ],
  [
    "wrapped bytes of another size",
    { material: wrappedHere, wrapKey: "kek", wrapping: "aesKeyWrap", size: 128 },
    /256/,
  ],
  [
    "bytes that RFC 3394 does not make",
    { material: "AAAA", wrapKey: "kek", wrapping: "aesKeyWrap" },
    /^material is not wrapped by RFC 3394/,
  ],
  ["no wrapping", { material: wrappedHere, wrapKey: "kek" }, /^wrapping is required with wrapKey/],
  [
    "a wrapping of symmetric keys for a pair",
    { algorithm: "rsa", size: 2048, material: wrappedHere, wrapKey: "kek", wrapping: "rsaOaep256" },
    /^wrapping must be one of aesKeyWrapPadding, rsaAesKeyWrap for this algorithm/,
  ],
  [
    "hex that is wrapped",
    { material: aes, materialFormat: "hex", wrapKey: "kek", wrapping: "aesKeyWrap" },
    /^materialFormat must be base64, or left out, with wrapKey/,
  ],
  [
    "a format without material",
    { materialFormat: "base64" },
    /^materialFormat is not allowed unless material is given/,
  ],
  ["a wrapping key without material", { wrapKey: "kek", wrapping: "aesKeyWrap" }, /^wrapKey is not allowed unless/],
])("refuses %s, and repeats nothing of it", (_name, args, reason) => {
  const failures = failuresOf(args);
  expect(failures.join("\n")).toMatch(reason);
  for (const value of [args.material, args.materialPassword])
    if (typeof value === "string" && value.length > 4) expect(failures.join("\n")).not.toContain(value.slice(0, 20));
});

describe("a private key with parts of another one", () => {
  const mixed = /^material holds parts of two different keys, so that its two halves do not match: export it again$/;
  const other = rsaKey();

  test.each(["n", "e", "d", "p", "q", "dp", "dq", "qi"] as const)("is refused: %s of RSA", (part) => {
    const foreign = part === "e" ? rsaKey(2048, 0x10003) : other;
    const material = pemOf(rsaMixed(rsa, foreign, part), "pkcs1");
    expect(failuresOf({ algorithm: "rsa", size: 2048, material }).join("\n")).toMatch(mixed);
  });

  test("is refused in a PKCS#12 file and in an encrypted PEM", () => {
    const key = rsaMixed(rsa, other, "d", "p", "q", "dp", "dq", "qi");
    const given = { algorithm: "rsa", size: 2048, materialPassword: "open" };
    const files = [{ material: pkcs12(key, "open"), materialFormat: "pkcs12" }, { material: lockedPem(key, "open") }];
    for (const file of files) expect(failuresOf({ ...given, ...file }).join("\n")).toMatch(mixed);
  });

  test("is refused: the public point of a curve", () => {
    const key = ecMixed(ec, ecKey());
    for (const form of ["pkcs8", "sec1"] as const)
      expect(failuresOf({ algorithm: "ec", material: pemOf(key, form) }).join("\n")).toMatch(mixed);
  });

  test("cannot exist where the public half is computed: a key that cannot sign is accepted", () => {
    const { privateKey } = generateKeyPairSync("x25519");
    expect(failuresOf({ algorithm: "ec", curveId: "curve25519", material: pemOf(privateKey) })).toEqual([]);
  });
});

test("check values are those of known answers", () => {
  expect(checkValuesOf("aes", Buffer.alloc(32))[0]).toBe("DC95C0");
  expect(checkValuesOf("aes", Buffer.alloc(16))[0]).toBe("66E94B");
  expect(checkValuesOf("tdes", Buffer.alloc(24))[0]).toBe("8CA64D");
  expect(checkValuesOf("hmac-sha256", Buffer.alloc(32))).toEqual([]);
});

test("the check value by CMAC encrypts the first subkey, which RFC 4493 shows for its example", () => {
  const key = Buffer.from("2b7e151628aed2a6abf7158809cf4f3c", "hex");
  const subkey = Buffer.from("fbeed618357133667c85e08f7236a8de", "hex");
  const code = createCipheriv("aes-128-ecb", key, null).update(subkey).toString("hex");
  expect(checkValuesOf("aes", key)[1]).toBe(code.slice(0, 6).toUpperCase());
});

test("a 3DES key of two parts has the check value of three, the first twice", () => {
  const two = Buffer.from("0123456789abcdeffedcba9876543210", "hex");
  expect(checkValuesOf("tdes", two)).toEqual(checkValuesOf("tdes", Buffer.concat([two, two.subarray(0, 8)])));
});

test("every form of one key is sent in the service's form, with one fingerprint", () => {
  expect(read({ material: bytes.toString("base64"), materialFormat: "base64" })).toMatchObject({
    sent: { material: aes.toLowerCase(), size: 256 },
  });
  const forms = [
    read({ algorithm: "rsa", material: pemOf(rsa, "pkcs1") }),
    read({ algorithm: "rsa", material: lockedPem(rsa, "open"), materialPassword: "open" }),
    read({ algorithm: "rsa", material: pkcs12(rsa, "open"), materialFormat: "pkcs12", materialPassword: "open" }),
  ];
  for (const form of forms) expect(form).toMatchObject({ size: 2048, publicKeyFingerprint: fingerprintOf(rsa) });
  expect(forms[1]!.sent.material).toBe(pemOf(rsa));
  expect(forms[2]!.sent).toMatchObject({ format: "pkcs12", password: Buffer.from("open").toString("base64") });
});

test("a PKCS#12 file in a form that only the service may know is left to it; a cut one is refused", () => {
  const file = Buffer.from(pkcs12(rsa, "open"), "base64");
  const given = { algorithm: "rsa", size: 2048, materialFormat: "pkcs12", materialPassword: "open" };
  const indefinite = Buffer.concat([Buffer.from("3080", "hex"), file.subarray(4), Buffer.alloc(2)]);
  expect(read({ ...given, material: indefinite.toString("base64") })).toEqual({
    sent: expect.objectContaining({ format: "pkcs12", material: indefinite.toString("base64") }) as unknown,
  });
  const unsized = { ...given, size: undefined, material: indefinite.toString("base64") };
  expect(failuresOf(unsized)).toEqual([expect.stringMatching(/^size is required for rsa/)]);
  const cut = { ...given, material: file.subarray(0, -30).toString("base64") };
  expect(failuresOf(cut)).toEqual(["material is no PKCS#12 file"]);
});

test("PKCS#12 files of OpenSSL are opened, today's and those of older programs", () => {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-pkcs12-"));
  try {
    const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
    writeFileSync(join(folder, "key.pem"), pemOf(rsa));
    openssl("req", "-x509", "-key", "key.pem", "-out", "certificate.pem", "-days", "2", "-subj", "/CN=orders");
    for (const more of [[], ["-legacy"]]) {
      const files = ["-inkey", "key.pem", "-in", "certificate.pem", "-out", "key.pfx"];
      openssl("pkcs12", "-export", ...files, "-passout", "pass:open", ...more);
      const given = { algorithm: "rsa", material: readFileSync(join(folder, "key.pfx"), "base64") };
      const found = read({ ...given, materialFormat: "pkcs12", materialPassword: "open" });
      expect(found.publicKeyFingerprint).toBe(fingerprintOf(rsa));
      const other = { ...given, size: 2048, materialFormat: "pkcs12", materialPassword: "wrong" };
      expect(failuresOf(other)).toEqual(["materialPassword does not open the PKCS#12 file"]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

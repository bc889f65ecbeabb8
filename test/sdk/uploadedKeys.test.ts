import * as pulumi from "@pulumi/pulumi";
import * as sdk from "../../sdk";
import { run } from "./program";

/**
 * Policies for keys whose material was uploaded: none may end that without anybody having asked for
 * it.
 */

const kms = { kms: "k-1", region: "eu-west-1" };
const vaultKey = { keyVault: "v-1", localKeyIdentifier: "k-1" };
const googleKey = { keyRing: "r-1", sourceKeyId: "k-1" };
const uploaded: [argument: string, make: () => pulumi.Resource][] = [
  ["localKeyIdentifier", () => new sdk.AzureKey("byok", vaultKey)],
  ["sourceKeyTier", () => new sdk.AzureKey("byok", { keyVault: "v-1", sourceKeyTier: "pfx", pfx: "…" })],
  ["dsmKeyIdentifier", () => new sdk.AzureKey("byok", { keyVault: "v-1", dsmKeyIdentifier: pulumi.output("k-1") })],
  ["sourceKeyId", () => new sdk.GoogleKey("byok", googleKey)],
  ["sourceKeyIdentifier", () => new sdk.OciKey("byok", { vault: "v-1", sourceKeyIdentifier: "k-1" })],
  [
    "sourceKeyIdentifier",
    () => new sdk.SalesforceKey("byok", { organization: "o-1", type: "Data", sourceKeyIdentifier: "k-1" }),
  ],
  [
    "sourceKeyIdentifier",
    () => new sdk.SapKey("byok", { group: "g-1", type: "AES", operations: [], sourceKeyIdentifier: "k-1" }),
  ],
];
const bound = (key: pulumi.Resource, source?: sdk.RotationSource) => () =>
  new sdk.KeyRotationPolicy("p", { every: "90d", keys: [key as sdk.AzureKey], source });

test.each(uploaded)("keys with %s need a source, which may be native", async (argument, make) => {
  await run(() => {
    const key = make();
    const { resourceType } = key as sdk.AzureKey;
    expect(bound(key)).toThrow(
      `keys[0]: ${resourceType} byok has uploaded material (${argument}), and its holder would make the new one: put it into a ` +
        'policy with source: "ciphertrust" (new material of the service\'s own vault) or source: "native"',
    );
    expect(bound(key, {})).toThrow("has uploaded material");
    for (const source of ["native", "ciphertrust", { keySource: "dsm", domain: "d-1" }] as const)
      expect(bound(key, source)).not.toThrow();
    return [];
  });
});

test("keys with importOnly take no material of their holder", async () => {
  await run(() => {
    const key = new sdk.GoogleKey("byok", { ...googleKey, importOnly: true });
    const words =
      /GoogleKey byok takes uploaded material only \(importOnly\).*would fail: put it into a policy with source: "ciphertrust" \(/;
    for (const source of [undefined, "native", { keySource: "native" }] as const) {
      expect(bound(key, source)).toThrow(words);
      expect(bound(key, source)).not.toThrow(/source: "native"/);
    }
    expect(bound(key, "ciphertrust")).not.toThrow();
    return [];
  });
});

test("keys need no source where the service makes the new one, or where nothing was uploaded", async () => {
  await run(() => {
    const aws = new sdk.AwsUploadedKey("byok", { ...kms, sourceKeyIdentifier: "k-1" });
    const sap = new sdk.SapHyokKey("hyok", { keystore: "s-1", sourceKeyIdentifier: "k-1" });
    const native = new sdk.OciKey("native", { vault: "v-1", sourceKeyIdentifier: undefined });
    for (const key of [aws, sap, native]) expect(bound(key)).not.toThrow();
    return [];
  });
});

test("vault keys with material get a warning", async () => {
  const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
  await run(() => {
    bound(new sdk.VaultKey("plain", { algorithm: "aes" }))();
    bound(new sdk.VaultKey("records", { algorithm: "aes", material: "00" }))();
    return [];
  });
  const texts = warn.mock.calls.map(([text]) => text);
  warn.mockRestore();
  expect(texts).toEqual([
    expect.stringMatching(/VaultKey "records" has material, and rotations make material of the service's own\./),
  ]);
});

import * as pulumi from "@pulumi/pulumi";
import * as sdk from "../../sdk";
import { run } from "./program";

/** A provider instance that this copy of the package did not make is not taken for the default one. */

/** As if another package depended on another copy of this one. */
function otherCopy(): typeof sdk {
  let copy: typeof sdk | undefined;
  jest.isolateModules(() => {
    jest.doMock("@pulumi/pulumi", () => pulumi);
    copy = jest.requireActual<typeof sdk>("../../sdk");
  });
  return copy!;
}

/** As TypeScript accepts it: the declared types do not differ. */
class OtherProvider extends pulumi.ProviderResource {}

const others: Record<string, () => pulumi.ProviderResource> = {
  "another copy": () => new (otherCopy().Provider)("tenant", { address: "https://cm.example.com" }),
  "another class": () => new OtherProvider("pulumi-nodejs", "tenant"),
};
const keyOf = (type: "VaultKey" | "AwsKey") => ({ type, id: "k-1", name: "orders" });
const uses: [name: string, what: string, use: (provider: sdk.Provider) => unknown][] = [
  ["a function", "looking up AWS regions", (provider) => sdk.getAwsRegions({ connection: "aws" }, { provider })],
  ["a list", "listing AwsKey", (provider) => sdk.AwsKey.list({}, { provider })],
  [
    "a policy on keys of the vault",
    "reading a VaultKey",
    (provider) => new sdk.KeyRotationPolicy("p", { every: "90d", keys: [keyOf("VaultKey")] }, { provider }),
  ],
  [
    "the notice of a policy",
    "reading the status of rotations",
    (provider) =>
      new sdk.KeyRotationPolicy("p", { every: "90d", keys: [keyOf("AwsKey")], notify: "error" }, { provider }),
  ],
];

describe.each(Object.entries(others))("a provider of %s", (_name, other) => {
  test.each(uses)("is refused by %s, with what to do", async (_use, what, use) => {
    await run(() => {
      expect(() => use(other() as sdk.Provider)).toThrow(
        `${what}: the provider is not a Provider of this copy of pulumi-ciphertrust. If \`npm ls pulumi-ciphertrust\` lists two copies`,
      );
    });
  });
});

test("one of this copy is accepted, also from a component", async () => {
  const [, , notice] = uses.at(-1)!;
  await run(() => expect(() => notice(new sdk.Provider("tenant"))).not.toThrow());
});

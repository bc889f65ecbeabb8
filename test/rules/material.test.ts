import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { endsKeys, holdsKeys } from "../../provider/lifecycle/service/keyEnds";
import { registry } from "../../provider/resources";
import { definitionOf } from "../../provider/resources/load";

/** Which types hold key material, and what ends it. */

test("these hold no keys", () => {
  const others = registry.filter((one) => !holdsKeys(one) && (one.role ?? "any") === "any").map(({ type }) => type);
  expect(others).toEqual([
    "AwsPolicyTemplate",
    "OciIssuer",
    "SalesforceCertificate",
    "SalesforceEndpoint",
    "VaultKeyRevocation",
    "Group",
    "User",
    "LdapIdentityProvider",
    "OidcIdentityProvider",
    "ExternalCa",
    "ClientProfile",
    "RegistrationToken",
    "ClientKeyPair",
    "RegisteredClient",
    "License",
    "TrialLicense",
    "Refresh",
    "RotateNow",
    "ContainerAcl",
    "Report",
    "ApiObject",
    "ApiSetting",
    "WebInterfaceTrust",
  ]);
});

test.each<[string, Bag, boolean]>([
  ["AwsKey", {}, true],
  ["AwsKey", { onDestroy: "retain" }, false],
  ["VaultKey", {}, false],
  ["VaultKey", { onDestroy: "destroy" }, true],
  ["AwsKms", {}, true],
  ["Domain", { onDestroy: "destroy" }, true],
  ["GoogleKeyVersion", { onDestroy: "scheduleDestroy" }, true],
  ["DkeEndpoint", {}, true],
  ["LunaKey", { onDestroy: "retain" }, false],
  ["LunaKey", { onDestroy: "destroy" }, true],
  ["DsmKey", { onDestroy: "retain" }, false],
  ["AwsConnection", {}, false],
  ["RegisteredClient", {}, false],
])("%s with %j ends key material: %s", (type, state, expected) => {
  expect(endsKeys(definitionOf(type), state)).toBe(expected);
});

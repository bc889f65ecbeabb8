import { check } from "../../provider/lifecycle/values/check";
import { definitionOf } from "../../provider/resources/load";

/** Credentials of other systems, as the content of a file or a copied line may hold them. */

const places: [type: string, property: string, given?: (text: string) => unknown][] = [
  ["AwsConnection", "accessKeyId"],
  ["AwsConnection", "secretAccessKey"],
  ["AzureConnection", "clientId"],
  ["AzureConnection", "tenantId"],
  ["AzureConnection", "clientSecret"],
  ["OciIssuer", "clientSecret"],
  ["SalesforceConnection", "clientSecret"],
  ["SalesforceConnection", "password"],
  ["OidcIdentityProvider", "clientSecret"],
  ["LdapIdentityProvider", "bindPassword"],
  ["DsmConnection", "password"],
  ["ExternalCmConnection", "password"],
  ["LunaConnection", "password"],
  ["RegisteredClient", "registrationToken"],
  ["AwsCustomKeyStore", "keyStorePassword"],
  ["SapConnection", "userCredentials", (secret) => ({ user: "u", tenant: "t", secret })],
  ["SapConnection", "technicalUserCredentials", (secret) => ({ apiKey: "k", secret })],
];

describe.each(places)("%s.%s", (type, property, given = (text) => text) => {
  const reasons = (text: string) =>
    check(definitionOf(type), {}, { [property]: given(text) })
      .failures.filter((one) => one.property.split(".")[0] === property)
      .map(({ reason }) => reason);

  test.each(["S3cret\n", "S3cret\r\n", " S3cret", "S3cret ", "S3\ncret"])("%j is refused, and not shown", (text) => {
    const found = reasons(text);
    expect(found).toEqual([expect.stringContaining("give it with .trim()")]);
    expect(found.join()).not.toContain("S3");
  });

  test("one line is accepted", () => expect(reasons("S3 cret/+=")).toEqual([]));
});

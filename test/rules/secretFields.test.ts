import { marksOf } from "../../provider/lifecycle/vocabulary/field";
import { registry } from "../../provider/resources";

/** Which fields are secret: a mark that gets lost would put a secret in plain text into every state. */

const telling = /password|passphrase|secret|token|credential|private|pfx|pem|keyFile/i;

/** Secret, although their names do not tell. */
const others = [
  "AwsConnection.iamRoleAnywhere",
  "AzureCertificate.certificate",
  "AzureSecret.value",
  "License.license",
  "RotateNow.requested",
  "VaultKey.material",
  "VaultSecret.value",
];

/** Their names only sound like secrets, as do those of ids. */
const harmless = [
  "ApiObject.secretOutputs",
  "AwsCustomKeyStore.credentialRotationSchedule",
  "AwsCustomKeyStore.credentialTriggers",
  "AwsCustomKeyStore.credentialVersion",
  "AwsCustomKeyStore.maxCredentials",
  "AzureSecret.secretName",
  "User.passwordChangeRequired",
  "User.passwordPolicy",
];
const sounds = ({ name, key }: { name: string; key: string }) =>
  telling.test(key) && !key.endsWith("Id") && !harmless.includes(name);

const fields = registry.flatMap((definition) =>
  Object.keys({ ...definition.inputs, ...definition.outputs }).map((key) => ({
    name: `${definition.type}.${key}`,
    key,
    isSecret: marksOf(definition, key).secret === true,
  })),
);

test("a field is secret if its name says so, and otherwise if it is known to be", () => {
  const expected = fields.filter((field) => others.includes(field.name) || sounds(field));
  const names = (some: typeof fields) => some.map(({ name }) => name).sort();
  expect(names(fields.filter(({ isSecret }) => isSecret))).toEqual(names(expected));
});

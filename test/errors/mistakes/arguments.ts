import { refused, type Mistake } from "../mistake";

const kms = "<kms.id>";
const region = "eu-west-1";
const schedule = { cloud: "aws", runAt: "0 3 1 * *" };
const account = { connection: "<connection.id>", accountId: "123456789012", regions: [region] };

/** What a preview rejects without a call. */
export const dates: Mistake[] = [
  refused("A bad cron expression", "RotationSchedule", { ...schedule, runAt: "every day" }),
  refused(
    "A cron expression with a weekday 7",
    "RotationSchedule",
    { ...schedule, runAt: "0 3 * * 7" },
    { next: "Write 0 or `sun` for Sunday." },
  ),
  refused("A date that never comes", "RotationSchedule", { ...schedule, runAt: "0 3 31 2 *" }),
  refused("A bad date", "RotationSchedule", { ...schedule, startDate: "31.01.2027" }),
  refused("An end before the start", "RotationSchedule", {
    ...schedule,
    startDate: "2027-02-01T00:00:00Z",
    endDate: "2027-01-01T00:00:00Z",
  }),
  refused("A bad duration", "RotationSchedule", { ...schedule, rotationAfter: "3 months" }),
];

export const access: Mistake[] = [
  refused("An action of another container", "ContainerAcl", {
    container: { type: "GoogleKeyRing", id: "<ring.id>" },
    group: "CCKM Users",
    actions: ["viewnative"],
  }),
  refused("Both a user and a group", "ContainerAcl", {
    container: { type: "AwsKms", id: kms },
    user: "local|6f6d8d58-0000-0000-0000-000000000000",
    group: "CCKM Users",
    actions: ["keycreate"],
  }),
];

export const args: Mistake[] = [
  refused("A misspelt argument", "AwsKey", { kms, region, descripton: "x" }),
  refused(
    "An argument that no resource of that type has",
    "AzureKey",
    { keyName: "orders", keyVault: "<vault.id>", azureParam: { kty: "RSA" } },
    { next: "Nested fields of the API are arguments here: write `kty` itself." },
  ),
  refused("A misspelt field inside an argument", "SapConnection", sapConnection()),
  refused("A required argument that is missing", "AwsKey", { region }),
  refused("A string where a list belongs", "AwsKey", { kms, region, alias: "orders" }),
  refused("A string where a boolean belongs", "AwsKey", { kms, region, enabled: "yes" }),
  refused("A wrong enumeration value", "AwsKey", { kms, region, origin: "AWS_KSM" }),
  refused("A system that does not exist", "RotationSchedule", { ...schedule, cloud: "gcp" }),
  refused("A number out of range", "AwsKey", { kms, region, deletionWindowDays: 3 }),
  refused("An unknown region", "AwsKms", { ...account, regions: ["Ireland"] }),
  refused("Key material of another size", "VaultKey", { size: 256, material: "000102030405060708090a0b0c0d0e0f" }),
  refused("A malformed account number", "AwsKms", { ...account, accountId: "1234-5678" }),
  refused("Two sources of a policy", "AwsKey", {
    kms,
    region,
    policy: { Version: "2012-10-17", Statement: [] },
    keyUsers: ["alice"],
  }),
  refused("A key policy that is not JSON", "AwsKey", { kms, region, policy: "{ Version: 2012" }),
  refused("A key policy that was encoded twice", "AwsKey", {
    kms,
    region,
    policy: JSON.stringify(JSON.stringify({ Version: "2012-10-17", Statement: [] })),
  }),
  refused("An Output in a string", "AwsKey", {
    kms,
    region,
    description: "Calling [toString] on an [Output<T>] is not supported.",
  }),
  refused("An alias with its prefix", "AwsKey", { kms, region, alias: ["alias/orders"] }),
  refused("An ARN where a name belongs", "AwsKey", { kms, region, keyUsers: ["arn:aws:iam::123456789012:user/alice"] }),
  refused("A key file that is no JSON", "GoogleConnection", { keyFile: "key.json" }),
];

function sapConnection() {
  return {
    apiEndpoint: "https://sap.example.com/kms/v2",
    userCredentials: { user: "u", secret: "<secret>", tennant: "t" },
  };
}

import { refused, type Mistake } from "../mistake";

const kms = "<kms.id>";
const region = "eu-west-1";
const schedule = { cloud: "aws", runAt: "0 3 1 * *" };
const account = { connection: "<connection.id>", accountId: "123456789012", regions: [region] };

/** What a preview rejects without a call. */
export const args: Mistake[] = [
  refused("A misspelt argument", "AwsKey", { kms, region, descripton: "x" }, "Correct the name."),
  refused(
    "An argument that no resource of that type has",
    "AzureKey",
    { keyName: "orders", keyVault: "<vault.id>", azureParam: { kty: "RSA" } },
    "The API's own nesting is flat here: write `kty` itself.",
  ),
  refused("A misspelt field inside an argument", "SapConnection", sapConnection(), "Correct the name."),
  refused("A required argument that is missing", "AwsKey", { region }, "Add it."),
  refused("A string where a list belongs", "AwsKey", { kms, region, alias: "orders" }, 'Write `alias: ["orders"]`.'),
  refused("A string where a boolean belongs", "AwsKey", { kms, region, enabled: "yes" }, "Write `true` or `false`."),
  refused(
    "A wrong enumeration value",
    "AwsKey",
    { kms, region, customerMasterKeySpec: "RSA_2084" },
    "Choose one of the list.",
  ),
  refused("A system that does not exist", "RotationSchedule", { ...schedule, cloud: "gcp" }, "Choose one of the list."),
  refused("A number out of range", "AwsKey", { kms, region, deletionWindowDays: 3 }, "Give a number in the range."),
  refused("An unknown region", "AwsKms", { ...account, regions: ["Ireland"] }, "Give the region's code."),
  refused("A malformed account number", "AwsKms", { ...account, accountId: "1234-5678" }, "Write the 12 digits alone."),
  refused("A bad cron expression", "RotationSchedule", { ...schedule, runAt: "every day" }, "Write five fields."),
  refused(
    "A cron expression with a weekday 7",
    "RotationSchedule",
    { ...schedule, runAt: "0 3 * * 7" },
    "Write 0 or `sun` for Sunday.",
  ),
  refused(
    "A date that never comes",
    "RotationSchedule",
    { ...schedule, runAt: "0 3 31 2 *" },
    "Choose a day that exists.",
  ),
  refused(
    "A bad date",
    "RotationSchedule",
    { ...schedule, startDate: "31.01.2027" },
    "Write it as RFC 3339, with a zone.",
  ),
  refused(
    "An end before the start",
    "RotationSchedule",
    { ...schedule, startDate: "2027-02-01T00:00:00Z", endDate: "2027-01-01T00:00:00Z" },
    "Swap the two.",
  ),
  refused(
    "A bad duration",
    "RotationSchedule",
    { ...schedule, rotationAfter: "3 months" },
    "Write days, such as `90d`.",
  ),
  refused(
    "Two sources of a policy",
    "AwsKey",
    { kms, region, policy: { Version: "2012-10-17", Statement: [] }, keyUsers: ["alice"] },
    "Keep one of the two.",
  ),
  refused(
    "A key policy that is not JSON",
    "AwsKey",
    { kms, region, policy: "{ Version: 2012" },
    "Write it as an object.",
  ),
  refused(
    "A key policy that was encoded twice",
    "AwsKey",
    { kms, region, policy: JSON.stringify(JSON.stringify({ Version: "2012-10-17", Statement: [] })) },
    "Write it as an object.",
  ),
  refused(
    "An Output in a string",
    "AwsKey",
    { kms, region, description: "Calling [toString] on an [Output<T>] is not supported." },
    "Use `pulumi.interpolate` instead of a template literal, and `pulumi.jsonStringify` instead of `JSON.stringify`.",
  ),
  refused("An alias with its prefix", "AwsKey", { kms, region, alias: ["alias/orders"] }, "Leave the prefix out."),
  refused(
    "An ARN where a name belongs",
    "AwsKey",
    { kms, region, keyUsers: ["arn:aws:iam::123456789012:user/alice"] },
    "Give the name alone.",
  ),
  refused(
    "An action of another container",
    "ContainerAcl",
    { container: { type: "GoogleKeyRing", id: "<ring.id>" }, group: "CCKM Users", actions: ["viewnative"] },
    "Choose from the list.",
  ),
  refused(
    "Both a user and a group",
    "ContainerAcl",
    {
      container: { type: "AwsKms", id: kms },
      user: "local|6f6d8d58-0000-0000-0000-000000000000",
      group: "CCKM Users",
      actions: ["keycreate"],
    },
    "Use two resources.",
  ),
  refused("A key file that is no JSON", "GoogleConnection", { keyFile: "key.json" }, "Pass the content of the file."),
];

function sapConnection() {
  return {
    apiEndpoint: "https://sap.example.com/kms/v2",
    userCredentials: { user: "u", secret: "<secret>", tennant: "t" },
  };
}

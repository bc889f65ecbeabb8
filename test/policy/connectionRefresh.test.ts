import { connectionRefresh } from "../../policy";
import { shows, stackTold, unknown, type Described, type Expected } from "./stack";

describe("connection-refresh", () => {
  const connection: Described = { type: "AwsConnection", name: "prod" };
  const container: Described = { type: "AwsKms", name: "account", depends: { connection: ["prod"] } };
  const schedule = (props: object = {}, depends?: Described["depends"]): Described => ({
    type: "RefreshSchedule",
    name: "plan",
    props: { cloud: "aws", runAt: "0 2 * * *", disabled: false, ...props },
    depends,
  });
  const listed = schedule({ containers: [unknown] }, { containers: ["account"] });
  const rows: (Expected & { name: string; stack: Described[]; settings?: Record<string, unknown> })[] = [
    {
      name: "no schedule at all",
      stack: [connection, container],
      says: ['AwsConnection "prod"', 'AwsKms "account"', 'new RefreshSchedule("daily", { cloud: "aws"'],
    },
    {
      name: "a schedule removed from the program, although a refresh still lists it",
      stack: [connection, container, { ...schedule(), undeclared: true }],
      says: ['AwsKms "account", which no schedule refreshes'],
    },
    {
      name: "a removed container needs none",
      stack: [connection, container, { ...container, name: "old", undeclared: true }, listed],
    },
    { name: "a schedule of all containers of the cloud", stack: [connection, container, schedule()] },
    {
      name: "the same, once the service shows its containers and dates",
      stack: [
        connection,
        container,
        { ...schedule(), filledIn: { containers: [], endDate: "2020-01-01T00:00:00Z", disabled: true } },
      ],
    },
    { name: "a schedule that names the new container", stack: [connection, container, listed] },
    {
      name: "a schedule that names another container",
      says: ['AwsKms "other"'],
      stack: [connection, container, { ...container, name: "other" }, listed],
    },
    {
      name: "a schedule of another cloud",
      stack: [connection, container, schedule({ cloud: "azure" })],
      says: ["AwsKms"],
    },
    { name: "a disabled schedule", stack: [connection, container, schedule({ disabled: true })], says: ["AwsKms"] },
    {
      name: "a schedule that runs too rarely",
      stack: [connection, container, schedule({ runAt: "0 2 1 * *" })],
      says: ["7 days"],
    },
    {
      name: "unless the limit allows it",
      stack: [connection, schedule({ runAt: "0 2 1 * *" })],
      settings: { maximumDays: 31 },
    },
    { name: "a connection without a container", stack: [connection], says: ["leads to nothing"] },
    { name: "a named exception", stack: [connection], settings: { except: ["prod"] } },
    {
      name: "systems that cannot be refreshed on a schedule",
      stack: [{ type: "ExternalCmConnection" }, { type: "EkmEndpoint" }],
    },
    {
      name: "a vault that only the service has",
      stack: [
        { type: "OciConnection", name: "prod" },
        { type: "OciExternalVault", name: "own", depends: { connection: ["prod"] } },
      ],
      says: ["leads to nothing"],
    },
    {
      name: "a cron expression that is not known yet",
      stack: [connection, container, schedule({ runAt: unknown })],
      waits: ".runAt",
    },
  ];
  test.each(rows)("$name", (row) => shows(stackTold(connectionRefresh, row.stack, row.settings), row));

  test.each([
    "AwsConnection",
    "AzureConnection",
    "GoogleConnection",
    "OciConnection",
    "SalesforceConnection",
    "SapConnection",
    "LunaConnection",
    "DsmConnection",
  ])("%s needs one", (type) =>
    expect(stackTold(connectionRefresh, [{ type, name: "it" }]).violations).toMatchObject([{ on: "it" }]),
  );
});

import { engineTimeout, items, Stack, startWorld, type World } from "./harness";

/**
 * A refresh that takes minutes, with the real provider process: it outlives its tokens, and is
 * canceled with the deployment.
 */

jest.setTimeout(engineTimeout);

const jobs = "/cckm/aws/synchronization-jobs";
const logins = "POST /api/v1/auth/tokens/";
const credentials = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};

let world: World;
let stack: Stack;
beforeAll(async () => {
  const keys = Array.from({ length: 10_000 }, () => ({ region: "eu-west-1" }));
  const account = {
    accountId: "123456789012",
    credentials: [credentials],
    regions: ["eu-west-1"],
    syncSeconds: 420,
    keys,
  };
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] }, aws: { accounts: [account] } } });
  stack = await Stack.create({ ...world.environment, MONTH: "1" });
  stack.program(`
    const connection = new ciphertrust.AwsConnection("prod", ${JSON.stringify(credentials)});
    const account = new ciphertrust.AwsKms("prod", {
      connection: connection.id, accountId: "123456789012", regions: ["eu-west-1"],
    });
    const refresh = new ciphertrust.Refresh("all", { cloud: "aws", containers: [account.id] });
    const report = new ciphertrust.Report(
      "aging",
      {
        cloud: "aws", reportType: "key-aging", containers: [account.id],
        triggers: { month: process.env.MONTH },
      },
      { dependsOn: refresh },
    );
    const { rows, csv } = ciphertrust.getReport({ cloud: "aws", id: report.id });
    module.exports = {
      keys: refresh.keys, newKeys: refresh.newKeys, report: report.id,
      rows: rows.length, lines: csv.apply((text) => text.trim().split("\\n").length),
    };`);
});
afterAll(async () => {
  stack?.remove();
  await world?.close();
});

/** Runs `up`, and calls back once the download is in progress. */
async function upWith(during: (interrupt: () => void) => Promise<unknown>) {
  let doing: Promise<unknown> | undefined;
  stack.watch = (text, interrupt) => {
    if (text.includes("the service is downloading")) doing ??= during(interrupt);
  };
  const up = await stack.up();
  stack.watch = undefined;
  await doing;
  return up;
}

const pass = (advanceSeconds: number) => world.control("POST", "/clock", { advanceSeconds });

/** Tokens live 300 seconds: the provider has to log in once more. */
async function outliveToken() {
  await world.forget();
  await pass(310);
  while (!(await world.routes())[logins]);
}

test("an interrupted deployment cancels the job in the service, and says so", async () => {
  const up = await upWith(async (interrupt) => {
    await outliveToken();
    interrupt();
  });
  expect(up.code).not.toBe(0);
  expect(up.text).toMatch(/Refresh "all": the service is downloading; it knows 0 keys so far/);
  expect(up.text).toMatch(/was interrupted; the job was canceled in the service/);
  const [job, ...more] = items(await world.api("GET", jobs));
  expect([job?.overall_status, more]).toEqual(["cancelled", []]);
  expect(stack.resource("all")).toBeUndefined();
});

test("the next deployment refreshes 10,000 keys, beyond the end of its token", async () => {
  const up = await upWith(async () => {
    await outliveToken();
    await pass(120);
  });
  expect(up).toMatchObject({ code: 0 });
  expect(up.text).toMatch(/Refresh "all": 10000 keys; 10000 new, 0 changed, 0 gone/);
  expect(stack.outputs()).toMatchObject({ keys: 10_000, newKeys: 10_000, rows: 10_000, lines: 10_001 });
});

test("a report is generated again when its triggers change, and read again", async () => {
  const before = stack.outputs();
  stack.environment.MONTH = "2";
  const up = await stack.up();
  expect(up).toMatchObject({ code: 0 });
  expect(up.text).toMatch(/Report aging replaced/);
  const { report, ...same } = stack.outputs();
  expect({ ...same, report: before.report }).toEqual(before);
  expect(items(await world.api("GET", "/cckm/aws/reports")).map(({ id }) => id)).toEqual([report]);
  expect(report).not.toBe(before.report);
});

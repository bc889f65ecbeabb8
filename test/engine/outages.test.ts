import { Proxy, type Interject, type ProxyResponse } from "../crash/proxy";
import { paymentsRing, prodKeyFile } from "../lifecycle/fixtures/google";
import { engineTimeout, items, type Stack, startWorld, succeeds, type World } from "./harness";
import { declare, hosts, lastingAccount, stackBehind } from "./hosts";

/**
 * A service that is away until a command has ended, and a node of it that does not know yet what
 * another one has made.
 */

jest.setTimeout(2 * engineTimeout);

let world: World;
let proxy: Proxy;
let stack: Stack;
beforeAll(async () => {
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  proxy = await Proxy.before(world.emulator);
});
beforeEach(async () => {
  await world.control("POST", "/reset");
  stack = await stackBehind(world, proxy);
});
afterEach(() => {
  proxy.interject = () => undefined;
  stack.remove();
});
afterAll(async () => {
  await proxy.close();
  await world.close();
});

type Request = Parameters<Interject>[0];
const failing = (status: number): ProxyResponse => ({ status, headers: {}, body: Buffer.alloc(0) });

/**
 * From the first such request on nothing works, until the command has ended; the request itself may
 * reach the service.
 */
function awayFrom(isStart: (request: Request) => boolean, reaches: boolean): Interject {
  let isAway = false;
  return async (request, _body, forward) => {
    if (!isAway && isStart(request)) {
      isAway = true;
      if (reaches) await forward();
    }
    return isAway ? failing(503) : undefined;
  };
}

describe.each(Object.entries(hosts))("in %s", (_host, make) => {
  beforeEach(() => {
    stack.environment.CIPHERTRUST_MAX_RETRIES = "1";
  });

  /** What the service has is whole and single, and the stack knows it. */
  async function settles(body: string, ...args: string[]): Promise<void> {
    proxy.interject = () => undefined;
    await succeeds(declare(stack, make, body).up(...args));
    expect(await stack.drift()).toMatchObject({ code: 0 });
  }

  const report = (more = "") => `${lastingAccount}
    make("general:Report", "aging", { cloud: "aws", reportType: "key-aging", containers: [kms], ${more} });`;
  const startsReport = ({ method, url = "" }: Request) => method === "POST" && url.endsWith("/cckm/aws/reports");
  const reports = async () => items(await world.api("GET", "/cckm/aws/reports"));

  async function isMadeOnce(): Promise<void> {
    const { id } = stack.resource("aging")!;
    expect(await reports()).toMatchObject([{ id, name: "aging", overall_status: "completed" }]);
    await succeeds(stack.destroy());
    expect(await reports()).toEqual([]);
  }

  test("a report whose request was lost before an outage is made afterwards", async () => {
    await succeeds(declare(stack, make, lastingAccount).up());
    proxy.interject = awayFrom(startsReport, false);
    expect((await declare(stack, make, report()).up()).code).not.toBe(0);
    await settles(report());
    await isMadeOnce();
  });

  test("a report that the service made before an outage is taken over by the line that the error shows", async () => {
    await succeeds(declare(stack, make, lastingAccount).up());
    proxy.interject = awayFrom(startsReport, true);
    expect((await declare(stack, make, report()).up()).code).not.toBe(0);
    proxy.interject = () => undefined;
    const [made] = await reports();
    const line = `adopt: "${String(made!.id)}"`;
    expect((await stack.up()).text).toContain(line);
    await settles(report(line));
    await isMadeOnce();
  });

  const grant = `${lastingAccount}
    make("general:ContainerAcl", "users", {
      container: { type: "AwsKms", id: kms }, group: "CCKM Users", actions: ["viewnative", "keycreate"],
    });`;
  const startsGrant = ({ method, url = "" }: Request) => method === "POST" && url.endsWith("/update-acls");
  async function isGranted(): Promise<void> {
    const [account] = items(await world.api("GET", "/cckm/aws/kms"));
    const actions = expect.arrayContaining(["keycreate", "viewnative"]) as unknown;
    expect(account!.acls).toMatchObject([{ group: "CCKM Users", actions }]);
  }

  test("a grant that was lost before an outage does not count as made", async () => {
    await succeeds(declare(stack, make, lastingAccount).up());
    proxy.interject = awayFrom(startsGrant, false);
    expect((await declare(stack, make, grant).up()).code).not.toBe(0);
    proxy.interject = () => undefined;
    expect((await stack.up()).text).toContain("the service no longer has it. Run `pulumi up --refresh`");
    await settles(grant, "--refresh");
    await isGranted();
  });

  test("a grant that the service made before an outage is kept", async () => {
    await succeeds(declare(stack, make, lastingAccount).up());
    proxy.interject = awayFrom(startsGrant, true);
    expect((await declare(stack, make, grant).up()).code).not.toBe(0);
    await settles(grant);
    await isGranted();
  });

  const keys = `${lastingAccount}
    make("aws:AwsKey", "orders", { kms, region: "eu-west-1" });
    make("vault:VaultKey", "sealed", { algorithm: "aes", size: 256, onDestroy: "destroy" });
    const google = make("google:GoogleConnection", "google", ${JSON.stringify({ keyFile: prodKeyFile })});
    const ring = make("google:GoogleKeyRing", "ring", { name: "${paymentsRing}", connection: google.id });
    const payments = make("google:GoogleKey", "payments", { keyRing: ring.id, keyName: "payments" });
    make("google:GoogleKeyVersion", "second", { key: payments.id, isNative: true });`;

  const names = ["orders", "sealed", "payments", "second"];

  /** A node that does not know these objects for their first reads. */
  function lagging(ids: ReadonlySet<string>, reads: number): Interject {
    const missed = new Map<string, number>();
    return async ({ method, url = "" }, _body, forward) => {
      if (method !== "GET") return undefined;
      const id = [...ids].find((one) => url.split("?")[0]!.endsWith(`/${one}`));
      if (id !== undefined && (missed.get(id) ?? 0) < reads) {
        missed.set(id, (missed.get(id) ?? 0) + 1);
        return { ...failing(404), ...json({ code: 14, codeDesc: "NCERRResourceNotFound: Resource not found" }) };
      }
      const response = await forward();
      const page = JSON.parse(response.body.toString()) as { resources?: { id?: string }[]; total?: number };
      const isHidden = (one?: string) => one !== undefined && ids.has(one) && (missed.get(one) ?? 0) < reads;
      const shown = page.resources?.filter((one) => !isHidden(one.id));
      if (!shown || shown.length === page.resources!.length) return undefined;
      const total = page.total! - (page.resources!.length - shown.length);
      return { ...response, ...json({ ...page, resources: shown, total }) };
    };
  }
  const json = (body: object) => ({
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
  });
  const ids = () => names.map((name) => stack.resource(name)!.id!);
  const versions = async () =>
    (await world.api("GET", `/cckm/google/keys/${stack.resource("payments")!.id}/versions`)).total;

  // As it is unless set: the harness says that there is a single node.
  const asUsual = () => delete stack.environment.CIPHERTRUST_CLUSTER_LAG_SECONDS;

  test("a refresh by a node that lags behind forgets nothing, and the update after it makes nothing again", async () => {
    asUsual();
    await succeeds(declare(stack, make, keys).up());
    const [before, count] = [ids(), await versions()];
    proxy.interject = lagging(new Set(before), 3);
    await succeeds(stack.refresh());
    expect(ids()).toEqual(before);
    proxy.interject = () => undefined;
    await succeeds(stack.up("--expect-no-changes"));
    expect([ids(), await versions()]).toEqual([before, count]);
  });

  test("a destroy by a node that lags behind ends the keys", async () => {
    asUsual();
    await succeeds(declare(stack, make, keys).up());
    const [orders, sealed] = ids();
    proxy.interject = lagging(new Set([orders!, sealed!]), 3);
    await succeeds(stack.destroy());
    const { aws_param: aws } = await world.api("GET", `/cckm/aws/keys/${orders}`);
    expect(aws).toMatchObject({ KeyState: "PendingDeletion" });
    expect(items(await world.api("GET", "/vault/keys2"))).toEqual([]);
  });
});

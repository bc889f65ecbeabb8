import type { IncomingMessage } from "node:http";
import type { Interject, ProxyResponse } from "../crash/proxy";
import { paymentsRing, prodKeyFile } from "../lifecycle/fixtures/google";
import { engineTimeout, items, succeeds } from "./harness";
import { declare, hosts, lastingAccount } from "./hosts";
import { json, useProxied } from "./proxied";

/**
 * A service that is away until a command has ended, and a node of it that does not know yet what
 * another one has made.
 */

jest.setTimeout(2 * engineTimeout);

const at = useProxied();

const away: ProxyResponse = { status: 503, headers: {}, body: Buffer.alloc(0) };

/**
 * From the first such request on nothing works, until the command has ended; the request itself may
 * reach the service.
 */
function awayFrom(isStart: (request: IncomingMessage) => boolean, reaches: boolean): Interject {
  let isAway = false;
  return async (request, _body, forward) => {
    if (!isAway && isStart(request)) {
      isAway = true;
      if (reaches) await forward();
    }
    return isAway ? away : undefined;
  };
}

describe.each(Object.entries(hosts))("in %s", (_host, make) => {
  beforeEach(() => {
    at.stack.environment.CIPHERTRUST_MAX_RETRIES = "1";
  });

  /** What the service has is whole and single, and the stack knows it. */
  async function settles(body: string, ...args: string[]): Promise<void> {
    at.proxy.interject = () => undefined;
    await succeeds(declare(at.stack, make, body).up(...args));
    expect(await at.stack.drift()).toMatchObject({ code: 0 });
  }

  const report = (more = "") => `${lastingAccount}
    make("general:Report", "aging", { cloud: "aws", reportType: "key-aging", containers: [kms], ${more} });`;
  const startsReport = ({ method, url = "" }: IncomingMessage) =>
    method === "POST" && url.endsWith("/cckm/aws/reports");
  const reports = async () => items(await at.world.api("GET", "/cckm/aws/reports"));

  async function isMadeOnce(): Promise<void> {
    const { id } = at.stack.resource("aging")!;
    expect(await reports()).toMatchObject([{ id, name: "aging", overall_status: "completed" }]);
    await succeeds(at.stack.destroy());
    expect(await reports()).toEqual([]);
  }

  test("a report whose request was lost before an outage is made afterwards", async () => {
    await succeeds(declare(at.stack, make, lastingAccount).up());
    at.proxy.interject = awayFrom(startsReport, false);
    expect((await declare(at.stack, make, report()).up()).code).not.toBe(0);
    await settles(report());
    await isMadeOnce();
  });

  test("a report that the service made before an outage is taken over by the line that the error shows", async () => {
    await succeeds(declare(at.stack, make, lastingAccount).up());
    at.proxy.interject = awayFrom(startsReport, true);
    expect((await declare(at.stack, make, report()).up()).code).not.toBe(0);
    at.proxy.interject = () => undefined;
    const [made] = await reports();
    const line = `adopt: "${String(made!.id)}"`;
    expect((await at.stack.up()).text).toContain(line);
    await settles(report(line));
    await isMadeOnce();
  });

  const grant = `${lastingAccount}
    make("general:ContainerAcl", "users", {
      container: { type: "AwsKms", id: kms }, group: "CCKM Users", actions: ["viewnative", "keycreate"],
    });`;
  const startsGrant = ({ method, url = "" }: IncomingMessage) => method === "POST" && url.endsWith("/update-acls");
  async function isGranted(): Promise<void> {
    const [account] = items(await at.world.api("GET", "/cckm/aws/kms"));
    const actions = expect.arrayContaining(["keycreate", "viewnative"]) as unknown;
    expect(account!.acls).toMatchObject([{ group: "CCKM Users", actions }]);
  }

  test("a grant that was lost before an outage does not count as made", async () => {
    await succeeds(declare(at.stack, make, lastingAccount).up());
    at.proxy.interject = awayFrom(startsGrant, false);
    expect((await declare(at.stack, make, grant).up()).code).not.toBe(0);
    at.proxy.interject = () => undefined;
    expect((await at.stack.up()).text).toContain("the service no longer has it. Run `pulumi up --refresh`");
    await settles(grant, "--refresh");
    await isGranted();
  });

  test("a grant that the service made before an outage is kept", async () => {
    await succeeds(declare(at.stack, make, lastingAccount).up());
    at.proxy.interject = awayFrom(startsGrant, true);
    expect((await declare(at.stack, make, grant).up()).code).not.toBe(0);
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
        return json(404, { code: 14, codeDesc: "NCERRResourceNotFound: Resource not found" });
      }
      const response = await forward();
      const page = JSON.parse(response.body.toString()) as { resources?: { id?: string }[]; total?: number };
      const isHidden = (one?: string) => one !== undefined && ids.has(one) && (missed.get(one) ?? 0) < reads;
      const shown = page.resources?.filter((one) => !isHidden(one.id));
      if (!shown || shown.length === page.resources!.length) return response;
      const total = page.total! - (page.resources!.length - shown.length);
      return json(response.status, { ...page, resources: shown, total });
    };
  }
  const ids = () => names.map((name) => at.stack.resource(name)!.id!);
  const versions = async () =>
    (await at.world.api("GET", `/cckm/google/keys/${at.stack.resource("payments")!.id}/versions`)).total;

  // As it is unless set: the harness says that there is a single node.
  const asUsual = () => delete at.stack.environment.CIPHERTRUST_CLUSTER_LAG_SECONDS;

  test("a refresh by a node that lags behind forgets nothing, and the update after it makes nothing again", async () => {
    asUsual();
    await succeeds(declare(at.stack, make, keys).up());
    const [before, count] = [ids(), await versions()];
    at.proxy.interject = lagging(new Set(before), 3);
    await succeeds(at.stack.refresh());
    expect(ids()).toEqual(before);
    at.proxy.interject = () => undefined;
    await succeeds(at.stack.up("--expect-no-changes"));
    expect([ids(), await versions()]).toEqual([before, count]);
  });

  test("a destroy by a node that lags behind ends the keys", async () => {
    asUsual();
    await succeeds(declare(at.stack, make, keys).up());
    const [orders, sealed] = ids();
    at.proxy.interject = lagging(new Set([orders!, sealed!]), 3);
    await succeeds(at.stack.destroy());
    const { aws_param: aws } = await at.world.api("GET", `/cckm/aws/keys/${orders}`);
    expect(aws).toMatchObject({ KeyState: "PendingDeletion" });
    expect(items(await at.world.api("GET", "/vault/keys2"))).toEqual([]);
  });
});

import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { restoreState } from "../crash/recovery";
import { paymentsRing, prodKeyFile } from "../lifecycle/fixtures/google";
import { engineTimeout, items, succeeds } from "./harness";
import { declare, hosts, lastingAccount } from "./hosts";
import { useProxied } from "./proxied";

/** Keys of the vault and of two clouds are rotated once, whatever became of the run before. */

jest.setTimeout(2 * engineTimeout);

const at = useProxied();

const keys = `${lastingAccount}
  const google = make("google:GoogleConnection", "google", { keyFile: ${JSON.stringify(prodKeyFile)} }, stays);
  const ring = make("google:GoogleKeyRing", "payments", { name: "${paymentsRing}", connection: google.id }, stays);
  const keys = {
    AwsKey: make("aws:AwsKey", "orders", { kms, region: "eu-west-1", alias: ["orders"] }),
    GoogleKey: make("google:GoogleKey", "orders", { keyName: "orders", keyRing: ring.id }),
    VaultKey: make("vault:VaultKey", "orders", { name: "orders" }),
  };`;
const rotated = (how: string) => `${keys}
  for (const [type, { id }] of Object.entries(keys)) make("general:RotateNow", type, { key: { type, id }, ${how} });`;

/** How many materials each key has had. */
async function materials(): Promise<Record<string, number>> {
  const countOf = async (type: string, path: (id: string) => string) =>
    items(await at.world.api("GET", path(at.stack.resource("orders", type)!.id!))).length;
  return {
    aws: await countOf("AwsKey", (id) => `/cckm/aws/keys/${id}/rotations`),
    google: await countOf("GoogleKey", (id) => `/cckm/google/keys/${id}/versions`),
    vault: await countOf("VaultKey", (id) => `/vault/keys2/${id}/versions/`),
  };
}
/** Calls that rotate a key. */
const rotation = /\/(versions\/?|rotate-material)$/;
const each = (count: number) => ({ aws: count, google: count, vault: count });

describe.each(Object.entries(hosts))("in %s", (_host, make) => {
  const up = (body: string) => declare(at.stack, make, body).up();
  const clean = async () => expect(await at.stack.drift()).toMatchObject({ code: 0 });
  const leak = async () => {
    const { now } = await at.world.control("GET", "/clock");
    await at.world.control("POST", "/clock", { advanceSeconds: 60 });
    return `ifMadeBefore: ${JSON.stringify(now)}`;
  };

  test("a trigger rotates each key, another one rotates it again, and nothing drifts", async () => {
    await succeeds(up(keys));
    expect(await materials()).toEqual(each(1));
    await succeeds(up(rotated("triggers: { leak: 42 }")));
    expect(await materials()).toEqual(each(2));
    await clean();
    await succeeds(up(rotated("triggers: { leak: 43 }")));
    expect(await materials()).toEqual(each(3));
    await succeeds(up(keys));
    expect(await materials()).toEqual(each(3));
    await clean();
  });

  test("a run of which nothing was recorded is repeated, and rotates nothing twice", async () => {
    await succeeds(up(keys));
    const how = await leak();
    const state = join(at.stack.folder, "state", ".pulumi", "stacks", "test", "test.json");
    const before = join(at.stack.folder, "before.json");
    copyFileSync(state, before);
    await succeeds(up(rotated(how)));
    copyFileSync(before, state);
    expect(await succeeds(up(rotated(how)))).toContain("is not rotated again: its material was made at");
    expect(await materials()).toEqual(each(2));
    await clean();
  });

  test("a run that is killed once the first key was rotated is repeated, and rotates nothing twice", async () => {
    await succeeds(up(keys));
    const body = rotated(await leak());
    let engine = 0;
    at.stack.watch = (_text, _interrupt, pid) => (engine = pid);
    let isKilled = false;
    at.proxy.interject = async ({ method, url = "" }, _body, forward) => {
      if (isKilled || method !== "POST" || !rotation.test(url)) return undefined;
      isKilled = true;
      await forward();
      process.kill(engine, "SIGKILL");
      return { status: 503, headers: {}, body: Buffer.alloc(0) };
    };
    expect((await up(body)).code).not.toBe(0);
    expect(isKilled).toBe(true);
    at.stack.watch = undefined;
    at.proxy.interject = () => undefined;
    // The engine may have been writing.
    restoreState(at.stack);
    await succeeds(at.stack.pulumi("cancel", "--yes"));
    await succeeds(up(body));
    expect(await materials()).toEqual(each(2));
    await clean();
  });

  test("a run that the service left after it had rotated goes on without a second rotation", async () => {
    await succeeds(up(keys));
    let isAway = false;
    at.stack.environment.CIPHERTRUST_MAX_RETRIES = "1";
    at.proxy.interject = async ({ method, url = "" }, _body, forward) => {
      if (!isAway && method === "POST" && rotation.test(url)) {
        isAway = true;
        await forward();
      }
      return isAway ? { status: 503, headers: {}, body: Buffer.alloc(0) } : undefined;
    };
    const body = rotated("triggers: { leak: 42 }");
    expect((await up(body)).code).not.toBe(0);
    at.proxy.interject = () => undefined;
    await succeeds(up(body));
    const counts = Object.values(await materials());
    expect(Math.max(...counts)).toBe(2);
    expect(counts).toEqual([2, 2, 2]);
    await clean();
  });
});

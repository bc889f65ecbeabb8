import { Proxy, type ProxyResponse } from "../crash/proxy";
import { engineTimeout, type Stack, startWorld, succeeds, type World } from "./harness";
import { declare, hosts, lastingAccount, stackBehind } from "./hosts";

/**
 * Something between the provider and the service that responds with the record of another object:
 * complete, and with status 200.
 */

jest.setTimeout(2 * engineTimeout);

let world: World;
let proxy: Proxy;
let stack: Stack;
beforeAll(async () => {
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  proxy = await Proxy.before(world.emulator);
});
afterAll(async () => {
  await proxy.close();
  await world.close();
});

beforeEach(async () => {
  await world.control("POST", "/reset");
  stack = await stackBehind(world, proxy);
});
afterEach(() => {
  proxy.interject = () => undefined;
  stack.remove();
});

const program = `${lastingAccount}
make("aws:AwsKey", "orders", { kms, region: "eu-west-1", alias: ["orders"] });
make("vault:VaultKey", "sealed", { algorithm: "aes", size: 256, onDestroy: "destroy" });
`;

type Wire = Record<string, unknown>;

/** Keys of nobody, beside those of the stack. */
async function bystanders(): Promise<Record<string, string>> {
  const { kms } = stack.resource("orders")!.inputs as { kms: string };
  const body = { kms, region: "eu-west-1", aws_param: { Alias: "others" } };
  const aws = await world.api("POST", "/cckm/aws/keys", body);
  const vault = await world.api("POST", "/vault/keys2/", { name: "others", algorithm: "aes", size: 256 });
  return { "/cckm/aws/keys/": aws.id as string, "/vault/keys2/": vault.id as string };
}

const recordOf = async (collection: string, id: string) => world.api("GET", `${collection}${id}`);

/** From now on, the n-th read of each of the stack's keys gets the record of the bystander. */
async function mixUp(others: Record<string, string>, isStruck: (nth: number) => boolean): Promise<() => number> {
  const bodies = new Map<string, Buffer>();
  for (const [collection, id] of Object.entries(others))
    bodies.set(collection, Buffer.from(JSON.stringify(await recordOf(collection, id))));
  const reads = new Map<string, number>();
  let struck = 0;
  proxy.interject = ({ method, url = "" }): ProxyResponse | undefined => {
    const [, collection = "", id = ""] = /^\/api\/v1(\/cckm\/aws\/keys\/|\/vault\/keys2\/)([\w-]+)$/.exec(url) ?? [];
    const body = bodies.get(collection);
    if (method !== "GET" || !body || id === others[collection]) return undefined;
    const nth = (reads.get(url) ?? 0) + 1;
    reads.set(url, nth);
    if (!isStruck(nth)) return undefined;
    struck++;
    return { status: 200, headers: { "content-type": "application/json" }, body };
  };
  return () => struck;
}

describe.each(Object.entries(hosts))("in %s", (_host, make) => {
  test.each<[string, (nth: number) => boolean]>([
    ["once", (nth) => nth === 1],
    ["each other time", (nth) => nth % 2 === 1],
  ])("destroying with the record of another key, %s, ends the stack's keys only", async (_name, isStruck) => {
    await succeeds(declare(stack, make, program).up());
    const ours = { aws: stack.resource("orders")!.id!, vault: stack.resource("sealed")!.id! };
    const others = await bystanders();
    const before = await Promise.all(Object.entries(others).map(([path, id]) => recordOf(path, id)));
    const struck = await mixUp(others, isStruck);
    await stack.pulumi("refresh", "--yes", "--skip-preview");
    expect(stack.resource("orders")!.outputs).toMatchObject({ currentId: ours.aws });
    await succeeds(stack.destroy());
    expect(struck()).toBeGreaterThan(1);
    expect(await Promise.all(Object.entries(others).map(([path, id]) => recordOf(path, id)))).toEqual(before);
    const key = (await recordOf("/cckm/aws/keys/", ours.aws)) as { aws_param: Wire };
    expect(key.aws_param).toMatchObject({ KeyState: "PendingDeletion" });
    await expect(recordOf("/vault/keys2/", ours.vault)).rejects.toThrow("404");
  });

  test("a record of another key at every read changes nothing, and the stack goes on afterwards", async () => {
    await succeeds(declare(stack, make, program).up());
    const others = await bystanders();
    await mixUp(others, () => true);
    expect((await stack.destroy()).code).not.toBe(0);
    proxy.interject = () => undefined;
    expect(stack.resource("orders")!.outputs).toMatchObject({ currentId: stack.resource("orders")!.id });
    await succeeds(stack.destroy());
  });
});

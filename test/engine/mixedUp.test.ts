import type { ProxyResponse } from "../crash/proxy";
import { engineTimeout, succeeds } from "./harness";
import { declare, hosts, lastingAccount } from "./hosts";
import { json, useProxied } from "./proxied";

/**
 * Something between the provider and the service that responds with the record of another object:
 * complete, and with status 200.
 */

jest.setTimeout(2 * engineTimeout);

const at = useProxied();

const program = `${lastingAccount}
make("aws:AwsKey", "orders", { kms, region: "eu-west-1", alias: ["orders"] });
make("vault:VaultKey", "sealed", { algorithm: "aes", size: 256, onDestroy: "destroy" });
`;

type Wire = Record<string, unknown>;

/** Keys of nobody, beside those of the stack. */
async function bystanders(): Promise<Record<string, string>> {
  const { kms } = at.stack.resource("orders")!.inputs as { kms: string };
  const body = { kms, region: "eu-west-1", aws_param: { Alias: "others" } };
  const aws = await at.world.api("POST", "/cckm/aws/keys", body);
  const vault = await at.world.api("POST", "/vault/keys2/", { name: "others", algorithm: "aes", size: 256 });
  return { "/cckm/aws/keys/": aws.id as string, "/vault/keys2/": vault.id as string };
}

const recordOf = async (collection: string, id: string) => at.world.api("GET", `${collection}${id}`);

/** From now on, the n-th read of each of the stack's keys gets the record of the bystander. */
async function mixUp(others: Record<string, string>, isStruck: (nth: number) => boolean): Promise<() => number> {
  const responses = new Map<string, ProxyResponse>();
  for (const [collection, id] of Object.entries(others))
    responses.set(collection, json(200, await recordOf(collection, id)));
  const reads = new Map<string, number>();
  let struck = 0;
  at.proxy.interject = ({ method, url = "" }): ProxyResponse | undefined => {
    const [, collection = "", id = ""] = /^\/api\/v1(\/cckm\/aws\/keys\/|\/vault\/keys2\/)([\w-]+)$/.exec(url) ?? [];
    const response = responses.get(collection);
    if (method !== "GET" || !response || id === others[collection]) return undefined;
    const nth = (reads.get(url) ?? 0) + 1;
    reads.set(url, nth);
    if (!isStruck(nth)) return undefined;
    struck++;
    return response;
  };
  return () => struck;
}

describe.each(Object.entries(hosts))("in %s", (_host, make) => {
  test.each<[string, (nth: number) => boolean]>([
    ["once", (nth) => nth === 1],
    ["each other time", (nth) => nth % 2 === 1],
  ])("destroying with the record of another key, %s, ends the stack's keys only", async (_name, isStruck) => {
    await succeeds(declare(at.stack, make, program).up());
    const ours = { aws: at.stack.resource("orders")!.id!, vault: at.stack.resource("sealed")!.id! };
    const others = await bystanders();
    const before = await Promise.all(Object.entries(others).map(([path, id]) => recordOf(path, id)));
    const struck = await mixUp(others, isStruck);
    await at.stack.pulumi("refresh", "--yes", "--skip-preview");
    expect(at.stack.resource("orders")!.outputs).toMatchObject({ currentId: ours.aws });
    await succeeds(at.stack.destroy());
    expect(struck()).toBeGreaterThan(1);
    expect(await Promise.all(Object.entries(others).map(([path, id]) => recordOf(path, id)))).toEqual(before);
    const key = (await recordOf("/cckm/aws/keys/", ours.aws)) as { aws_param: Wire };
    expect(key.aws_param).toMatchObject({ KeyState: "PendingDeletion" });
    await expect(recordOf("/vault/keys2/", ours.vault)).rejects.toThrow("404");
  });

  test("a record of another key at every read changes nothing, and the stack goes on afterwards", async () => {
    await succeeds(declare(at.stack, make, program).up());
    const others = await bystanders();
    await mixUp(others, () => true);
    expect((await at.stack.destroy()).code).not.toBe(0);
    at.proxy.interject = () => undefined;
    expect(at.stack.resource("orders")!.outputs).toMatchObject({ currentId: at.stack.resource("orders")!.id });
    await succeeds(at.stack.destroy());
  });
});

import type { IncomingMessage } from "node:http";
import type { Interject, ProxyResponse } from "../crash/proxy";
import { engineTimeout, items, succeeds } from "./harness";
import { declare, hosts, lastingAccount } from "./hosts";
import { json, useProxied } from "./proxied";

/**
 * Responses that do not prove what they seem to say: nothing is forgotten, and no two objects are
 * confused.
 */

jest.setTimeout(2 * engineTimeout);

const at = useProxied();

const failure = json(200, { code: 11, codeDesc: "NCERRInternalServerError: Internal server error" });

/** The keys of the service and their states. */
async function held(): Promise<unknown[]> {
  const vault = items(await at.world.api("GET", "/vault/keys2")).map(({ id, name, state }) => [id, name, state]);
  const aws = items(await at.world.api("GET", "/cckm/aws/keys")).map(({ id, aws_param: at }) => [
    id,
    (at as { KeyState: string }).KeyState,
  ]);
  return [...vault, ...aws];
}

const ends = ({ method, url = "" }: IncomingMessage) => method === "DELETE" || url.endsWith("/schedule-deletion");

/** By what a call that ends an object is answered, without being carried out. */
const answers: Record<string, () => Interject> = {
  "an error with status 200": () => (request) => (ends(request) ? failure : undefined),
  "the response to the previous request": () => {
    let previous: ProxyResponse | undefined;
    return async (request, _body, forward) => {
      if (ends(request)) return previous;
      return (previous = await forward());
    };
  },
  "a 202 that waits for somebody's approval": () => (request) =>
    ends(request) ? { status: 202, headers: {}, body: Buffer.alloc(0) } : undefined,
};

describe.each(Object.entries(hosts))("in %s", (_host, make) => {
  const up = (body: string) => succeeds(declare(at.stack, make, body).up());

  const soon = '{ customTimeouts: { delete: "2s" } }';
  const keys = (description = "") => `${lastingAccount}
    make("aws:AwsKey", "orders", { kms, region: "eu-west-1", description: "${description}" }, ${soon});
    make("vault:VaultKey", "sealed", { algorithm: "aes", size: 256, onDestroy: "destroy", description: "${description}" }, ${soon});
    make("identity:Group", "auditors", {}, ${soon});`;

  test.each(Object.entries(answers))("a delete that gets %s has not happened", async (_name, answer) => {
    await up(keys());
    const before = await held();
    at.proxy.interject = answer();
    const { code, text } = await at.stack.destroy("--continue-on-error");
    expect(code).not.toBe(0);
    for (const name of ["orders", "sealed", "auditors"]) {
      expect(text).toMatch(new RegExp(`deleting \\w+ "${name}" failed`));
      expect(at.stack.resource(name)).toBeDefined();
    }
    expect(await held()).toEqual(before);
    at.proxy.interject = () => undefined;
    await succeeds(at.stack.destroy());
    expect(await held()).toEqual([[expect.any(String), "PendingDeletion"]]);
  });

  test("a change that gets an error with status 200 has failed, and the next update makes it", async () => {
    await up(keys("one"));
    at.proxy.interject = ({ method, url = "" }) =>
      method === "PATCH" || url.endsWith("/update-description") ? failure : undefined;
    const { code, text } = await declare(at.stack, make, keys("two")).up();
    expect(code).not.toBe(0);
    expect(text).toContain("is an error of the service");
    expect(text).not.toContain("accepted and returned a different value");
    at.proxy.interject = () => undefined;
    await succeeds(at.stack.up());
    expect(await at.stack.drift()).toMatchObject({ code: 0 });
  });

  const pair = ["left", "right"];
  const two = pair.map((name) => `make("vault:VaultKey", "${name}", { algorithm: "aes", size: 256 });`).join("\n");
  const makesKey = ({ method, url = "" }: IncomingMessage) => method === "POST" && /\/vault\/keys2\/?(\?|$)/.test(url);

  async function isNotCrossed(): Promise<void> {
    const found = items(await at.world.api("GET", "/vault/keys2"));
    expect(found.map(({ name }) => name).sort()).toEqual(pair);
    for (const name of pair) {
      const { id } = found.find((one) => one.name === name)!;
      expect(at.stack.resource(name)).toMatchObject({ id, outputs: { name } });
    }
    expect(await at.stack.drift()).toMatchObject({ code: 0 });
  }

  test("two creates whose responses are exchanged get their own keys", async () => {
    const calls: { own: ProxyResponse; respond: (response: ProxyResponse) => void }[] = [];
    at.proxy.interject = async (request, _body, forward) => {
      if (!makesKey(request) || calls.length === pair.length) return undefined;
      const own = await forward();
      return new Promise((respond) => {
        calls.push({ own, respond });
        if (calls.length === pair.length) calls.forEach(({ respond: toOne }, index) => toOne(calls[1 - index]!.own));
      });
    };
    await up(two);
    expect(calls).toHaveLength(2);
    await isNotCrossed();
  });

  test("a create that gets the response to an earlier one finds what it made", async () => {
    let stale: ProxyResponse | undefined;
    at.proxy.interject = async (request, _body, forward) => {
      if (!makesKey(request)) return undefined;
      const own = await forward();
      return (stale ??= own);
    };
    await up(two);
    await isNotCrossed();
  });

  test("one wrong response about the domain does not bind a stack to another service", async () => {
    let wrong = 0;
    at.proxy.interject = ({ method, url = "" }) => {
      if (method !== "GET" || !/\/v1\/domain(\?|$)/.test(url) || wrong > 0) return undefined;
      wrong++;
      const id = "e7a4d4c3-5b1c-4f0f-9d0a-000000000000";
      return json(200, { id, name: "other", account: `kylo:kylo:admin:${id}`, createdAt: "2024-01-01T00:00:00Z" });
    };
    await up(two);
    expect(wrong).toBe(1);
    at.proxy.interject = () => undefined;
    await isNotCrossed();
    await succeeds(at.stack.up("--expect-no-changes"));
    await up("");
  });
});

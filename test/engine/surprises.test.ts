import { eachTest } from "./eachTest";
import { engineTimeout, items, type Stack, startWorld, succeeds, type World } from "./harness";

/**
 * Ordinary Pulumi operations never put a key at risk: the contents of the clouds are compared
 * before and after.
 */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const issuerProgram = `
  const trial = new ciphertrust.TrialLicense("trial");
  new ciphertrust.OciIssuer("issuer", {
    openidConfigUrl: "https://idp.example.com/.well-known/openid-configuration",
  }, { dependsOn: trial });`;

/** A container and a key named after it, both without an explicit name; `options` of the container. */
const account = (name: string, options = "{}") => `
  const trial = new ciphertrust.TrialLicense("trial");
  const prod = new ciphertrust.AwsConnection("${name}", {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  }, ${options});
  const kms = new ciphertrust.AwsKms("${name}", {
    connection: prod.id, accountId: "123456789012", regions: ["eu-west-1"],
  }, { dependsOn: trial, ...${options} });
  new ciphertrust.AwsKey("${name}", { kms: kms.id, region: "eu-west-1", alias: ["orders"] }, ${options});
  new ciphertrust.VaultKey("${name}", { algorithm: "aes", size: 256, onDestroy: "destroy" }, ${options});`;

interface Held {
  aws: unknown;
  kms: unknown;
  vault: unknown;
}

async function held(): Promise<Held> {
  const aws = items(await world.api("GET", "/cckm/aws/keys?limit=100"));
  const kms = items(await world.api("GET", "/cckm/aws/kms"));
  const vault = items(await world.api("GET", "/vault/keys2?limit=100"));
  const states = aws.map(({ id, aws_param: at }) => [id, (at as Record<string, unknown>).KeyState]);
  return { aws: states, kms: kms.map(({ id, name }) => [id, name]), vault: vault.map(({ id, name }) => [id, name]) };
}

describe("a rename keeps the renamed objects", () => {
  test("by aliases", async () => {
    await succeeds(stack.program(account("prod")).up());
    const before = await held();
    stack.program(account("payments", '{ aliases: [{ name: "prod" }] }'));
    expect(await succeeds(stack.drift())).not.toMatch(/replace/);
    await succeeds(stack.up());
    expect(await held()).toEqual(before);
    expect(stack.resource("payments", "AwsKms")?.outputs.name).toBe("prod");
  });

  test("by `pulumi state rename`", async () => {
    await succeeds(stack.program(account("prod")).up());
    const before = await held();
    for (const { urn, type } of stack.stored().resources) {
      if (!urn.endsWith("::prod") || type === "pulumi:pulumi:Stack") continue;
      await succeeds(stack.pulumi("state", "rename", urn, "payments", "--yes"));
    }
    await succeeds(stack.program(account("payments")).up("--expect-no-changes"));
    expect(await held()).toEqual(before);
  });

  test("by aliases of a component: the machine keeps its identity", async () => {
    const client = (name: string, options = "{}") => `
      const ca = new ciphertrust.LocalCa("machines", { cn: "Machines" });
      new ciphertrust.RestClient("${name}", { ca: ca.id }, ${options});`;
    await succeeds(stack.program(client("agent")).up());
    const clients = async () =>
      items(await world.api("GET", "/client-management/clients")).map(({ id, name }) => [id, name]);
    const before = await clients();
    expect(before).toMatchObject([[expect.any(String), "agent"]]);
    stack.program(client("worker", '{ aliases: [{ name: "agent" }] }'));
    await succeeds(stack.preview("--expect-no-changes"));
    await succeeds(stack.up());
    expect(await clients()).toEqual(before);
  });

  test("a name changed outside Pulumi is still drift, and is corrected", async () => {
    await succeeds(stack.program(issuerProgram).up());
    const [issuer] = items(await world.api("GET", "/cckm/oci/issuers"));
    await world.api("PATCH", `/cckm/oci/issuers/${String(issuer!.id)}`, { name: "somebody" });
    for (const run of [1, 2]) {
      const drift = await stack.drift();
      expect([run, drift.code]).toEqual([run, 7]);
      expect(drift.text).toMatch(/name *: "somebody" => "issuer"/);
      await succeeds(stack.refresh());
    }
    await succeeds(stack.up());
    expect(items(await world.api("GET", "/cckm/oci/issuers"))[0]).toMatchObject({ id: issuer!.id, name: "issuer" });
    await succeeds(stack.drift());
  });
});

describe("another service", () => {
  test("is reported by name, and neither destroy, up nor refresh forgets anything", async () => {
    await succeeds(stack.program(account("prod")).up());
    const urns = () =>
      stack
        .stored()
        .resources.map(({ urn }) => urn)
        .sort();
    const before = urns();
    const other = await startWorld();
    try {
      Object.assign(stack.environment, other.environment);
      const there = new URL(world.emulator.address).host;
      const here = new URL(other.emulator.address).host;
      const runs = [() => stack.destroy(), () => stack.refresh(), () => stack.up("--refresh"), () => stack.drift()];
      for (const run of runs) {
        const { code, text } = await run();
        expect(code).not.toBe(0);
        expect(text).toContain(`on ${there}/`);
        expect(text).toContain(`not on ${here}/`);
        expect(text).toContain("CIPHERTRUST_MOVED_FROM");
      }
      expect(urns()).toEqual(before);
      const moved = /\(CIPHERTRUST_MOVED_FROM\) to (\S+)\./.exec((await stack.refresh()).text)![1]!;
      stack.environment.CIPHERTRUST_MOVED_FROM = moved;
      await other.api(
        "POST",
        `/licensing/trials/${String(items(await other.api("GET", "/licensing/trials"))[0]!.id)}/activate`,
      );
      await succeeds(stack.up("--refresh"));
      expect(items(await other.api("GET", "/cckm/aws/kms"))).toHaveLength(1);
      await succeeds(stack.destroy());
    } finally {
      await other.close();
    }
  });
});

describe("a service that lost everything", () => {
  const users = Array.from(
    { length: 7 },
    (_, index) => `new ciphertrust.User("u${index}", { password: "Quick-Start-1" });`,
  ).join("\n");
  const lose = async () => {
    for (const { username, user_id: id } of items(await world.api("GET", "/usermgmt/users?limit=100")))
      if (String(username).startsWith("u"))
        await world.api("DELETE", `/usermgmt/users/${encodeURIComponent(String(id))}`);
  };

  test("nothing is forgotten without the setting", async () => {
    await succeeds(stack.program(users).up());
    await lose();
    for (const command of ["refresh", "destroy"] as const) {
      const { code, text } = await stack[command]();
      expect(code).not.toBe(0);
      // Pulumi prints an error in several places; it is reported for one resource only.
      expect(new Set(text.match(/\w+ User "u\d" was refused: none of the objects/g)).size).toBe(1);
      expect(text).toContain("CIPHERTRUST_FORGET_MISSING");
    }
    expect(stack.stored().resources.filter(({ type }) => type.endsWith("User"))).toHaveLength(7);
    stack.environment.CIPHERTRUST_FORGET_MISSING = "true";
    await succeeds(stack.refresh());
    expect(stack.stored().resources.filter(({ type }) => type.endsWith("User"))).toHaveLength(0);
  });

  test("a few missing objects among others are forgotten as usual", async () => {
    await succeeds(stack.program(`${users}\nnew ciphertrust.VaultKey("k", { algorithm: "aes", size: 256 });`).up());
    await lose();
    await succeeds(stack.refresh());
    expect(stack.stored().resources.filter(({ type }) => type.endsWith("User"))).toHaveLength(0);
  });
});

describe("a replacement that cannot succeed", () => {
  test("is rejected by the preview, with advice; a refresh continues", async () => {
    const key = (size: number, more = "", options = "{}") =>
      `new ciphertrust.VaultKey("backups", { algorithm: "aes", size: ${size}, ${more} }, ${options});`;
    await succeeds(stack.program(key(256)).up());
    const preview = await stack.program(key(128)).preview();
    expect(preview.code).not.toBe(0);
    expect(preview.text).toMatch(
      /replacing VaultKey "backups" cannot succeed: a change of size .*another name, or, .*onDestroy: "destroy"/s,
    );
    const up = await stack.up();
    expect(up.code).not.toBe(0);
    expect(stack.resource("backups")).toBeDefined();
    await succeeds(stack.refresh());
    await succeeds(stack.program(key(256, 'onDestroy: "destroy"')).up());
    const refused = await stack.program(key(128, 'onDestroy: "destroy"')).preview();
    expect(refused.text).toMatch(/replacing VaultKey "backups" was refused: .*nothing brings it back/s);
    await succeeds(stack.program(key(128, 'onDestroy: "destroy"', '{ replaceOnChanges: ["size"] }')).up());
    expect(items(await world.api("GET", "/vault/keys2"))).toMatchObject([{ name: "backups", size: 128 }]);
  });
});

describe("one object has one owner", () => {
  const user = (name: string, more = "") =>
    `new ciphertrust.User("${name}", { username: "alice", password: "Quick-Start-1", ${more} });`;

  test("two resources of a program that describe the same object are rejected in the preview, in either order", async () => {
    await succeeds(stack.program(user("one")).up());
    for (const program of [user("one") + user("two", "adopt: true"), user("two", "adopt: true") + user("one")]) {
      const preview = await stack.program(program).preview();
      expect(preview.code).not.toBe(0);
      expect(preview.text).toMatch(/username: User "\w+" of this program has the same username "alice"/);
    }
  });

  test("by id: rejected in the preview, in either order, with the way to rename", async () => {
    await succeeds(stack.program(user("one")).up());
    const id = stack.resource("one")!.id!;
    for (const program of [user("one") + user("two", `adopt: "${id}"`), user("two", `adopt: "${id}"`) + user("one")]) {
      const preview = await stack.program(program.replace(/"alice"(?=.*adopt)/, '"bob"')).preview();
      expect(preview.code).not.toBe(0);
      expect(preview.text).toMatch(/User "one" of this stack already manages it.*aliases: \[\{ name: "one" \}\]/s);
    }
  });

  test("a resource that adopts the object of a removed one: the object is kept, with one owner", async () => {
    await succeeds(stack.program(user("one")).up());
    const id = stack.resource("one")!.id!;
    const text = await succeeds(stack.program(user("two", "adopt: true")).up());
    expect(text).toContain('User "alice" goes on as User "two"; nothing was deleted in the service');
    expect(items(await world.api("GET", "/usermgmt/users?username=alice"))).toHaveLength(1);
    expect(
      stack
        .stored()
        .resources.filter((one) => one.id === id)
        .map(({ urn }) => urn),
    ).toEqual([expect.stringMatching(/::two$/)]);
  });

  test("a rename without aliases: the error says that the object that has the name is the resource's own", async () => {
    await succeeds(stack.program(user("one")).up());
    const up = await stack.program(user("two")).up("--refresh");
    expect(up.code).not.toBe(0);
    expect(up.text).toMatch(
      /creating User "alice" failed.*User "one" of this stack already manages it.*give the new one the option +aliases/s,
    );
    expect(items(await world.api("GET", "/usermgmt/users?username=alice"))).toHaveLength(1);
  });
});

import { engineTimeout, items, type Stack, type World } from "./harness";
import { declare as setProgram, hosts } from "./hosts";
import { aws, pluginStack, startLicensedWorld } from "./plugin/support";

/** A replacement that fails, at any point, costs no key: the clouds are compared before and after. */

jest.setTimeout(engineTimeout);

let world: World;
beforeAll(async () => {
  world = await startLicensedWorld();
});
afterAll(() => world?.close());

const signing = 'customerMasterKeySpec: "RSA_2048", keyUsage: "SIGN_VERIFY",';
const rsa = { spec: "RSA_2048", state: "Enabled", alias: ["alias/orders"] };
const aes = { spec: "SYMMETRIC_DEFAULT", state: "Enabled", alias: ["alias/orders"] };

describe.each(Object.entries(hosts))("with %s", (host, make) => {
  let stack: Stack;
  beforeEach(async () => {
    stack = await pluginStack(world);
  });
  afterEach(async () => {
    stack?.remove();
    await world.control("POST", "/reset");
  });

  const account = (key: string, options = "{}") => `
    const connection = make("aws:AwsConnection", "prod", { accessKeyId: "${aws.accessKeyId}", secretAccessKey: "${aws.secretAccessKey}" });
    const kms = make("aws:AwsKms", "prod", { connection: connection.id, accountId: "${aws.accountId}", regions: ["eu-west-1"] });
    make("aws:AwsKey", "orders", { kms: kms.id, region: "eu-west-1", alias: ["orders"], ${key} }, ${options});`;
  const declare = (key: string, options?: string) => setProgram(stack, make, account(key, options));
  const vaultKey = (args: string, options = "{}") =>
    setProgram(stack, make, `make("vault:VaultKey", "backups", { onDestroy: "destroy", ${args} }, ${options});`);

  /** The keys in AWS by their id in the service. */
  const held = async () =>
    Object.fromEntries(
      items(await world.api("GET", "/cckm/aws/keys?limit=100")).map(({ id, aws_param: at }) => {
        const { CustomerMasterKeySpec: spec, KeyState: state, Alias: alias } = at as Record<string, unknown>;
        return [String(id), { spec, state, alias }];
      }),
    );
  const fault = (path: string, times?: number, status = 400) =>
    world.control("POST", "/faults", { method: "POST", path, effect: { status }, ...(times ? { times } : {}) });
  const mend = () => world.control("DELETE", "/faults");
  const keysInState = () => stack.stored().resources.filter(({ urn }) => urn.endsWith("AwsKey::orders"));
  const succeeds = async (run: Promise<{ code: number; text: string }>) => {
    const { code, text } = await run;
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
    return text;
  };
  const fails = async (run: Promise<{ code: number; text: string }>, said: RegExp) => {
    const { code, text } = await run;
    expect(text).toMatch(said);
    expect(code).not.toBe(0);
    return text;
  };
  const made = async () => {
    await succeeds(declare("").up());
    const id = stack.resource("orders")!.id!;
    expect(await held()).toEqual({ [id]: aes });
    return id;
  };

  test("a key that AWS cannot make is refused by the preview; one that the service refuses costs nothing", async () => {
    const old = await made();
    const unfit = 'customerMasterKeySpec: "RSA_2048", keyUsage: "GENERATE_VERIFY_MAC"';
    for (const run of [() => declare(unfit).preview(), () => declare(unfit).up()])
      await fails(
        run(),
        /keyUsage: must be "ENCRYPT_DECRYPT" or "SIGN_VERIFY" when customerMasterKeySpec is "RSA_2048"/,
      );
    await fault("cckm/aws/keys$", undefined, 403);
    await fails(declare(signing).up(), /creating AwsKey "orders" failed: .*403/);
    expect(await held()).toEqual({ [old]: aes });
    await mend();
    await succeeds(stack.up());
    const id = stack.resource("orders")!.id!;
    expect(await held()).toEqual({ [id]: rsa, [old]: { ...aes, state: "PendingDeletion", alias: [] } });
    await succeeds(stack.drift());
  });

  test.each([
    ["back at the old key", 1, false, /The old object "[^"]+" still has its alias "orders", and stays/],
    ["back at the old key, and a refresh follows", 1, true, /still has its alias "orders"/],
    ["nowhere", 2, false, /could not be given back its alias "orders", which perhaps nothing has now/],
  ])(
    "when the alias cannot be given to the new key, it is %s: the next update goes on",
    async (_, times, refresh, said) => {
      const old = await made();
      await fault("add-alias$", times);
      await fails(declare(signing).up(), said);
      await mend();
      const [created, ...more] = Object.keys(await held()).filter((id) => id !== old);
      expect(more).toEqual([]);
      expect(await held()).toEqual({
        [old]: { ...aes, alias: times === 1 ? aes.alias : [] },
        [created!]: { ...rsa, alias: [] },
      });
      expect(keysInState()).toHaveLength(2);
      if (refresh) await succeeds(stack.refresh());
      await succeeds(stack.up());
      expect(await held()).toEqual({ [created!]: rsa, [old]: { ...aes, state: "PendingDeletion", alias: [] } });
      expect(keysInState().map(({ id }) => id)).toEqual([created]);
      await succeeds(stack.drift());
    },
  );

  test("after such a failure, the old key can be kept as the error says", async () => {
    const old = await made();
    await fault("add-alias$", 1);
    await fails(declare(signing).up(), new RegExp(`adopt: "${old}"  to AwsKey "orders"`));
    await mend();
    await succeeds(declare(`adopt: "${old}"`).up());
    const { [old]: kept, ...others } = await held();
    expect(kept).toEqual(aes);
    expect(Object.values(others)).toEqual([{ ...rsa, state: "PendingDeletion", alias: [] }]);
    expect(keysInState().map(({ id }) => id)).toEqual([old]);
    await succeeds(stack.drift());
  });

  test("where the delete comes first all the same, the error says how to get the old key back", async () => {
    const old = await made();
    const first = "{ deleteBeforeReplace: true }";
    await fault("cckm/aws/keys$", undefined, 403);
    await fails(declare(signing, first).up(), new RegExp(`adopt: "${old}"  to AwsKey "orders"`));
    await mend();
    expect(await held()).toEqual({ [old]: { ...aes, state: "PendingDeletion", alias: [] } });
    await succeeds(declare(`adopt: "${old}"`, first).up());
    expect(await held()).toEqual({ [old]: aes });
    expect(keysInState().map(({ id }) => id)).toEqual([old]);
    await succeeds(stack.drift());
  });

  test("a key of the vault is replaced under its own name only if the program says so", async () => {
    const names = async () => items(await world.api("GET", "/vault/keys2")).map(({ name, size }) => [name, size]);
    await succeeds(vaultKey("size: 256").up());
    const refused = /replacing VaultKey "backups" was refused: .*replaceOnChanges: \["size"\]/s;
    for (const run of [() => vaultKey("size: 128").preview(), () => vaultKey("size: 128").up()])
      await fails(run(), refused);
    expect(await names()).toEqual([["backups", 256]]);
    const meant = host === "the plugin" ? 'resourceOptions: { replaceOnChanges: ["size"] },' : "";
    await succeeds(vaultKey(`size: 128, ${meant}`, '{ replaceOnChanges: ["size"] }').up());
    expect(await names()).toEqual([["backups", 128]]);
  });
});

import { engineTimeout, items, Stack, startWorld, type World } from "./harness";

/**
 * Stacks not run by the administrator: by directory users, in any domain, and by a client beyond the lifetime of its
 * token.
 */

jest.setTimeout(engineTimeout);

const logins = "POST /api/v1/auth/tokens/";
const credentials = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const accountId = "123456789012";
const region = "eu-west-1";

let world: World;
let admin: Stack;
let other: Stack;
beforeAll(async () => {
  const account = { accountId, credentials: [credentials], regions: [region], syncSeconds: 420, keys: [{ region }] };
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] }, aws: { accounts: [account] } } });
  admin = (await Stack.create({ ...world.environment })).program(`
    const corporate = new ciphertrust.LdapIdentityProvider("corporate", {
      serverUrl: "ldaps://ldap.example.com", rootDn: "dc=example,dc=com",
      bindDn: "cn=ciphertrust,dc=example,dc=com", bindPassword: "Ldap-Demo-Password-1",
    });
    new ciphertrust.OidcIdentityProvider("sso", {
      discoveryUri: "https://login.example.com/.well-known/openid-configuration",
      clientId: "ciphertrust", clientSecret: "Oidc-Demo-Secret-1",
    });
    const alice = new ciphertrust.User("alice", { connection: corporate.name });
    new ciphertrust.Domain("tenant", { admins: [alice.id], onDestroy: "destroy" });
    const root = new ciphertrust.LocalCa("root", { cn: "Root" });
    const trust = new ciphertrust.WebInterfaceTrust("root", { ca: root.id });
    const groups = ["Connection Admins", "CCKM Admins"];
    const { login } = new ciphertrust.RestClient("pipeline", { ca: trust.id, groups });
    exports.login = login;`);
  expect(await admin.up()).toMatchObject({ code: 0 });
  other = await Stack.create();
});
afterAll(async () => {
  admin?.remove();
  other?.remove();
  await world?.close();
});

/** The user of the other stack from now on. */
function runAs(login: Record<string, string>, program: string): void {
  const { CIPHERTRUST_ADDRESS, CIPHERTRUST_CA_CERT } = world.environment;
  for (const name of Object.keys(other.environment)) delete other.environment[name];
  Object.assign(other.environment, { CIPHERTRUST_ADDRESS, CIPHERTRUST_CA_CERT, ...login });
  other.program(program);
}

const makesKey = `
  const key = new ciphertrust.VaultKey("mine", { onDestroy: "destroy" });
  exports.by = ciphertrust.getAuditRecords({ message: key.id.apply(() => "POST /vault/keys2/"), limit: 1 })
    .apply(([newest]) => newest.username);
  exports.keys = ciphertrust.VaultKey.list({ name: key.name }).apply((all) => all.length);`;
const inRoot = async () => items(await world.api("GET", "/vault/keys2?name=mine")).length;

test.each([
  ["alice", "an LDAP directory, in a domain of her own", "Ldap-Alice-1", "corporate", "tenant"],
  ["carol", "an OpenID provider, in the root domain", "Oidc-Carol-1", "sso", undefined],
])("%s of %s", async (username, _of, password, connection, domain) => {
  runAs(
    {
      CIPHERTRUST_USERNAME: username,
      CIPHERTRUST_PASSWORD: password,
      CIPHERTRUST_CONNECTION: connection,
      ...(domain ? { CIPHERTRUST_DOMAIN: domain } : {}),
    },
    makesKey,
  );
  expect(await other.up()).toMatchObject({ code: 0 });
  expect(other.outputs()).toEqual({ by: username, keys: 1 });
  expect(await inRoot()).toBe(domain ? 0 : 1);
  expect(await other.drift()).toMatchObject({ code: 0 });
  expect(await other.destroy()).toMatchObject({ code: 0 });
  expect(other.stored().text).not.toContain(password);
});

test("a token from another login is used as it is, and its end is told", async () => {
  const { username, password } = world.emulator;
  const { jwt } = await world.api("POST", "/auth/tokens/", { name: username, password });
  const program = `new ciphertrust.VaultKey("mine", { onDestroy: "destroy" });`;
  runAs({ CIPHERTRUST_TOKEN: String(jwt) }, program);
  await world.forget();
  expect(await other.up()).toMatchObject({ code: 0 });
  expect((await world.routes())[logins]).toBeUndefined();
  expect(await other.destroy()).toMatchObject({ code: 0 });
  expect((await other.export()).text).not.toContain(String(jwt));
  await world.control("POST", "/clock", { advanceSeconds: 310 });
  const refused = await other.up();
  expect(refused.code).not.toBe(0);
  expect(refused.text).toMatch(/refused the given token: .*401/);
  expect(refused.text).toContain("ciphertrust:token (CIPHERTRUST_TOKEN)");
  expect(refused.text).not.toContain(String(jwt));
});

test("a client's session outlives its token without interruption", async () => {
  const { text } = await admin.pulumi("stack", "output", "--json", "--show-secrets");
  const { login } = JSON.parse(text) as { login: Record<string, string> };
  runAs(
    {
      CIPHERTRUST_CLIENT_ID: login.clientId!,
      CIPHERTRUST_CLIENT_CERT: login.clientCertificate!,
      CIPHERTRUST_CLIENT_KEY: login.clientKey!,
    },
    `
    const connection = new ciphertrust.AwsConnection("prod", ${JSON.stringify(credentials)});
    const account = new ciphertrust.AwsKms("prod", {
      connection: connection.id, accountId: "${accountId}", regions: ["${region}"],
    });
    const refresh = new ciphertrust.Refresh("all", { cloud: "aws", containers: [account.id] });
    exports.keys = refresh.keys;`,
  );
  let doing: Promise<unknown> | undefined;
  const outlive = async () => {
    await world.forget();
    await world.control("POST", "/clock", { advanceSeconds: 310 });
    while (!(await world.routes())[logins]);
    await world.control("POST", "/clock", { advanceSeconds: 120 });
  };
  other.watch = (shown) => {
    if (shown.includes("the service is downloading")) doing ??= outlive();
  };
  expect(await other.up()).toMatchObject({ code: 0 });
  other.watch = undefined;
  expect(doing).toBeDefined();
  await doing;
  expect(other.outputs()).toEqual({ keys: 1 });
  const records = items(await world.api("GET", "/audit/records?limit=1&message=POST%20/cckm/aws/synchronization-jobs"));
  expect(records).toMatchObject([{ client_id: login.clientId }]);
  expect(await other.destroy()).toMatchObject({ code: 0 });
  expect(await admin.destroy()).toMatchObject({ code: 0 });
});

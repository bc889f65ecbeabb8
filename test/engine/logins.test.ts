import { makeAuthority, makeRequest, type Pair } from "../emulator/machine";
import { engineTimeout, items, Stack, startWorld, type World } from "./harness";

/**
 * Stacks not run by the administrator: by directory users, in any domain, by users with
 * certificates, by users of a tenant, with a token of another login, and by a client beyond the
 * lifetime of its token.
 */

jest.setTimeout(engineTimeout);

const logins = "POST /api/v1/auth/tokens/";
const credentials = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const accountId = "123456789012";
const region = "eu-west-1";

/** Of every local user; those of directories have their own. */
const password = "Local-Passw0rd-1";

let world: World;
let erin: Pair;
let frank: Pair;
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
    const sso = new ciphertrust.OidcIdentityProvider("sso", {
      discoveryUri: "https://login.example.com/.well-known/openid-configuration",
      clientId: "ciphertrust", clientSecret: "Oidc-Demo-Secret-1",
    });
    const alice = new ciphertrust.User("alice", { connection: corporate.name });
    const tenant = new ciphertrust.Domain("tenant", {
      admins: [alice.id, "admin"], allowUserManagement: true, onDestroy: "destroy",
    });
    const inTenant = new ciphertrust.Provider("tenant", { domain: tenant.name });
    const mayUseKeys = (users, provider) => new ciphertrust.Group(
      provider ? "inTenant" : "inRoot",
      { name: "Key Users", users: users.map((user) => user.userId), adopt: true },
      { provider, retainOnDelete: true },
    );
    const gina = new ciphertrust.User("gina", { password: "${password}" }, { provider: inTenant });
    mayUseKeys([gina], inTenant);
    const withCertificate = (name, method) => new ciphertrust.User(name, {
      password: "${password}", certificateSubjectDn: "CN=" + name + ",O=Example", allowedAuthMethods: [method],
    });
    const carol = new ciphertrust.User("carol", { connection: sso.name });
    const [erin, frank] = [["erin", "user_certificate"], ["frank", "password_with_user_certificate"]]
      .map(([name, method]) => withCertificate(name, method));
    mayUseKeys([carol, erin, frank]);
    const root = new ciphertrust.LocalCa("root", { cn: "Root" });
    const trust = new ciphertrust.WebInterfaceTrust("root", { ca: root.id });
    const groups = ["Connection Admins", "CCKM Admins"];
    const { login } = new ciphertrust.RestClient("pipeline", { ca: trust.id, groups });
    exports.login = login;
    exports.ca = root.id;`);
  expect(await admin.up()).toMatchObject({ code: 0 });
  [erin, frank] = await Promise.all([issue("erin"), issue("frank")]);
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

const requestOf = (name: string) => makeRequest(`/O=Example/CN=${name}`);

/** A certificate of a user by the CA that the service trusts. */
async function issue(name: string): Promise<Pair> {
  const { csr, key } = requestOf(name);
  const path = `/ca/local-cas/${String(admin.outputs().ca)}/certs`;
  const { cert } = await world.api("POST", path, { csr, purpose: "client", duration: 30 });
  return { cert: String(cert), key };
}

const certificateOf = ({ cert, key }: Pair) => ({ CIPHERTRUST_CLIENT_CERT: cert, CIPHERTRUST_CLIENT_KEY: key });
const passwordOf = (username: string, given = password) => ({
  CIPHERTRUST_USERNAME: username,
  CIPHERTRUST_PASSWORD: given,
});

/** This login is refused with these words, creates nothing, and reveals no secret. */
async function expectRefusal(login: Record<string, string>, ...words: (string | RegExp)[]): Promise<void> {
  runAs(login, makesKey);
  const { code, text } = await other.up();
  expect(code).not.toBe(0);
  for (const word of words) expect(text).toMatch(word);
  expect(text).not.toContain(login.CIPHERTRUST_PASSWORD ?? login.CIPHERTRUST_CLIENT_KEY!.split("\n")[1]!);
  expect(other.resource("mine")).toBeUndefined();
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

/**
 * This login runs a stack from its first up to its end; the key is created in the root domain or
 * elsewhere.
 */
async function expectLogin(login: Record<string, string>, by: string, keysInRoot: number): Promise<void> {
  runAs(login, makesKey);
  expect(await other.up()).toMatchObject({ code: 0 });
  expect(other.outputs()).toEqual({ by, keys: 1 });
  expect(await inRoot()).toBe(keysInRoot);
  expect(await other.destroy()).toMatchObject({ code: 0 });
}

test("a user with a certificate, of a CA that the service knows and of a user who may log in so", async () => {
  const { csr, key } = requestOf("erin");
  const forged = { cert: makeAuthority("/CN=Stranger").issue(csr), key };
  const subject = /refused the login of the user with the certificate O=Example, CN=/;
  await expectRefusal(certificateOf(forged), subject, "401", "issued by an unknown CA", "WebInterfaceTrust");
  await expectRefusal(certificateOf(frank), subject, "no user may log in with this", "allowedAuthMethods");
  await expectLogin(certificateOf(erin), "erin", 1);
});

test("a user with password and certificate: each is needed, and each must be the user's", async () => {
  const who = "refused the login of user frank";
  const advice = "Check ciphertrust:clientCertificate and clientKey too";
  await expectRefusal({ ...passwordOf("frank", "Wrong-Passw0rd-1"), ...certificateOf(frank) }, who, "401", advice);
  await expectRefusal({ ...passwordOf("frank"), ...certificateOf(erin) }, who, "401", advice);
  await expectRefusal(passwordOf("frank"), who, "401");
  await expectLogin({ ...passwordOf("frank"), ...certificateOf(frank) }, "frank", 1);
});

test("a user of a tenant, by its path", async () => {
  const login = { ...passwordOf("gina"), CIPHERTRUST_DOMAIN: "tenant" };
  const who = "refused the login of user gina, who is known in domain /elsewhere in domain tenant";
  await expectRefusal({ ...login, CIPHERTRUST_TENANT: "/elsewhere" }, who, "401", "CIPHERTRUST_TENANT");
  await expectLogin({ ...login, CIPHERTRUST_TENANT: "/tenant" }, "gina", 0);
});

test("a provider instance with a certificate does not call as the user of the environment", async () => {
  const { username } = world.emulator;
  runAs(
    passwordOf(username, world.emulator.password),
    `
    const pair = ${JSON.stringify({ clientCertificate: erin.cert, clientKey: erin.key })};
    const provider = new ciphertrust.Provider("erin", pair);
    const hers = new ciphertrust.VaultKey("hers", { onDestroy: "destroy" }, { provider });
    new ciphertrust.VaultKey("ours", { onDestroy: "destroy" }, { dependsOn: hers });`,
  );
  expect(await other.up()).toMatchObject({ code: 0 });
  const made = "/audit/records?limit=2&sort=-createdAt&message=POST%20/vault/keys2/";
  expect(items(await world.api("GET", made)).map((record) => record.username)).toEqual([username, "erin"]);
  expect(await other.destroy()).toMatchObject({ code: 0 });
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
  expect(refused.text).toMatch(/refused the given token, which is valid until .*: the service responded with 401/);
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

import { each, idOf, withEmulator, type Loose } from "./client";
import { accessPolicy, attachment, attachmentsPath, policiesPath, userIn } from "./quorumHold";

/** Policies and attachments are kept; they decide about no call. */

const shared = withEmulator({});
const makePolicy = (more: object = {}): Promise<Loose> =>
  shared.client.ok("POST", policiesPath, { ...accessPolicy, ...more });
const attach = (more: object = {}): Promise<Loose> =>
  shared.client.ok("POST", attachmentsPath, { ...attachment, ...more });

test("a policy is shown as it was sent", async () => {
  const conditions = [{ path: "context.resource.alg", op: "equals", values: ["aes"], negate: true }];
  const made = await makePolicy({ effect: "allow", conditions, include_descendant_accounts: true });
  expect(made).toMatchObject({
    ...accessPolicy,
    effect: "allow",
    conditions,
    include_descendant_accounts: true,
    uri: `kylo:kylo:admin:policies:${made.id}`,
  });
  const read = await shared.client.ok("GET", `${policiesPath}${made.id}`);
  expect(read).toEqual(made);
});

test("an attachment names its policy as the request did, and shows what the policy is about", async () => {
  const policy = await makePolicy();
  const { name: _name, allow: _allow, ...about } = accessPolicy;
  expect(await attach({ jurisdiction: "team" })).toMatchObject({ ...attachment, ...about, jurisdiction: "team" });
  expect(await attach({ policy: policy.id })).toMatchObject({ policy: policy.id, ...about });
});

test("both are listed, with filters", async () => {
  await makePolicy();
  await makePolicy({ name: "writers" });
  await attach();
  await attach({ policy: "writers" });
  const { client } = shared;
  expect(each(await client.ok("GET", policiesPath), "name")).toEqual(["readers", "writers"]);
  expect(each(await client.ok("GET", `${policiesPath}?name=writers`), "name")).toEqual(["writers"]);
  expect(each(await client.ok("GET", `${attachmentsPath}?policy=writers`), "policy")).toEqual(["writers"]);
});

test.each([
  ["a policy without a name", policiesPath, { ...accessPolicy, name: undefined }, 400],
  ["a policy without actions", policiesPath, { ...accessPolicy, actions: undefined }, 400],
  ["a policy without resources", policiesPath, { ...accessPolicy, resources: undefined }, 400],
  ["a policy that neither allows nor has an effect", policiesPath, { ...accessPolicy, allow: undefined }, 400],
  ["an unknown effect", policiesPath, { ...accessPolicy, effect: "permit" }, 400],
  ["a condition without a path", policiesPath, { ...accessPolicy, conditions: [{ op: "empty" }] }, 400],
  ["a name that another policy has", policiesPath, { ...accessPolicy, name: "taken" }, 409],
  ["an attachment of no policy", attachmentsPath, { ...attachment, policy: "nobody" }, 400],
  ["an attachment to nobody", attachmentsPath, { policy: "taken" }, 400],
])("%s is refused", async (_what, path, body, status) => {
  await makePolicy({ name: "taken" });
  expect((await shared.client.post(path, body)).status).toBe(status);
});

test("a policy is deleted after its attachments, and never changed", async () => {
  const { client } = shared;
  const policy = `${policiesPath}${idOf(await makePolicy())}`;
  const attached = `${attachmentsPath}${idOf(await attach())}`;
  expect((await client.patch(policy, { allow: false })).status).toBe(404);
  expect(await client.delete(policy)).toMatchObject({
    status: 409,
    body: { message: "the policy readers is attached: delete its attachments first" },
  });
  expect((await client.delete(attached)).status).toBe(204);
  expect((await client.delete(policy)).status).toBe(204);
  expect((await client.get(policy)).status).toBe(404);
});

test("only administrators write them", async () => {
  const { client } = shared;
  await makePolicy();
  const kim = await userIn(client, "kim", "Key Admins");
  expect((await kim.post(policiesPath, { ...accessPolicy, name: "own" })).status).toBe(403);
  expect((await kim.post(attachmentsPath, attachment)).status).toBe(403);
  expect((await kim.get(policiesPath)).status).toBe(200);
  await kim.close();
});

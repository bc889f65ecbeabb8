import { operations } from "../../emulator/index";
import { awsContainer, idOf, withEmulator, type Reply } from "./client";

const shared = withEmulator();
/** Names that every JavaScript object inherits, so that a lookup finds a value that nobody set. */
const inherited = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"];
const refused = (reply: Reply): void =>
  expect(reply).toMatchObject({ status: 400, body: { codeDesc: expect.any(String) } });

describe.each(inherited)("%s", (name) => {
  test("is not a way to log in", async () => {
    const body = { grant_type: name, username: "admin", password: shared.emulator.password };
    const reply = await shared.client.raw("POST", "/api/v1/auth/tokens/", body);
    refused(reply);
    expect(reply.body.message).toBe(`there is no grant_type "${name}"`);
  });

  test("is not a change or a part of a world", async () => {
    for (const what of [`aws/${name}`, `${name}/keys`, `${name}/${name}`])
      expect((await shared.client.raw("POST", `/emulator/world/${what}`, {})).status).toBe(404);
  });

  test("is not a filter, and sorts nothing", async () => {
    const path = "/usermgmt/groups";
    const { total, resources } = await shared.client.ok("GET", path);
    expect(await shared.client.ok("GET", `${path}?${name}=x`)).toMatchObject({
      total,
      messages: [`query parameter ${name} is not supported and was ignored`],
    });
    for (const key of [name, `-${name}`, `${name}.${name}`, `name.${name}`])
      expect(await shared.client.ok("GET", `${path}?sort=${key}`)).toMatchObject({ total, resources });
  });

  test("is not an identifier of a vault key, and not a label of a key", async () => {
    const { client } = shared;
    await client.ok("POST", "/vault/keys2", { name: "plain", labels: { team: "a" } });
    expect((await client.get(`/vault/keys2/plain?type=${name}`)).status).toBe(404);
    expect((await client.ok("GET", `/vault/keys2?labels=${name}`)).total).toBe(0);
    expect((await client.ok("GET", `/vault/keys2?labels=!${name}`)).total).toBe(1);
    for (const field of ["algorithm", "curveid", "usage"])
      expect([201, 400]).toContain((await client.post("/vault/keys2", { algorithm: "ec", [field]: name })).status);
    refused(await client.post("/vault/keys2", { algorithm: name }));
    refused(await client.post("/vault/keys2", { algorithm: `HMAC-${name}` }));
  });

  test("is a label, a tag or a field like any other", async () => {
    const { client } = shared;
    const json = (value: unknown) => `{"name":"named","labels":{${JSON.stringify(name)}:${JSON.stringify(value)}}}`;
    const made = await client.ok("POST", "/vault/keys2", json("x"));
    expect(Object.entries(made.labels as unknown as object)).toEqual([[name, "x"]]);
    expect((await client.ok("GET", `/vault/keys2?labels=${name}=x`)).total).toBe(1);
    await client.ok("PATCH", "/vault/keys2/named", json(null));
    expect((await client.ok("GET", `/vault/keys2?labels=${name}`)).total).toBe(0);
    expect(Object.entries(Object.prototype)).toEqual([]);
  });

  test("is not a tier, spec, operation or tag of an AWS key", async () => {
    const { client } = shared;
    const { kms } = await awsContainer(client);
    const key = { kms, region: "eu-west-1" };
    for (const spec of ["CustomerMasterKeySpec", "KeyUsage", "Origin"])
      refused(await client.post("/cckm/aws/keys", { ...key, aws_param: { [spec]: name } }));
    const upload = { ...key, source_key_tier: name, source_key_identifier: name };
    expect([400, 404]).toContain((await client.post("/cckm/aws/upload-key", upload)).status);
    const made = await client.ok("POST", "/cckm/aws/keys", key);
    const tags = encodeURIComponent(`{${JSON.stringify(name)}:{}}`);
    expect((await client.ok("GET", `/cckm/aws/keys?tags=${tags}`)).total).toBe(0);
    const rotation = { job_config_id: name, auto_rotate_key_source: name };
    expect([400, 404]).toContain(
      (await client.post(`/cckm/aws/keys/${idOf(made)}/enable-rotation-job`, rotation)).status,
    );
  });

  test("is not an operation of a schedule", async () => {
    const config = { name: "s", operation: name, run_at: "0 9 * * sat" };
    refused(await shared.client.post("/scheduler/job-configs", config));
  });
});

// Every operation with the name in every possible position: none may fail unexpectedly.
test.each(["constructor", "__proto__"])("%s is rejected or ignored by every operation", async (name) => {
  const { client } = shared;
  await client.ok("GET", "/usermgmt/groups");
  const calls = operations()
    .filter(({ operation, implemented }) => implemented && !dangerous.has(operation))
    .flatMap(({ operation }) => callsWith(name, operation));
  const replies = await Promise.all(
    calls.map(async ([method, path, body]) => {
      const reply = await client.call(method, path, body);
      return reply.status < 500 ? [] : [`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`];
    }),
  );
  expect(replies.flat()).toEqual([]);
});

function callsWith(name: string, operation: string): [method: string, path: string, body?: string][] {
  const [method = "", template = ""] = operation.split(" ");
  const path = template.replace(/\{\w+\}/g, name);
  if (method === "GET") {
    const tags = encodeURIComponent(`{${JSON.stringify(name)}:1}`);
    return [[method, `${path}?${name}=${name}&sort=-${name}&type=${name}&labels=${name}&tags=${tags}`]];
  }
  const flat = [...enumerated, name].map((field) => `${JSON.stringify(field)}:${JSON.stringify(name)}`).join(",");
  const blocks = ["aws_param", "azure_param", "gcp_params", "oci_params"].map((block) => `"${block}":{${flat}}`);
  return [[method, path, `{${flat},${blocks.join(",")}}`]];
}

/** Ends the session that the test uses. */
const dangerous = new Set(["DELETE /auth/tokens/{id}", "POST /auth/revoke"]);
/** Fields of requests that select from a table. */
const enumerated = [
  "name",
  "type",
  "algorithm",
  "purpose",
  "operation",
  "report_type",
  "grant_type",
  "strategy",
  "source_key_tier",
  "auto_rotate_key_source",
  "cloud_name",
  "state",
  "format",
  "mechanism",
  "curve",
  "encoding",
];

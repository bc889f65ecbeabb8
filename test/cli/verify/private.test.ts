import * as fc from "fast-check";
import type { ApiResponse, Send } from "../../../provider/api/transport";
import type { Wire } from "../../../provider/api/client";
import { registry } from "../../../provider/resources";
import { isOpen, marksIn } from "../../../provider/lifecycle/vocabulary/field";
import { spell } from "../../../provider/lifecycle/values/wire";
import { core, partsOf, wordsOf } from "../../../provider/lifecycle/vocabulary/schema";
import { Client, withEmulator } from "../../emulator/client";
import { startRig, type Rig } from "../../lifecycle/rig";
import { fill } from "../adopt/brownfield";
import { hasDifferences } from "../../../cli/verify/report";
import { textsOf, verified } from "./support";

/** A report has nothing of the service's users in it, however different their service is. */

const service = withEmulator();

/** Every value of a response that is a string. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

type Change = (record: Wire) => Wire;

/** Changes every record of every response. */
function changing(change: Change, heard: Set<string>): (send: Send) => Send {
  const changed = ({ body, ...response }: ApiResponse): ApiResponse => {
    const { resources } = body as Wire;
    const records = Array.isArray(resources)
      ? { ...(body as Wire), resources: (resources as Wire[]).map(change) }
      : change(body as Wire);
    return { ...response, body: records };
  };
  return (send) => async (call) => {
    const response = await send(call);
    const isChanged = call.method === "GET" && response.status < 300 && typeof response.body === "object";
    const shown = isChanged ? changed(response) : response;
    for (const text of stringsIn(shown.body)) heard.add(text);
    return shown;
  };
}

/** The names of enumerated fields, in the service's spelling. */
const enumerated = new Set(
  registry.flatMap((definition) =>
    Object.entries({ ...definition.inputs, ...definition.outputs })
      .filter(([, schema]) => partsOf(core(schema)).type === "enum" || isOpen(schema))
      .map(([key, schema]) => {
        const { wire } = marksIn(schema);
        return typeof wire === "string" ? wire : spell(definition, key);
      }),
  ),
);

const nameOf = ({ name, username, id }: Wire) => name ?? username ?? id;
const changes: Record<string, Change> = {
  "as it is": (record) => record,
  "with names where words should be": (record) =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => [key, enumerated.has(key) ? nameOf(record) : value]),
    ),
  "with objects where strings should be": (record) =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => [
        key,
        typeof value === "string" && key !== "id" ? { [value]: value } : value,
      ]),
    ),
  "with strings where anything else should be": (record) =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => [key, typeof value === "string" ? value : nameOf(record)]),
    ),
  "with values as names of fields": (record) => ({ id: record.id, [String(nameOf(record))]: record }),
};

/** Names that could be words of the service. */
const word = fc.stringMatching(/^zq[a-z]{6,12}(_[A-Z]{2,5})?$/);

async function fillWith(
  client: Client,
  [user, email, group, key, label, value, text, connection]: string[],
): Promise<void> {
  await client.ok("POST", "/usermgmt/users/", {
    username: user,
    password: "Ciphertrust-1",
    name: user,
    email: `${email}@example.com`,
  });
  await client.ok("POST", "/usermgmt/groups/", { name: group, description: text });
  await client.ok("POST", "/vault/keys2/", { name: key, labels: { [label!]: value }, meta: { [value!]: label } });
  await client.ok("POST", "/connectionmgmt/services/aws/connections", {
    name: connection,
    access_key_id: "AKIAI44QH8DHBEXAMPLE",
    secret_access_key: text,
    description: text,
    labels: { [label!]: value },
    meta: { [text!]: { [label!]: value } },
  });
}

test("no string that users chose is in a report", async () => {
  const types = ["User", "Group", "VaultKey", "AwsConnection", "Domain", "LocalCa", "getAuditRecords"];
  const lists = fc.uniqueArray(word, { minLength: 8, maxLength: 8, selector: (one) => one.toLowerCase() });
  await fc.assert(
    fc.asyncProperty(lists, fc.constantFrom(...Object.values(changes)), async (strings, change) => {
      await service.emulator.reset();
      service.client.forgetToken();
      await fillWith(service.client, strings);
      const { report } = await verified(service.emulator, { types, through: changing(change, new Set()) });
      const text = textsOf(report).toLowerCase();
      expect(strings.filter((one) => text.includes(one.toLowerCase()))).toEqual([]);
    }),
    { numRuns: 10, seed: 20 },
  );
});

test("a word is left out that turns out to be the value of another field only later in the run", async () => {
  await service.client.ok("POST", "/usermgmt/groups/", { name: "auditors" });
  await service.client.ok("POST", "/vault/keys2", { name: "payroll" });
  const wordsOfKeys = async (group: Wire) => {
    const { report } = await verified(service.emulator, {
      types: ["VaultKey", "Group"],
      through: (send) => async (call) => {
        const response = await send(call);
        const { resources, ...rest } = (response.body ?? {}) as Wire;
        if (call.method !== "GET" || !Array.isArray(resources)) return response;
        const more = call.path.startsWith("/vault/keys2") ? { algorithm: "ZebraCorp" } : group;
        return { ...response, body: { ...rest, resources: (resources as Wire[]).map((one) => ({ ...one, ...more })) } };
      },
    });
    expect(report.entries.find(({ name }) => name === "Group")).toMatchObject({ outcome: "works" });
    return report.entries.find(({ name }) => name === "VaultKey")?.differences;
  };
  expect(await wordsOfKeys({})).toContainEqual({ where: "algorithm", what: 'has an unknown word: "zebracorp"' });
  expect(await wordsOfKeys({ description: "ZebraCorp" })).toContainEqual({
    where: "algorithm",
    what: "has an unknown word (withheld: it may be a value of yours)",
  });
});

/** Words of this package: names of properties and of fields, and what enumerations know. */
const vocabulary = new Set([
  "unknown",
  ...registry.flatMap((definition) =>
    Object.entries({ ...definition.inputs, ...definition.outputs }).flatMap(([key, schema]) => [
      key,
      spell(definition, key),
      ...wordsOf(schema).map(String),
    ]),
  ),
]);

describe("no value of a service with objects of every system is in a report", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
    const client = new Client(rig.emulator);
    await fill(client);
    await client.close();
  });
  afterAll(() => rig.close());

  test.each(Object.entries(changes))("%s", async (name, change) => {
    const heard = new Set<string>();
    const { report, ended } = await verified(rig.emulator, { through: changing(change, heard) });
    expect(ended).toBeUndefined();
    expect(hasDifferences(report)).toBe(name !== "as it is");
    const parts = new Set(textsOf(report).split(/[^\w.:@/-]+/));
    expect(heard.size).toBeGreaterThan(1000);
    expect([...heard].filter((text) => /[a-z]/i.test(text) && parts.has(text) && !vocabulary.has(text))).toEqual([]);
  });
});

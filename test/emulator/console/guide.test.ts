import { spawnSync } from "node:child_process";
import { documentOf } from "../../../emulator/console/guide";
import { bodySchema } from "../../../emulator/console/guide/schemas";
import { recorded } from "../../../emulator/console/guide/fields";
import { routesOf } from "../../../emulator/core/operations";
import { systems } from "../../../emulator/systems";
import { withEmulator } from "../client";
import { Recorder, joined, unrecorded } from "./recorder";

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
}

const routes = routesOf(systems);
const document = documentOf(routes) as Document;
const operation = (key: string): Operation => {
  const [method = "", path = ""] = key.split(" ");
  return document.paths[path]![method.toLowerCase()]!;
};
const bodyOf = (key: string) => operation(key).requestBody?.content["application/json"]?.schema;

const shared = withEmulator();

/** The validator is an ECMAScript module, which Jest cannot load. */
const validate = `import { Validator } from "@seriousme/openapi-schema-validator";
import { readFileSync } from "node:fs";
const validator = new Validator();
const { valid, errors } = await validator.validate(JSON.parse(readFileSync(0, "utf8")));
console.log(JSON.stringify({ valid, errors, version: validator.version }));`;

const validity = (checked: object): unknown => {
  const options = { input: JSON.stringify(checked), encoding: "utf8", cwd: __dirname } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", validate], options);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
};

test("the document is valid OpenAPI 3.0", () => {
  expect(validity(document)).toEqual({ valid: true, version: "3.0" });
  expect(validity({ ...document, paths: 1 })).toMatchObject({ valid: false });
});

test("it has every operation of the service, and says which ones the emulator does not have", () => {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(all).toHaveLength(routes.length);
  const missing = all.filter(({ summary }) => summary === "not emulated");
  expect(missing).toHaveLength(routes.filter(({ implemented }) => !implemented).length);
  expect(missing.length).toBeGreaterThan(0);
});

test("fields have types, choices, limits and defaults, as handlers read them", () => {
  expect(bodyOf("POST /scheduler/job-configs")).toMatchObject({
    required: ["name", "operation", "run_at"].sort(),
    properties: {
      name: { type: "string" },
      operation: { type: "string", enum: expect.arrayContaining(["cckm_key_rotation", "cckm_synchronization"]) },
      disabled: { type: "boolean", default: false },
      start_date: { type: "string", format: "date-time" },
    },
  });
});

test("objects in lists have their own fields", () => {
  expect(bodyOf("POST /connectionmgmt/services/dsm/connections")).toMatchObject({
    properties: {
      nodes: {
        type: "array",
        items: { required: ["hostname", "server_certificate"], properties: { hostname: { type: "string" } } },
      },
    },
  });
});

test("lists have their filters, and the parameters of every list", () => {
  const names = operation("GET /connectionmgmt/connections").parameters?.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["skip", "limit", "sort", "name", "service", "last_connection_ok"]));
});

test("parameters of the path are required", () => {
  expect(operation("GET /ca/local-cas/{caid}/certs/{id}").parameters?.slice(0, 2)).toMatchObject([
    { name: "caid", in: "path", required: true },
    { name: "id", in: "path", required: true },
  ]);
});

test("a login needs what the service says", () => {
  const { properties } = bodyOf("POST /auth/tokens/") as { properties: object };
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(["password", "domain", "grant_type"]));
});

test("it only names operations of the emulator", () => {
  const keys = new Set(routes.filter(({ implemented }) => implemented).map(({ key }) => key));
  expect(Object.keys(recorded()).filter((key) => !keys.has(key))).toEqual([]);
});

test("every operation that changes an object has the fields of its body", () => {
  const known = recorded();
  const bare = routes.filter(({ key, method, implemented }) => {
    return implemented && method === "PATCH" && known[key]?.fields === undefined;
  });
  // A test in test/emulator has to send it: then npm run generate -- fields.
  expect(bare.map(({ key }) => key)).toEqual([]);
});

test("a body of which no field is known can be sent, and so can bytes", () => {
  expect(bodyOf("POST /cckm/ekm/cryptospaces")).toEqual({ type: "object" });
  expect(Object.keys(operation("POST /crypto/sign").requestBody?.content ?? {})).toEqual(["application/octet-stream"]);
  expect(operation("POST /cckm/aws/keys/{id}/enable").requestBody).toBeUndefined();
});

test("the emulator serves it, without a login", async () => {
  const reply = await shared.client.raw("GET", "/console/openapi.json");
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual(JSON.parse(JSON.stringify(document)));
});

describe("recording", () => {
  test("a field is required if a request without it was refused and none has succeeded", () => {
    const recorder = new Recorder();
    const call = (has: Record<string, boolean>, succeeded: boolean, needs: string[] = []) => {
      const witness = recorder.of("POST /x");
      for (const [path, sent] of Object.entries(has)) witness.field(path, { type: "string" }, sent);
      needs.forEach((path) => witness.needs(path));
      witness.end(succeeded);
    };
    call({ always: true, sometimes: true, optional: true }, true, ["always"]);
    call({ always: false, sometimes: false }, false, ["always", "sometimes"]);
    call({ always: true, sometimes: false, optional: false }, true);
    const { fields = {} } = joined(recorder, {})["POST /x"]!;
    expect(bodySchema(fields)).toEqual({
      type: "object",
      required: ["always"],
      properties: { always: { type: "string" }, optional: { type: "string" }, sometimes: { type: "string" } },
    });
  });

  test("what one run has recorded is kept by the next, and positions in lists do not matter", () => {
    const [first, second] = [new Recorder(), new Recorder()];
    first.of("POST /x").field("nodes[0].kind", { type: "string", enum: ["a"] }, true);
    second.of("POST /x").field("nodes[1].kind", { type: "string", enum: ["b"] }, true);
    second.of("GET /x").query("name");
    expect(unrecorded(second, joined(first, {}))).toEqual(["GET /x: name"]);
    const both = joined(second, joined(first, {}));
    expect(both["POST /x"]).toEqual({ fields: { "nodes[].kind": { type: "string", enum: ["a", "b"] } } });
    expect(unrecorded(second, both)).toEqual([]);
  });
});

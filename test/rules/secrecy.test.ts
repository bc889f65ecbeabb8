import * as z from "zod";
import { ApiError } from "../../provider/api/errors";
import { defineResource } from "../../provider/lifecycle/vocabulary/definition";
import { field } from "../../provider/lifecycle/vocabulary/field";
import { discreet } from "../../provider/lifecycle/service/secrecy";
import { FakeService } from "./fakeService";

/** A service that repeats what it was sent must not disclose a secret. */

const definition = defineResource({
  type: "Box",
  path: "/boxes",
  inputs: {
    name: z.string(),
    password: field(z.string(), { seen: "never", secret: true }),
    login: field(z.object({ key: z.string() }).optional(), { seen: "never", secret: true }),
  },
  outputs: {},
});
const pem = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0B"}\n${"AQEFAASCBKcwggSjAgEAAoIB"}\n-----END PRIVATE KEY-----\n`;
const anyService = new FakeService();
const inputs = { name: "orders", password: 'hunter2 & "Co"', login: { key: pem } };

test.each([
  ["as it is", 'refused hunter2 & "Co"!'],
  ["within JSON", `body {"password":"hunter2 & \\"Co\\""}`],
  ["within a URL", "https://cm.example.com/?p=hunter2%20%26%20%22Co%22"],
  ["in base64", `Basic ${Buffer.from(inputs.password).toString("base64")}`],
  ["by a line of a key", "bad line AQEFAASCBKcwggSjAgEAAoIB"],
  ["with all of its lines", `key ${JSON.stringify(pem)}`],
])("%s", (_how, text) => {
  const redacted = discreet(definition, inputs, anyService).redact(text);
  expect(redacted).toContain("[secret]");
  expect(redacted).not.toMatch(/hunter2|MIIEvQ|AQEFAA|aHVudGVy/);
});

test("names are kept, and so are secrets too short to be distinguished from other words", () => {
  const { redact } = discreet(definition, { name: "orders", password: "box" }, anyService);
  expect(redact("a box of orders")).toBe("a box of orders");
});

test("errors and responses are redacted", async () => {
  const service = new FakeService();
  service.put("/boxes/b-1", {
    name: "orders",
    last_error: `login with ${inputs.password} failed`,
    kept: inputs.password,
  });
  const { api } = discreet(definition, inputs, service);
  expect(await api.get("/boxes/b-1")).toMatchObject({
    last_error: "login with [secret] failed",
    kept: inputs.password,
  });
  jest
    .spyOn(service, "post")
    .mockRejectedValue(
      new ApiError(`400 no ${inputs.password}`, { kind: "badRequest", call: "POST /boxes", codeDesc: pem }),
    );
  const error: unknown = await api.post("/boxes", {}).catch((one: unknown) => one);
  expect(error).toMatchObject({ message: "400 no [secret]", facts: { kind: "badRequest", call: "POST /boxes" } });
  expect(JSON.stringify(error)).not.toContain("MIIEvQ");
});

test("a name that contains a secret stays the name that the program wrote", async () => {
  const service = new FakeService();
  const password = "hunter2hunter2";
  const named = { name: `svc-${password}`, last_error: `svc-${password} failed`, other: `x-${password}` };
  service.put("/boxes/b-1", named);
  const { api } = discreet(definition, { name: named.name, password }, service);
  expect(await api.get("/boxes/b-1")).toMatchObject({
    name: named.name,
    last_error: "svc-[secret] failed",
    other: "x-[secret]",
  });
});

test("without secrets nothing is wrapped", () => {
  const service = new FakeService();
  expect(discreet(definition, { name: "orders" }, service).api).toBe(service);
});

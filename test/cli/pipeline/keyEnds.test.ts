import type { EngineEvent } from "../../../cli/pipeline/events";
import { deletionTold } from "../../../cli/pipeline/keyEnds";
import { reportOf } from "../../../cli/pipeline/report";
import { endsKeys, isFull, acts } from "../../../provider/lifecycle/service/keyEnds";
import { wordsOf } from "../../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../../provider/resources";
import { plan, secret, step } from "./steps";

/** Which steps of a plan end keys. */

const destroyed = { onDestroy: "destroy" };
const typed = (type: string) => `pulumi-nodejs:dynamic/ciphertrust:${type}`;
const namesOf = (...events: Parameters<typeof reportOf>[0]) =>
  reportOf(events).keyEnds.map(({ type, name }) => `${type} ${name}`);
const taken = (metadata: ReturnType<typeof step>) => ({ resourcePreEvent: { metadata, planning: true } });

test.each([
  ["delete", 1],
  ["delete-replaced", 1],
  ["replace", 1],
  ["create", 0],
  ["update", 0],
  ["remove-pending-replace", 0],
])("a step %s ends %i keys", (op, count) => {
  expect(namesOf(...plan(op, "a", destroyed, destroyed))).toHaveLength(count);
});

test("a replacement counts its old key once; what an interrupted one has left behind counts besides", () => {
  const old = (id: string) => ({ id, inputs: destroyed, outputs: destroyed });
  const replaced = ["delete-replaced", "replace", "create-replacement"].map((op) =>
    taken(step(op, "a", old("1"), null)),
  );
  expect(namesOf(...replaced)).toEqual(["VaultKey a"]);
  expect(namesOf(...replaced, taken(step("delete-replaced", "a", old("2"), null)))).toEqual([
    "VaultKey a",
    "VaultKey a",
  ]);
});

test("the old state decides, not what the program says now", () => {
  expect(namesOf(...plan("replace", "a", destroyed, { onDestroy: "retain" }))).toEqual(["VaultKey a"]);
  expect(namesOf(...plan("replace", "a", { onDestroy: "retain" }, destroyed))).toEqual([]);
});

test("retainOnDelete loses nothing; nor does the end of what holds no key, or is not ours", () => {
  const kept = { id: "1", inputs: destroyed, retainOnDelete: true };
  const steps = [
    step("delete", "kept", kept, null),
    step("delete", "prod", { id: "2", inputs: {} }, null, typed("AwsConnection")),
    step("delete", "other", { id: "3", inputs: {} }, null, "aws:kms/key:Key"),
  ];
  expect(namesOf(...steps.map(taken))).toEqual([]);
});

test("keys of the plugin and containers count too", () => {
  const steps = [
    step("delete", "key", { id: "1", inputs: { onDestroy: "scheduleDeletion" } }, null, "ciphertrust:aws:AwsKey"),
    step("delete", "account", { id: "2", inputs: {} }, null, typed("AwsKms")),
  ];
  expect(namesOf(...steps.map(taken))).toEqual(["AwsKey key", "AwsKms account"]);
});

const told = (...events: Parameters<typeof reportOf>[0]) => {
  const ends = reportOf(events).keyEnds.map((end) => ({ ...end, label: `${end.type} "${end.name}"` }));
  return deletionTold(ends, "update", false);
};

test("what happens to each is said, and what has keys inside is called a container", () => {
  const steps = [
    step("delete", "a", { id: "1", inputs: { onDestroy: "scheduleDeletion" } }, null, typed("AwsKey")),
    step("delete", "b", { id: "2", inputs: {} }, null, typed("AwsKms")),
    step("delete", "e", { id: "5", inputs: destroyed }, null, typed("Domain")),
    step("delete", "f", { id: "6", inputs: destroyed }, null, typed("OciExternalVault")),
    step("delete", "c", { id: "3", inputs: destroyed }, null),
    step("delete", "d", { id: "4", inputs: destroyed }, null),
  ];
  expect(told(...steps.map(taken))).toBe(
    'this update schedules the deletion of 1 key (AwsKey "a"), removes 1 container, whose keys stay in the external system ' +
      '(AwsKms "b"), removes 2 containers with the keys in them (Domain "e", OciExternalVault "f"), and deletes 2 keys ' +
      '(VaultKey "c", VaultKey "d")',
  );
});

test("there is a verb for every word of onDestroy that ends a key", () => {
  const words = registry.flatMap((one) =>
    wordsOf(one.inputs.onDestroy)
      .filter((word) => !isFull(one) && endsKeys(one, { onDestroy: word }))
      .map(String),
  );
  expect([...new Set(words)].filter((word) => !(word in acts))).toEqual([]);
});

test("an onDestroy that is secret, which the engine masks, may be any", () => {
  expect(namesOf(...plan("delete", "a", { onDestroy: secret }, null))).toEqual(["VaultKey a"]);
});

test("once a run has begun, only the deletes that it has done count", () => {
  const planned = taken(step("delete", "a", { id: "1", inputs: destroyed }, null));
  const begun = { resourcePreEvent: { metadata: step("create", "b", null, null) } };
  expect(namesOf(planned, begun)).toEqual([]);
  expect(namesOf(planned, begun, { resOutputsEvent: planned.resourcePreEvent })).toEqual([]);
  const { metadata } = planned.resourcePreEvent;
  expect(namesOf(planned, begun, { resOutputsEvent: { metadata } })).toEqual(["VaultKey a"]);
});

test("a component that is renamed without aliases plans the deletion of all keys in it", () => {
  const keys = Array.from({ length: 12 }, (_, index) => {
    const old = { id: String(index), inputs: { onDestroy: "scheduleDeletion" } };
    return taken(step("delete", `key${index}`, old, null, typed("AwsKey")));
  });
  expect(told(...keys)).toMatch(/^this update schedules the deletion of 12 keys \(AwsKey "key0", .*\)$/);
});

test("of very many keys the first are named", () => {
  const keys = Array.from({ length: 53 }, (_, index) =>
    taken(step("delete", `key${index}`, { inputs: destroyed }, null)),
  );
  expect(told(...keys)).toMatch(/^this update deletes 53 keys \(VaultKey "key0", .*, VaultKey "key49", and 3 more\)$/);
});

describe("a delete that the service will refuse is told before it is tried", () => {
  const end = (type: string, name: string, id: string, inputs: object, retainOnDelete = false) => {
    const of = `pulumi-nodejs:dynamic/ciphertrust:${type}`;
    const metadata = step(
      "delete",
      name,
      { id, inputs: { ...inputs }, outputs: { ...inputs }, retainOnDelete },
      null,
      of,
    );
    return [{ resourcePreEvent: { metadata } }];
  };
  const template = (inputs: object = {}) =>
    end("AwsPolicyTemplate", "readers", "t-1", { onDestroy: "delete", ...inputs });
  const key = (inputs: object = {}) =>
    end("AwsKey", "orders", "k-1", { policyTemplate: "t-1", onDestroy: "scheduleDeletion", ...inputs });
  const hindered = (...events: EngineEvent[][]) => reportOf(events.flat()).hindered;

  test("a template, by a key that will be pending deletion, with what works", () => {
    expect(hindered(key(), template())).toEqual([
      'the service will refuse to delete AwsPolicyTemplate "readers": this uses it, and stays in the service after its resource: ' +
        'AwsKey "orders" (it stays until its `deletionWindowDays` end). To keep the AwsPolicyTemplate as well, give it ' +
        ' onDestroy: "retain"  and run `pulumi up` before; else delete it when they are gone.',
    ]);
  });
  test("a container, by a store that is kept", () => {
    const store = end("AwsCustomKeyStore", "hold", "s-1", { kms: "a-1", onDestroy: "retain" });
    expect(hindered(store, end("AwsKms", "account", "a-1", {}))).toEqual([
      expect.stringMatching(
        /delete AwsKms "account": .*\(onDestroy: "retain"\)\. .* {2}retainOnDelete: true {2}and run/,
      ),
    ]);
  });
  test.each([
    [
      "the source of a key that AWS keeps until its window ends",
      end("AwsXksKey", "cards", "k-2", { sourceKeyId: "v-1", onDestroy: "scheduleDeletion" }),
      end("VirtualKey", "held", "v-1", { onDestroy: "destroy" }),
    ],
    [
      "the CA of a domain that is kept",
      end("Domain", "tenant", "d-1", { parentCaId: "c-1", onDestroy: "retain" }),
      end("LocalCa", "root", "c-1", {}),
    ],
    [
      "the CA of a client that is revoked and stays on record",
      end("RegisteredClient", "build", "r-1", { ca: "c-1", onDestroy: "revoke" }),
      end("LocalCa", "root", "c-1", {}),
    ],
    [
      "the connection of a container that Pulumi leaves",
      end("AwsKms", "account", "a-1", { connection: "n-1" }, true),
      end("AwsConnection", "prod", "n-1", {}),
    ],
    [
      "the server of a connection that Pulumi leaves",
      end("LunaConnection", "hsm", "n-1", { partitions: [{ hostname: "hsm.example.com" }] }, true),
      end("LunaServer", "server", "s-1", { hostname: "hsm.example.com" }),
    ],
  ])("%s", (_name, user, used) => expect(hindered(user, used)).toHaveLength(1));

  test.each([
    ["a template that is kept", [key(), template({ onDestroy: "retain" })]],
    ["a template of other keys", [key({ policyTemplate: "t-2" }), template()]],
    ["a template without keys", [template()]],
    [
      "a store that is deleted",
      [end("AwsCustomKeyStore", "s", "s", { kms: "a", onDestroy: "delete" }), end("AwsKms", "a", "a", {})],
    ],
    [
      "a connection whose container is removed by another call than DELETE",
      [end("GoogleKeyRing", "ring", "g-1", { connection: "n-1" }), end("GoogleConnection", "acme", "n-1", {})],
    ],
    ["a container of keys that are pending deletion", [key({ kms: "a" }), end("AwsKms", "a", "a", {})]],
  ])("not %s", (_name, events) => expect(hindered(...events)).toEqual([]));
});

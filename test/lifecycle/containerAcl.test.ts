import { InitializationError } from "../../provider/lifecycle/vocabulary/failure";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { definitionOf } from "../../provider/resources/load";
import { stage } from "../rules/fakeService";
import { makeAccount } from "./fixtures/aws";
import { make, startRig, type Rig } from "./rig";

/** Permissions in containers: what the preview rejects, and what the service does. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.control("POST", "/reset"));

const problems = (args: object) =>
  rig
    .lifecycle("ContainerAcl")
    .check({}, { group: "CCKM Users", ...args })
    .failures.map(({ property, reason }) => `${property}: ${reason}`);

describe.each([
  ["known", "c-1"],
  ["not known yet", unknownValue],
])("with a container whose id is %s", (_name, id) => {
  const on = (type: string, ...actions: string[]) => problems({ container: { type, id }, actions });

  test("an action of another container is rejected with the list of this one's actions", () => {
    expect(on("GoogleKeyRing", "viewnative")).toEqual([
      'actions: "viewnative" is not an action of a GoogleKeyRing; its actions are view, keycreate, keyupdate, ' +
        "keydestroy, keyupload, keysynchronize, keycanceldestroy",
    ]);
  });

  test("a misspelt action is reported with the correct one", () => {
    expect(on("AwsKms", "keycreate", "keyrotat")).toEqual([
      'actions: "keyrotat" is not an action of an AwsKms; did you mean "keyrotate"?',
    ]);
  });

  test("if the list may be incomplete, other actions are accepted", () => {
    expect(on("SapGroup", "somethingnew")).toEqual([]);
  });

  test("an id that is not a container's is reported with the types of containers", () => {
    expect(on("AwsKey", "view")).toEqual([
      expect.stringMatching(/^container.type: AwsKey has no access list; these have: AwsKms, /),
    ]);
  });
});

test("a discovery schedule knows the actions of the containers that it adds", () => {
  const { failures } = rig.lifecycle("ContainerDiscoverySchedule").check(
    {},
    {
      name: "nightly",
      cloud: "google",
      connection: "c-1",
      runAt: "0 2 * * *",
      acls: [{ group: "Auditors", actions: ["view", "keydestory"] }, { actions: ["view"] }],
    },
  );
  expect(failures).toEqual([
    {
      property: "acls.0.actions",
      reason: '"keydestory" is not an action of a GoogleKeyRing; did you mean "keydestroy"?',
    },
    { property: "acls.1", reason: "either userId or group is required" },
  ]);
});

test("a user name instead of an id is reported as such", () => {
  const container = { type: "AwsKms", id: "c-1" };
  expect(problems({ group: undefined, user: "alice", container, actions: ["keycreate"] })).toEqual([
    expect.stringMatching(/^user: must be the id of a user, such as local\|<uuid>, not a user name/),
  ]);
});

const refused = async (args: object) => {
  const { inputs, failures } = rig.lifecycle("ContainerAcl").check({}, { actions: ["keycreate"], ...args });
  expect(failures).toEqual([]);
  return rig.lifecycle("ContainerAcl").create(inputs);
};

test("a group that does not exist is named, with advice", async () => {
  const container = { type: "AwsKms", id: await makeAccount(rig) };
  await expect(refused({ container, group: "Auditors" })).rejects.toThrow(
    /there is no group called Auditors.* group: the service has no group "Auditors". Create it with a Group resource/,
  );
  await make(rig, "Group", { name: "Auditors" });
  await refused({ container, group: "Auditors" });
});

test("a permission counts as granted once the container shows it, whatever was responded to the grant", async () => {
  const { service, life } = stage();
  const acls = [{ group: "Ops", actions: ["keycreate"] }];
  service.put("/cckm/aws/kms/k-1", { acls: [] });
  const grant = "POST /cckm/aws/kms/k-1/update-acls";
  service.fail(
    { call: grant, response: { status: "ok" } },
    { call: grant, response: { id: "k-1" }, meanwhile: () => void service.put("/cckm/aws/kms/k-1", { acls }) },
  );
  const container = { type: "AwsKms", id: "k-1" };
  const made = await life(definitionOf("ContainerAcl")).create({ container, group: "Ops", actions: ["keycreate"] });
  expect(made.state.actions).toEqual(["keycreate"]);
  expect(service.changes).toEqual([grant, grant]);
});

test("a user that does not exist is named, with advice", async () => {
  const container = { type: "AwsKms", id: await makeAccount(rig) };
  await expect(refused({ container, user: "local|nobody" })).rejects.toThrow(
    /user: the service has no user with the id "local\|nobody"/,
  );
});

test("a container that does not exist is named", async () => {
  await expect(refused({ container: { type: "AwsKms", id: "k-9" }, group: "CCKM Users" })).rejects.toThrow(
    /container: the service has no AwsKms with the id "k-9"/,
  );
});

test("an id of another type is reported on its argument", async () => {
  await makeAccount(rig);
  const [connection] = await rig.api.list("/connectionmgmt/services/aws/connections");
  const kms = String(connection!.id);
  await expect(make(rig, "AwsKey", { kms, region: "eu-west-1" })).rejects.toThrow(
    `kms: "${kms}" is the id of an AwsConnection, not of an AwsKms.`,
  );
  await expect(make(rig, "AwsKey", { kms: "k-9", region: "eu-west-1" })).rejects.toThrow(
    'kms: the service has no AwsKms with the id "k-9". Give the id of an existing AwsKms',
  );
});

describe("permissions that a failed call may have granted are on record, and the next one withdraws them", () => {
  const granted = async (kms: string) => {
    const { acls = [] } = (await rig.api.get(`/cckm/aws/kms/${kms}`)) as {
      acls?: { group?: string; actions: string[] }[];
    };
    return acls.find(({ group }) => group === "CCKM Users")?.actions ?? [];
  };
  const fault = (times: number, effect: object) =>
    rig.control("POST", "/faults", { method: "POST", path: "update-acls", times, effect });

  test("of a creation whose response is lost; one that the service fails to process leaves nothing", async () => {
    const kms = await makeAccount(rig);
    const container = { type: "AwsKms", id: kms };
    const lifecycle = rig.lifecycle("ContainerAcl");
    const args = { container, group: "CCKM Users", actions: ["viewnative", "keydelete"] };
    const wanted = lifecycle.check({}, args).inputs;
    await fault(100, { status: 500 });
    await expect(lifecycle.create(wanted)).rejects.toThrow(/^creating ContainerAcl .* failed/);
    await rig.control("DELETE", "/faults");
    expect(await granted(kms)).toEqual([]);
    await fault(100, { drop: "after" });
    const made = await lifecycle.create(wanted);
    await rig.control("DELETE", "/faults");
    const { inputs } = lifecycle.check({}, { ...args, actions: ["viewnative"] });
    await lifecycle.update(made.id, made.state, inputs);
    expect(await granted(kms)).toEqual(["viewnative"]);
  });

  test("of a creation whose result cannot be read either", async () => {
    const kms = await makeAccount(rig);
    const lifecycle = rig.lifecycle("ContainerAcl");
    const args = { container: { type: "AwsKms", id: kms }, group: "CCKM Users", actions: ["viewnative", "keydelete"] };
    await fault(100, { drop: "after" });
    await rig.control("POST", "/faults", { method: "GET", path: "aws/kms/", times: 100, effect: { status: 500 } });
    const work = lifecycle.create(lifecycle.check({}, args).inputs);
    const failure = (await work.catch((error: unknown) => error)) as InitializationError;
    await rig.control("DELETE", "/faults");
    expect(failure).toBeInstanceOf(InitializationError);
    const { inputs } = lifecycle.check({}, { ...args, actions: ["viewnative"] });
    await lifecycle.update(failure.id, failure.properties, inputs);
    expect(await granted(kms)).toEqual(["viewnative"]);
  });

  test("of an update", async () => {
    const kms = await makeAccount(rig);
    const args = { container: { type: "AwsKms", id: kms }, group: "CCKM Users", actions: ["viewnative"] };
    const made = await make(rig, "ContainerAcl", args);
    const lifecycle = rig.lifecycle("ContainerAcl");
    await fault(100, { drop: "after" });
    const more = lifecycle.check(made.inputs, { ...args, actions: ["viewnative", "keydelete"] }).inputs;
    const failure = (await lifecycle
      .update(made.id, made.state, more)
      .catch((error: unknown) => error)) as InitializationError;
    await rig.control("DELETE", "/faults");
    expect(failure.properties.actions).toEqual(["viewnative", "keydelete"]);
    await lifecycle.update(made.id, failure.properties, made.inputs);
    expect(await granted(kms)).toEqual(["viewnative"]);
  });
});

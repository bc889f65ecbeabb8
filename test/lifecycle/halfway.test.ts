import type { Api } from "../../provider/api/client";
import type { Bag, Scope } from "../../provider/lifecycle/vocabulary/definition";
import { definitionOf } from "../../provider/resources/load";
import { plainCreate } from "../../provider/lifecycle/reconciler/create";
import type { Lifecycle } from "../boundLifecycle";
import { stage, type Fault } from "../rules/fakeService";
import { makeAccount } from "./fixtures/aws";
import { makeVault } from "./fixtures/azure";
import { make, startRig, type Rig } from "./rig";

/** Operations of several calls that were interrupted continue where they stopped. */

describe("in the emulator", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.renew());

  const breakAt = (path: string, status: number) =>
    rig.control("POST", "/faults", { method: "POST", path, effect: { status } });

  test("an Azure key that was purged releases its backup, and its name, when it is destroyed again", async () => {
    const keyVault = await makeVault(rig);
    const made = await make(rig, "AzureKey", { keyName: "orders", keyVault, onDestroy: "purge" });
    await breakAt(`/cckm/azure/keys/${made.id}/delete-backup`, 500);
    await expect(rig.lifecycle("AzureKey").delete(made.id, made.state)).rejects.toThrow(/delete-backup/);
    const left = () => rig.api.list("/cckm/azure/keys", { key_name: "orders" });
    expect(await left()).toMatchObject([{ status: "DELETED" }]);
    await rig.control("DELETE", "/faults");
    await rig.lifecycle("AzureKey").delete(made.id, made.state);
    expect(await left()).toEqual([]);
  });

  test("an AWS key whose alias is already gone is still scheduled for deletion", async () => {
    const kms = await makeAccount(rig);
    const made = await make(rig, "AwsKey", { kms, region: "eu-west-1", alias: ["orders"] });
    await breakAt(`/cckm/aws/keys/${made.id}/delete-alias`, 404);
    await rig.lifecycle("AwsKey").delete(made.id, made.state);
    expect(await rig.api.get(`/cckm/aws/keys/${made.id}`)).toMatchObject({
      aws_param: { KeyState: "PendingDeletion" },
    });
  });
});

describe("with a service that responds differently from the emulator", () => {
  const googleKey = "/cckm/google/keys/k-1";
  const destroying = (...states: string[]) => {
    const all = stage();
    all.service.put(googleKey, { key_id: "orders" });
    states.forEach((state, index) => all.service.put(`${googleKey}/versions/${index}`, { state }));
    all.service.fail(
      { call: "POST /cckm/google/update-all-versions-jobs", response: { id: "j-1" } },
      { call: "GET /cckm/google/update-all-versions-jobs/j-1", response: { overall_status: "failed" } },
    );
    return all.life(definitionOf("GoogleKey")).delete("k-1", { keyName: "orders", onDestroy: "scheduleDestroy" });
  };

  test("a job that fails because an earlier one did its work is ignored", async () => {
    await destroying("DESTROY_SCHEDULED", "DESTROYED");
  });

  test("a job that fails while a version is left is an error", async () => {
    await expect(destroying("DESTROY_SCHEDULED", "ENABLED")).rejects.toThrow(/the job ended as failed/);
  });

  test("a cache-only key that Salesforce does not activate by itself is activated", async () => {
    const { service, life } = stage();
    service.put("/cckm/sfdc/organizations/o-1", {});
    service.put("/cckm/sfdc/certificates/c-1", {});
    service.fail(
      { call: "POST /cckm/sfdc/upload-cache-only-key", response: { id: "s-1", type: "Data", status: "CREATED" } },
      { call: "POST /cckm/sfdc/keys/s-1/activate", response: { id: "s-1", type: "Data", status: "ACTIVE" } },
    );
    const source = { sourceKeyIdentifier: "v-1", certificate: "c-1", sfdcNamedCredentialId: "n-1" };
    const made = await life(definitionOf("SalesforceKey")).create({ organization: "o-1", type: "Data", ...source });
    expect(made).toMatchObject({ id: "s-1", state: { status: "ACTIVE" } });
    expect(service.changes).toEqual(["POST /cckm/sfdc/upload-cache-only-key", "POST /cckm/sfdc/keys/s-1/activate"]);
  });

  test("a backup schedule bound to keys outside the stack is unbound from them, then deleted", async () => {
    const { service, life } = stage();
    const schedule = service.put("/scheduler/job-configs/s-1", {});
    const bound = { backup_config: { backup_job_config_id: "s-1" } };
    service.put("/cckm/azure/keys/k-1", bound);
    service.put("/cckm/azure/keys/k-2", { backup_config: { backup_job_config_id: "s-2" } });
    service.fail({ call: `DELETE ${schedule}`, kind: "conflict" });
    service.fail({ call: "POST /cckm/azure/keys/k-1/disable-backup-job", response: { id: "k-1" } });
    await life(definitionOf("AzureKeyBackupSchedule")).delete("s-1", { name: "nightly", keys: [] });
    expect(service.changes).toEqual([
      `DELETE ${schedule}`,
      "POST /cckm/azure/keys/k-1/disable-backup-job",
      `DELETE ${schedule}`,
    ]);
  });

  const sources: [type: string, record: string, end: string][] = [
    ["DsmKey", "/cckm/dsm/keys/k-1", "/cckm/dsm/keys/k-1/delete"],
    ["ExternalCmKey", "/cckm/external-cm/keys/k-1", "/cckm/external-cm/keys/k-1/delete"],
    ["LunaKey", "/cckm/hsm/luna/keys/k-1", "/cckm/hsm/luna/k-1/delete"],
  ];

  describe.each(sources)("%s", (type, record, end) => {
    const destroy = (life: Lifecycle) => life.delete("k-1", { name: "orders", label: "orders", onDestroy: "destroy" });

    test("that its source no longer has is dropped here once its record shows that", async () => {
      const { service, life } = stage();
      service.put(record, { name: "orders" });
      service.fail({ call: `POST ${end}`, kind: "notFound", times: 999 });
      await expect(destroy(life(definitionOf(type)))).rejects.toThrow(/stays in the state.*a refresh of its container/);
      expect([...service.objects.keys()]).toEqual([record]);
      service.put(record, { name: "orders", gone: true });
      await destroy(life(definitionOf(type)));
      expect(service.objects.size).toBe(0);
    });

    test("that a lagging node does not know is deleted at its source all the same", async () => {
      const { service, life } = stage();
      service.put(record, { name: "orders" });
      const ended: Fault = {
        call: `POST ${end}`,
        response: {},
        meanwhile: () => void service.put(record, { name: "orders", gone: true }),
      };
      service.fail({ call: `POST ${end}`, kind: "notFound" }, ended);
      await destroy(life(definitionOf(type)));
      expect(service.changes).toEqual([`POST ${end}`, `POST ${end}`, `DELETE ${record}`]);
    });
  });
});

const rows: { name: string; response: Bag | Bag[]; id: string | undefined }[] = [
  { name: "a list", response: { groups: [{ id: "c-1", group_id: "g" }] }, id: "c-1" },
  { name: "a bare list", response: [{ id: "c-1", group_id: "g" }], id: "c-1" },
  { name: "the container alone", response: { id: "c-1", group_id: "g" }, id: "c-1" },
  {
    name: "a list with ours and others",
    response: {
      groups: [
        { id: "c-2", group_id: "h" },
        { id: "c-1", group_id: "g" },
      ],
    },
    id: "c-1",
  },
  { name: "an empty list in an object with an id of its own", response: { id: "add-1", groups: [] }, id: undefined },
  { name: "nothing", response: {}, id: undefined },
];

test.each(rows)("a container is found in a response with $name", async ({ response, id }) => {
  const api = { post: async () => response } as unknown as Api;
  const scope = { api, inputs: { connection: "sap", groupId: "g" } } as unknown as Scope;
  const added = plainCreate(definitionOf("SapGroup"), scope, {});
  if (id === undefined) await expect(added).rejects.toThrow(/the response does not name what was added/);
  else expect((await added).id).toBe(id);
});

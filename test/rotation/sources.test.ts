import { isKind } from "../../provider/api/errors";
import type { Wire } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { keySources, type KeySource } from "../../provider/resources/binding";
import { bindingOf, rotatableTypes, rotatingSystem } from "../../provider/resources/schedules/rotatable";
import { definitionIn } from "../../provider/resources/systems";
import { fixtures } from "../lifecycle/fixtures";
import { makeDsmDomain } from "../lifecycle/fixtures/dsm";
import { makeCmDomain } from "../lifecycle/fixtures/externalCm";
import { makeLunaPartition } from "../lifecycle/fixtures/luna";
import { make, startRig, type Rig } from "../lifecycle/rig";

/**
 * Where new material may come from, by type of key: programs are offered what the service takes and
 * rotates with, and nothing else.
 */

const day = 86_400;
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

/**
 * Where the sources outside the service's own vault make material: the argument, the parameter of a
 * request, and such a place.
 */
const places: Partial<Record<KeySource, [argument: string, parameter: string, make: (rig: Rig) => Promise<string>]>> = {
  dsm: ["domain", "auto_rotate_domain_id", makeDsmDomain],
  "hsm-luna": ["partition", "auto_rotate_partition_id", makeLunaPartition],
  "external-cm": ["externalCmDomain", "auto_rotate_external_cm_domain_id", makeCmDomain],
};

/** Arguments without which a key takes material of its cloud only. */
const uploaded: Readonly<Record<string, (args: Bag) => Promise<Bag>>> = {
  async SalesforceKey({ organization }) {
    const certificate = (await make(rig, "SalesforceCertificate", { name: "Wrapping", organization })).id;
    const source = await make(rig, "VaultKey", { name: "v", algorithm: "aes", size: 256 });
    return { certificate, sourceKeyIdentifier: source.id };
  },
};

/** A rotation by the cloud itself is another matter. */
const without = { keyRotationEnabled: undefined, rotationPeriod: undefined, nextRotationTime: undefined };

/** Only then can previews protect such material from rotations by its holder. */
test.each(rotatableTypes)("%s says what uploads its material, if its holder can make it as well", (type) => {
  const { sources, upload } = bindingOf(type)!;
  const { inputs } = definitionIn(type)!;
  const hasSource = Object.keys(inputs).some(
    (input) => /key(Id|Identifier)$/i.test(input) && /source|local/.test(input),
  );
  expect(upload !== undefined).toBe(hasSource && sources.includes("native"));
  for (const input of [...(upload?.by ?? []), ...(upload?.only ? [upload.only] : [])])
    expect(Object.keys(inputs)).toContain(input);
});

test.each(rotatableTypes)("%s", async (type) => {
  const binding = bindingOf(type)!;
  const args: Bag = { ...(await fixtures[type]!.args(rig)), ...without, rotationPeriodInDays: undefined };
  const { id } = await make(rig, type, { ...args, ...(await uploaded[type]?.(args)) });
  const plan = { name: "daily", cloud: rotatingSystem(type), runAt: "0 3 * * *" };
  const schedule = (await make(rig, "RotationSchedule", plan)).id;

  /** What a schedule does with a key that is bound to a source. */
  async function rotated(source: KeySource, place: Bag): Promise<string> {
    const record = (await binding.find(rig.api, id))!;
    const body = { job_config_id: schedule, auto_rotate_key_source: source, ...place };
    try {
      const { labels } = await binding.bind(rig.api, record, body);
      if ((labels as Wire).auto_rotate_key_source !== source) return "refused";
    } catch (error) {
      if (isKind(error, "badRequest")) return "refused";
      throw error;
    }
    await rig.advance(day);
    const [job] = await rig.api.list("/scheduler/jobs", { job_config_id: schedule, sort: "-createdAt" });
    return String(job!.error ?? job!.result);
  }

  const offered: Record<string, string> = {};
  const found: Record<string, string> = {};
  // A secret of Salesforce whose material was native once has no certificate for other material: that source comes last.
  for (const keySource of keySources.toReversed()) {
    const [argument, parameter, makePlace] = places[keySource] ?? [];
    const place = await makePlace?.(rig);
    const wanted = { key: { type, id }, schedule, keySource, ...(argument && { [argument]: place }) };
    const { failures } = rig.lifecycle("KeyRotation").check({}, wanted);
    offered[keySource] = failures.length === 0 ? "1 of 1 key rotated" : "refused";
    found[keySource] = await rotated(keySource, parameter ? { [parameter]: place } : {});
  }
  expect(offered).toEqual(found);
});

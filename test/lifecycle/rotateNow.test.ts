import { readFileSync } from "node:fs";
import { around } from "../../provider/api/around";
import type { Api } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { onDemandOf, onDemandTypes } from "../../provider/resources/schedules/onDemand";
import { systems } from "../../provider/resources/systems";
import { fixtures } from "./fixtures";
import { change, make, startRig, type Rig } from "./rig";

/** A key is rotated once: when its RotateNow is made, changed, or repeated after it was killed. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const hours = 3600;
/** The page with the table of calls and proofs. */
const proofs = readFileSync("docs/rotation.md", "utf8");
const rotations = (ear?: (api: Api) => Api) => rig.lifecycle("RotateNow", undefined, ear);
const now = async (): Promise<string> => String((await rig.control("GET", "/clock")).now);
const facetOf = (type: string) => onDemandOf(type)!;
const isDated = (type: string): boolean => !facetOf(type).undated;

interface Made {
  type: string;
  id: string;
  state: Bag;
  inputs: Bag;
}

/** A key of the fixture that nobody has rotated for two hours. */
async function aged(type: string, more: Bag = {}): Promise<Made> {
  const made = await make(rig, type, { ...(await fixtures[type]!.args(rig)), ...more });
  await rig.advance(2 * hours);
  return { type, ...made };
}

async function materialOf({ type, id }: Pick<Made, "type" | "id">): Promise<string> {
  const record = await facetOf(type).find(rig.api, id);
  return (await facetOf(type).current(rig.api, record!)).id;
}

const argsFor = ({ type, id }: Made, more: Bag = { triggers: { leak: 42 } }): Bag => ({ key: { type, id }, ...more });
const checked = (args: Bag): Bag => {
  const { inputs, failures } = rotations().check({}, args);
  expect(failures).toEqual([]);
  return inputs;
};
const problems = (args: Bag): string[] =>
  rotations()
    .check({}, args)
    .failures.map(({ property, reason }) => `${property}: ${reason}`);

/** Hears what changes something, and whether its process is killed afterwards. */
function heard(isLast: (changes: number) => boolean) {
  const changes: string[] = [];
  const paths: string[] = [];
  let isDead = false;
  const ear = (api: Api): Api =>
    around(api, async ({ method, path }, work) => {
      if (isDead) throw new Error("killed");
      const response = await work();
      if (method === "GET") return response;
      paths.push(path);
      changes.push(`${method} ${path.split("/").findLast((part) => /^[a-z-]+$/.test(part))!}`);
      isDead = isLast(changes.length);
      return response;
    });
  return { ear, changes, paths };
}

describe.each(onDemandTypes.map((type) => ({ type })))("$type", ({ type }) => {
  test("is rotated once, and again when a trigger changes; nothing else drifts", async () => {
    const key = await aged(type);
    const first = await materialOf(key);
    const made = await make(rig, "RotateNow", argsFor(key));
    const second = await materialOf(key);
    expect(second).not.toBe(first);
    expect(made).toMatchObject({ id: key.id, state: { isRotating: false, replaced: first } });
    expect(Math.abs(Date.parse(String(made.state.rotatedAt)) - Date.parse(await now()))).toBeLessThan(600_000);
    const seen = (await rotations().read(made.id, made.state))!;
    expect(seen.state).toEqual(made.state);
    expect(rotations().diff(seen.state, made.inputs)).toMatchObject({ changes: false });
    const itself = (await rig.lifecycle(type).read(key.id, key.state))!;
    expect(rig.lifecycle(type).diff(itself.state, key.inputs)).toMatchObject({ changed: [] });

    await rig.advance(2 * hours);
    const again = await change(rig, "RotateNow", made, { triggers: { leak: 43 } });
    expect(again.state).toMatchObject({ isRotating: false, replaced: second });
    const third = await materialOf(key);
    expect(third).not.toBe(second);
    expect(rig.log.filter((text) => text.startsWith("warning: RotateNow"))).toEqual([]);

    // Somebody else rotates it, such as a schedule.
    await make(rig, "RotateNow", argsFor(key));
    const fourth = await materialOf(key);
    expect(fourth).not.toBe(third);
    const later = (await rotations().read(again.id, again.state))!;
    expect(later.state).toMatchObject({ rotatedAt: again.state.rotatedAt, replaced: second });
    expect(rotations().diff(later.state, again.inputs)).toMatchObject({ changes: false });
    await rotations().delete(again.id, later.state);
    expect(await materialOf(key)).toBe(fourth);
  });

  test("whose run is killed after any of its calls is rotated once by the next run, or told of twice", async () => {
    const whole = heard(() => false);
    await rotations(whole.ear).create(checked(argsFor(await aged(type))));
    expect(proofs).toContain(`\`POST ${whole.paths[0]!.replace(/[0-9a-f-]{32,}/, "{id}")}\``);
    for (let calls = 1; calls <= whole.changes.length; calls++) {
      await rig.renew();
      const key = await aged(type);
      const how: Bag = isDated(type) ? { ifMadeBefore: await now() } : { triggers: { leak: 42 } };
      await rig.advance(60);
      const first = heard((sent) => sent === calls);
      await expect(rotations(first.ear).create(checked(argsFor(key, how)))).rejects.toThrow("killed");
      const second = heard(() => false);
      await rotations(second.ear).create(checked(argsFor(key, how)));
      const all = [...first.changes, ...second.changes];
      if (isDated(type)) expect(all).toEqual(whole.changes);
      else expect(rig.log.join()).toMatch(/warning: .* less than an hour before/);
    }
  });

  test("whose rotation fails once it has begun is not rotated again by the next run", async () => {
    const key = await aged(type);
    const first = heard((sent) => sent === 1);
    const failed = (await rotations(first.ear)
      .create(checked(argsFor(key)))
      .catch((error: unknown) => error)) as { id: string; properties: Bag };
    expect(failed).toMatchObject({ id: key.id, properties: { isRotating: true } });
    const { id, properties } = failed;
    const inputs = checked(argsFor(key));
    expect(rotations().diff(properties, inputs)).toMatchObject({ due: ["its rotation is not proved yet"] });
    const second = heard(() => false);
    const { state } = await rotations(second.ear).update(id, properties, inputs);
    expect(state.isRotating).toBe(false);
    expect(second.changes).not.toContain(first.changes[0]);
    expect(await materialOf(key)).not.toBe(state.replaced);
  });
});

describe("a rotation that failed once it had begun", () => {
  /** By an update with other triggers, and rotated by somebody else in between. */
  async function failed(args: Bag) {
    const key = await aged("VaultKey");
    const made = await make(rig, "RotateNow", argsFor(key));
    await rig.advance(2 * hours);
    const inputs = checked({ ...argsFor(key), ...args });
    const unanswered = (api: Api): Api =>
      around(api, async ({ method }, work) => {
        if (method !== "GET") throw new Error("killed");
        return work();
      });
    const error = (await rotations(unanswered)
      .update(made.id, made.state, inputs)
      .catch((reason: unknown) => reason)) as { properties: Bag };
    await rig.api.post(`/vault/keys2/${key.id}/versions/`, {});
    await rig.advance(2 * hours);
    return { key, id: made.id, inputs, properties: error.properties };
  }

  test("is proved by new material for the same arguments", async () => {
    const { id, inputs, properties } = await failed({ triggers: { leak: 43 } });
    const second = heard(() => false);
    await rotations(second.ear).update(id, properties, inputs);
    expect(second.changes).toEqual([]);
  });

  test.each([{ triggers: { leak: 44 } }, { ifMadeBefore: true }])("is not proved for others: %j", async (other) => {
    const { id, inputs, properties } = await failed({ triggers: { leak: 43 } });
    const ifMadeBefore = other.ifMadeBefore ? await now() : undefined;
    await rig.advance(60);
    const wanted = checked({ ...inputs, ...other, ...(ifMadeBefore && { ifMadeBefore }) });
    const second = heard(() => false);
    await rotations(second.ear).update(id, properties, wanted);
    expect(second.changes).toEqual(["POST versions"]);
  });
});

const dated = onDemandTypes.filter(isDated).map((type) => ({ type }));

test.each(dated)(
  "$type that was rotated since ifMadeBefore is not rotated; a later moment rotates it",
  async ({ type }) => {
    const key = await aged(type);
    const ifMadeBefore = await now();
    await rig.advance(60);
    await make(rig, "RotateNow", argsFor(key));
    const second = await materialOf(key);
    const made = await make(rig, "RotateNow", argsFor(key, { ifMadeBefore }));
    expect(await materialOf(key)).toBe(second);
    expect(rig.log.join("\n")).toContain("is not rotated again: its material was made at");
    await rig.advance(2 * hours);
    const later = await now();
    await rig.advance(60);
    await change(rig, "RotateNow", made, { ifMadeBefore: later });
    expect(await materialOf(key)).not.toBe(second);
  },
);

test("material of the last hour is rotated with a warning that has both times and the way out", async () => {
  const key = await aged("VaultKey");
  await make(rig, "RotateNow", argsFor(key));
  await make(rig, "RotateNow", argsFor(key));
  expect(rig.log.filter((text) => text.startsWith("warning"))).toEqual([
    expect.stringMatching(
      /is rotated at 20\S+Z, although its material was made at 20\S+Z, less than an hour before: .* {2}ifMadeBefore: "20\S+Z" {2}/,
    ),
  ]);
});

test.each([
  ["no reason", {}, "triggers: is required unless ifMadeBefore is given"],
  ["a moment without a zone", { ifMadeBefore: "2026-01-01T00:00:00" }, "ifMadeBefore: must be a date and time"],
])("%s is refused", (_what, more, words) => {
  const key = { type: "VaultKey", id: "k-1" };
  expect(problems({ key, ...more })).toEqual([expect.stringContaining(words)]);
});

test.each(onDemandTypes.filter((type) => !isDated(type)))("%s takes no ifMadeBefore", (type) => {
  const [problem] = problems({ key: { type, id: "k-1" }, ifMadeBefore: "2026-01-01T00:00:00Z" });
  expect(problem).toContain("the service does not show when its material was made. Use triggers instead");
});

test("a moment that is still to come is refused before anything is rotated", async () => {
  const key = await aged("VaultKey");
  const before = await materialOf(key);
  const ifMadeBefore = new Date(Date.parse(await now()) + 60_000).toISOString();
  await expect(make(rig, "RotateNow", argsFor(key, { ifMadeBefore }))).rejects.toThrow(
    /which is later than the service's time, .* Nothing was rotated\./,
  );
  expect(await materialOf(key)).toBe(before);
});

test("what cannot rotate is refused in the preview, with the reason and the way", () => {
  const never = systems
    .flatMap(({ unrotatable, onDemand }) => [...Object.keys(unrotatable ?? {}), ...Object.keys(onDemand ?? {})])
    .filter((type) => !onDemandTypes.includes(type));
  expect(never).toEqual(expect.arrayContaining(["LunaKey", "DsmKey", "AwsReplicaKey", "OciExternalKey", "SapHyokKey"]));
  for (const type of never) {
    const [problem, ...others] = problems({ key: { type, id: "k-1" }, triggers: { leak: 42 } });
    expect(others).toEqual([]);
    expect(problem).toMatch(new RegExp(`^key.type: no call rotates ${type} at once; .{20}`));
  }
});

test("a rotation that the service accepts and does not carry out is an error that says where to look", async () => {
  const key = await aged("VaultKey");
  const accepted = (api: Api): Api => ({ ...api, post: async () => ({ id: "accepted" }) });
  const failed = (await rotations(accepted)
    .create(checked(argsFor(key)))
    .catch((error: unknown) => error)) as { id: string; message: string; properties: Bag };
  expect(failed.message).toMatch(/the key still shows its old material when the wait ended\. Look at its versions/);
  const { state } = await rotations().update(failed.id, failed.properties, checked(argsFor(key)));
  expect(state).toMatchObject({ isRotating: false, replaced: key.id });
});

test("a lost response is no second rotation", async () => {
  const key = await aged("VaultKey");
  const lost = (api: Api): Api => ({
    ...api,
    async post(...call) {
      await api.post(...call);
      throw new ApiError("no response", { kind: "unanswered", call: `POST ${call[0]}` });
    },
  });
  await rotations(lost).create(checked(argsFor(key)));
  expect(await rig.api.list(`/vault/keys2/${key.id}/versions/`)).toHaveLength(2);
});

const uploads: [string, (source: string) => Bag][] = [
  ["OciKey", (sourceKeyIdentifier) => ({ sourceKeyIdentifier })],
  ["GoogleKey", (sourceKeyId) => ({ sourceKeyId })],
  ["GoogleKey", (sourceKeyId) => ({ sourceKeyId, importOnly: true })],
  ["SapKey", (sourceKeyIdentifier) => ({ type: "AES", sourceKeyIdentifier, size: undefined, curve: undefined })],
];

test.each(uploads)(
  "an %s with material of the user's own keeps that, and says how to rotate it",
  async (type, more) => {
    const source = await make(rig, "VaultKey", { name: "own", algorithm: "aes", size: 256 });
    const key = await aged(type, more(source.id));
    const before = await materialOf(key);
    await expect(make(rig, "RotateNow", argsFor(key))).rejects.toThrow(
      /(its material was uploaded, |it takes imported material only: ).*Nothing was rotated\./,
    );
    expect(await materialOf(key)).toBe(before);
  },
);

test("an AWS key that is not symmetric is replaced by a new one, which the resources follow", async () => {
  const key = await aged("AwsKey", {
    ...{ customerMasterKeySpec: "RSA_2048", keyRotationEnabled: undefined, rotationPeriodInDays: undefined },
  });
  const { state } = await make(rig, "RotateNow", argsFor(key));
  expect(state.currentKey).not.toBe(key.id);
  const seen = await rig.lifecycle("AwsKey").read(key.id, key.state);
  expect(seen!.state.currentId).toBe(state.currentKey);
});

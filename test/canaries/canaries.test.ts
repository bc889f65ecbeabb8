import type { Clock } from "../../provider/api/clock";
import { systemClock } from "../../provider/api/clock";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { InitializationError } from "../../provider/lifecycle/vocabulary/failure";
import { Lifecycle } from "../boundLifecycle";
import { registry } from "../../provider/resources";
import { definitionOf } from "../../provider/resources/load";
import { fixtures } from "../lifecycle/fixtures";
import { make, startRig, type Rig } from "../lifecycle/rig";
import { canary, canaryFor, canaryMaterial, plainPart, secretInputsOf, sightings } from "./canary";
import { Echo, type Manner } from "./echo";

/**
 * A canary in every secret input of every type, and a service that repeats everything it receives:
 * in errors, in states. It must appear in no log line, no error, no reason, no URL, and in nothing
 * of the state except what Pulumi encrypts.
 */

let rig: Rig;
let echo: Echo;
let leapt = 0;
/** Waits take no time. */
const leaping: Clock = {
  ...systemClock,
  now: () => Date.now() + leapt,
  sleep: (milliseconds) => ((leapt += milliseconds), Promise.resolve()),
};
beforeAll(async () => {
  rig = await startRig();
});
beforeEach(async () => {
  await rig.control("POST", "/reset");
  echo = new Echo(rig.emulator);
});
afterEach(() => echo.api.close());
afterAll(() => rig.close());

type Row = [string, string, Definition, Bag];

const plainRows = registry.flatMap((definition) =>
  secretInputsOf(definition).map((key): Row => [
    definition.type,
    key,
    definition,
    { ...companionsOf(definition.type, key), [key]: canaryFor(definition.inputs[key]!) },
  ]),
);
/** What is sent in another form than the program has it. */
const materialRows = canaryMaterial().map(([form, key, args]): Row => [
  "VaultKey",
  `${key} as ${form}`,
  definitionOf("VaultKey"),
  args,
]);
const rows = [...plainRows, ...materialRows];

/** Everything of a type's life that somebody may read. */
class Witness {
  readonly strings: string[] = [];
  readonly lifecycle: Lifecycle;

  constructor(private readonly definition: Definition) {
    const log = (text: string) => void this.strings.push(text);
    const stop = new AbortController().signal;
    this.lifecycle = new Lifecycle(definition, () => ({ api: echo.api, clock: leaping, stop, log }));
  }

  /** Records the result: the state, or the error with all that Pulumi shows of it. */
  async see(work: () => Promise<{ state: Bag } | undefined | void>): Promise<Bag | undefined> {
    try {
      const done = await work();
      return this.note((done ?? { state: {} }).state);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.strings.push(error.message, error.stack ?? "");
      if (!(error instanceof InitializationError)) return undefined;
      this.strings.push(...error.reasons);
      return this.note(error.properties);
    }
  }

  private note(state: Bag): Bag {
    this.strings.push(JSON.stringify(plainPart(this.definition, state)));
    return state;
  }

  expectNothing(): void {
    expect({ seen: sightings([...this.strings, ...echo.urls]) }).toEqual({ seen: [] });
    const all = this.strings.join("\n");
    for (const token of echo.tokens) expect(all).not.toContain(token.slice(-20));
  }
}

/** 0: all of it is repeated; more: the repetition is truncated in the middle of a secret. */
const paddings = [0, 940, 960, 975];
const refusals = [400, 409, 500].flatMap((status) =>
  paddings.map((padding): Manner => ({ does: "refuse", status, padding })),
);

describe.each(rows)("%s.%s", (type, name, definition, given) => {
  const value = given[name.split(" ")[0]!];
  const withCanary = (args: Bag): Bag => ({ ...args, ...given });

  test("a canary can be generated for it", () => expect(sightings([JSON.stringify(value)])).toHaveLength(1));

  test("create: log, errors of 400, 409 and 500 that repeat body and headers, reasons, URLs, plain state", async () => {
    const witness = new Witness(definition);
    const inputs = withCanary(await fixtures[type]!.args(rig));
    for (const manner of [...refusals, { does: "tell" } as const]) {
      echo.manner = manner;
      await witness.see(() => witness.lifecycle.create(inputs));
    }
    expect(witness.strings.length).toBeGreaterThan(refusals.length);
    witness.expectNothing();
  });

  test("update: the same, and states that repeat what was sent", async () => {
    const witness = new Witness(definition);
    const made = await make(rig, type, await fixtures[type]!.args(rig));
    const inputs = withCanary(made.inputs);
    for (const manner of [...refusals, { does: "tell" } as const]) {
      echo.manner = manner;
      await witness.see(() => witness.lifecycle.update(made.id, made.state, inputs));
    }
    witness.expectNothing();
  });

  test("read and delete: errors that contain the secret of the object", async () => {
    const witness = new Witness(definition);
    const made = await make(rig, type, await fixtures[type]!.args(rig));
    const state = withCanary(made.state);
    for (const status of [400, 409, 500]) {
      echo.manner = { does: "betray", status, secret: canaryIn(value) };
      await witness.see(() => witness.lifecycle.read(made.id, state));
      await witness.see(() => witness.lifecycle.delete(made.id, state));
    }
    expect(witness.strings.length).toBeGreaterThan(3);
    witness.expectNothing();
  });
});

/** Inputs that the input requires. */
function companionsOf(type: string, key: string): Bag {
  const none = { accessKeyId: undefined, secretAccessKey: undefined };
  if (type === "AwsConnection" && key === "iamRoleAnywhere") return none;
  if (type === "SapConnection") return { userCredentials: undefined, technicalUserCredentials: undefined };
  return {};
}

/** The first string in it that is one. */
function canaryIn(value: unknown): string {
  if (typeof value === "string") return value;
  return (
    Object.values(value as Bag)
      .map(canaryIn)
      .find((text) => sightings([text]).length > 0) ?? canary
  );
}

test("every type that has secret inputs is covered", () => {
  const types = registry.filter((definition) => secretInputsOf(definition).length > 0);
  expect(new Set(rows.map(([type]) => type)).size).toBe(types.length);
  expect(rows.length).toBeGreaterThan(20);
});

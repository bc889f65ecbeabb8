import { around } from "../../provider/api/around";
import type { Api } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import type { Attempt, Journal } from "../../provider/lifecycle/evidence/journal";
import type { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { registry } from "../../provider/resources";
import { fixtures } from "./fixtures";
import { startRig, type Rig } from "./rig";

/**
 * Runs that are killed at a write of a create, of every type without a mark: the next one goes on
 * with what was made.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig?.close());

const never = new Promise<never>(() => undefined);

/**
 * A process that dies at the response to its write of that number: none of its calls and notes
 * comes to an end.
 */
class Process {
  private writes = 0;
  private isDead = false;
  private die: () => void = () => undefined;
  readonly death = new Promise<"killed">((resolve) => (this.die = () => resolve("killed")));

  constructor(private readonly last: number) {}

  readonly ear = (api: Api): Api =>
    around(api, async (call, work) => {
      const result = await this.alive(work);
      const isWrite = call.method !== "GET" && call.repeatable !== true;
      if (isWrite && ++this.writes === this.last) this.end();
      return this.alive(() => Promise.resolve(result));
    });

  alive<T>(work: () => Promise<T>): Promise<T> {
    return this.isDead ? never : work();
  }

  private end(): void {
    this.isDead = true;
    this.die();
  }
}

/**
 * Runs of one program on one machine, each in a process of its own; `notes` is what the machine
 * remembers.
 */
function machine(type: string, notes: { all: readonly Attempt[] }) {
  const self = { urn: `urn:pulumi:dev::shop::${type}::one`, name: "one" };
  return (process: Process): Lifecycle => {
    const journal: Journal = {
      read: () => notes.all,
      write: (attempts) => process.alive(() => Promise.resolve(void (notes.all = attempts))),
    };
    const company = { ledger: new Ledger(), self: () => self, isManaged: () => true, journal: () => journal };
    return rig.lifecycle(type, undefined, process.ear, company);
  };
}

type Outcome = "goes on" | "asks for a line" | "makes a second one" | "was not killed";

/** How the run ends that follows one which was killed. */
async function after(type: string, last: number, remembers = true): Promise<Outcome> {
  await rig.renew();
  const args = await fixtures[type]!.args(rig);
  const notes = { all: [] as readonly Attempt[] };
  const run = machine(type, notes);
  const created = (life: Lifecycle) => {
    const { inputs, failures } = life.check({}, args);
    expect(failures).toEqual([]);
    return life.create(inputs);
  };
  const first = new Process(last);
  const ended = await Promise.race([first.death, created(run(first))]);
  if (ended !== "killed") return "was not killed";
  const made = await objects(type, args);
  if (!remembers) notes.all = [];
  const second = await created(run(new Process(Infinity))).catch((error: Error) => error);
  const now = await objects(type, args);
  if (second instanceof Error) {
    expect(second.message).toContain('adopt: "');
    expect(now).toEqual(made);
    return "asks for a line";
  }
  expect(now).toContain(second.id);
  return now.length > made.length ? "makes a second one" : "goes on";
}

/** The ids of what the service has of a type. */
async function objects(type: string, args: Bag): Promise<string[]> {
  const { path } = registry.find((one) => one.type === type)!;
  const isAny = path === "/";
  const all = await rig.api.list(isAny ? String(args.path) : path);
  return all.map(({ id }) => `${isAny ? `${String(args.path)}/` : ""}${String(id)}`);
}

/**
 * Settings, bindings, what is part of another object: creating them again makes nothing new, or a
 * version.
 */
const parts = [
  "ApiSetting",
  "AwsKeyMaterial",
  "ContainerAcl",
  "KeyRotation",
  "RotateNow",
  "VaultKeyRevocation",
  "WebInterfaceTrust",
  "TrialLicense",
];
const versions = ["GoogleKeyVersion", "OciKeyVersion"];
const unmarked = registry
  .filter(({ mark, action, path }) => mark === undefined && !action && path !== "")
  .map(({ type }) => type)
  .filter((type) => ![...parts, ...versions].includes(type));

/**
 * A response that never came leaves nothing by which these can be told from others; docs/safety.md
 * says why.
 */
const untold = new Set(["ApiObject", "AzureCertificate", "License", "LunaKey", "OciExternalKey", "VaultKeyRotation"]);

describe.each(unmarked)("%s", (type) => {
  test(`killed before the response to its create, ${untold.has(type) ? "asks for a line" : "goes on"}`, async () => {
    expect(await after(type, 1)).toBe(untold.has(type) ? "asks for a line" : "goes on");
  });

  // Clients are registered with their own keys, so that they are known again by these.
  test("asks for a line where the machine remembers nothing", async () => {
    expect(await after(type, 1, false)).toBe(type === "RegisteredClient" ? "goes on" : "asks for a line");
  });
});

test.each(["VirtualKey", "LocalCa"])("%s goes on if it is killed at a later write", async (type) => {
  expect(await after(type, 2)).toBe("goes on");
});

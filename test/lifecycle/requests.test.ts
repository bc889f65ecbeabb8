import { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { Prerequisites } from "../../provider/lifecycle/service/readiness";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { busyClouds } from "../../provider/resources/clouds";
import { registry } from "../../provider/resources";
import { settings } from "../api/support";
import { fixtures } from "./fixtures";
import { creates } from "./requests";
import { startRig, type Rig } from "./rig";
import { worldClock } from "./worldClock";
import { Presence } from "../../provider/lifecycle/layers/presence";

/** The requests of every create, exactly: one that is added must have a reason. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

/** One POST; for a connection also its test. */
function isUsual({ role, ready }: Definition, lines: readonly string[]): boolean {
  const [made = "", ...more] = lines;
  const tests = role === "connection" && ready ? [`${made}/{id}/test`] : [];
  return made.startsWith("POST ") && more.join() === tests.join();
}

/** The lifecycle as in a provider process: what is shared by all of its resources is known already. */
async function ofProcess(definition: Definition): Promise<Lifecycle> {
  const clock = worldClock(rig);
  const presence = new Presence(rig.api, clock, settings);
  await presence.inState();
  const { prerequisites } = rig;
  const stop = new AbortController().signal;
  const surroundings = { api: rig.api, clock, stop, busy: busyClouds, presence, prerequisites, log: () => undefined };
  const self = { urn: `urn:${definition.type}`, name: "subject" };
  const owner = { name: `organization/shop/test/${definition.type}/subject`, backend: "0123456789ab" };
  const company = { ledger: new Ledger(), self: () => self, isManaged: () => true, owner: () => owner };
  return new Lifecycle(definition, () => surroundings, company);
}

const identifier = /(?<=\/)(local%7C)?([0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64})/g;

async function requests(): Promise<string[]> {
  const { items } = (await rig.control("GET", "/requests")) as { items: { method: string; path: string }[] };
  const lines = items.map(({ method, path }) => `${method} ${path.replace("/api/v1", "")}`.replace(identifier, "{id}"));
  // A session that ends meanwhile is renewed.
  return lines.filter((line) => line !== "POST /auth/tokens/");
}

/** The lines, each that is expected to be repeated once. */
function folded(lines: readonly string[], expected: readonly string[]): string[] {
  const marked = lines.map((line, at) => {
    const isOnce = expected.includes(line) && lines.indexOf(line) === at;
    return expected.includes(`${line} …`) && !isOnce ? `${line} …` : line;
  });
  return marked.filter((line, at) => !line.endsWith("…") || marked.indexOf(line) === at);
}

test.each(registry.map((definition) => [definition.type, definition] as const))("creating a %s", async (type, is) => {
  rig.prerequisites = new Prerequisites(worldClock(rig));
  const args = await fixtures[type]!.args(rig);
  const lifecycle = await ofProcess(is);
  const { inputs, failures } = lifecycle.check({}, args);
  expect(failures).toEqual([]);
  await rig.control("DELETE", "/requests");
  await lifecycle.create(inputs);
  const lines = await requests();
  const known = creates[type];
  // More than one request needs a reason, in requests.ts.
  if (known) expect(folded(lines, known.sends)).toEqual(known.sends);
  else expect({ lines, isUsual: isUsual(is, lines) }).toEqual({ lines, isUsual: true });
});

test("what is usual has no entry", () => {
  const types = registry.filter((is) => !isUsual(is, creates[is.type]?.sends ?? [])).map(({ type }) => type);
  expect(Object.keys(creates).filter((type) => !types.includes(type))).toEqual([]);
});

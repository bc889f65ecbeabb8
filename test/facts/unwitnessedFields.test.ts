import type { Api, Wire } from "../../provider/api/client";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { endingOf } from "../../provider/lifecycle/vocabulary/field";
import { wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../provider/resources";
import { fixtures } from "../lifecycle/fixtures";
import { make, startRig, type Rig } from "../lifecycle/rig";
import { altered, changing, pathsIn, remembering, type Alter, type Path } from "./records";

/**
 * No independent source shows the responses of many systems. So, for every type: a value that a
 * response omits, or has in another form, must not make an object look missing, nor replace it, nor
 * let a delete claim what it did not do.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const forms: Record<string, Alter> = {
  absent: () => undefined,
  null: () => null,
  "of another type": (value) => {
    if (typeof value === "string") return { other: true };
    return typeof value === "object" && value !== null ? "text" : "perhaps";
  },
  "in another case": (value) => {
    if (typeof value !== "string") return value;
    return value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
  },
};

/**
 * What recreating these does is only to grant again, or to trust again, which is idempotent: a
 * missing list counts as empty.
 */
const parts = ["ContainerAcl acls", "WebInterfaceTrust trusted_cas", "WebInterfaceTrust trusted_cas.local"];

const isWord = ({ inputs }: Definition, key: string) => wordsOf(inputs[key]).length > 0;

/** What goes wrong when a record has its value at the path in another form; `undefined`: nothing. */
type Trial = (path: Path, form: string) => Promise<string | undefined>;

async function subject(definition: Definition): Promise<{ paths: Path[]; trial: Trial }> {
  const { type } = definition;
  const { id, state, inputs } = await make(rig, type, await fixtures[type]!.args(rig));
  const records: Wire[] = [];
  let change = (record: Wire): Wire => {
    records.push(record);
    return record;
  };
  let memory: Api | undefined;
  const ear = (api: Api) => changing((memory ??= remembering(api)), (record) => change(record));
  const lifecycle = rig.lifecycle(type, undefined, ear);
  await lifecycle.read(id, state);
  const identifying = ["id", definition.id];
  const paths = new Map(records.flatMap((one) => pathsIn(one)).map((path) => [path.join("."), path]));
  const trial: Trial = async (path, form) => {
    change = (record) => altered(record, path, forms[form]!);
    const seen = await lifecycle.read(id, state);
    if (!seen) return "looks missing";
    const { replaces } = lifecycle.diff(seen.state, inputs);
    // A name in another case is another name.
    const wrong = form === "in another case" ? replaces.filter((key) => isWord(definition, key)) : replaces;
    return wrong.length > 0 ? `replaces, because of ${wrong.join(", ")}` : undefined;
  };
  return { paths: [...paths.values()].filter((path) => !identifying.includes(path.join("."))), trial };
}

const stored = registry.filter(({ action, path, type }) => !action && path !== "" && type !== "ApiObject");

test.each(stored.map((definition) => [definition.type, definition] as const))("%s", async (type, definition) => {
  const { paths, trial } = await subject(definition);
  expect(paths).not.toEqual([]);
  const wrong: string[] = [];
  for (const path of paths.filter((one) => !parts.includes(`${type} ${one.join(".")}`))) {
    for (const form of Object.keys(forms)) {
      const outcome = await trial(path, form).catch(String);
      if (outcome !== undefined) wrong.push(`${path.join(".")} ${form}: ${outcome}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** The values of `onDestroy` whose delete depends on what it reads. */
function readingEnds(definition: Definition): unknown[] {
  const words = wordsOf(definition.inputs.onDestroy);
  return (words.length > 0 ? words : [undefined]).filter((onDestroy) => {
    const ending = endingOf(definition, { onDestroy });
    if (Array.isArray(ending)) return ending.some((call) => typeof call !== "string");
    return definition.hooks?.remove !== undefined;
  });
}

const ends = stored.flatMap((definition) => readingEnds(definition).map((word) => [definition.type, word] as const));

describe("a delete of which the responses show nothing but ids does what it always does, or fails", () => {
  const isId = (name: string) => name === "id" || name.endsWith("_id") || name.endsWith("Id");
  const bare = (record: Wire): Wire => Object.fromEntries(Object.entries(record).filter(([name]) => isId(name)));
  const shown = ["status", "state", "lifecycleState", "enabled", "blocked", "archived", "revoked", "schedule"];

  async function outcome(type: string, onDestroy: unknown, change: (record: Wire) => Wire): Promise<Bag | string> {
    await rig.renew();
    const args = await fixtures[type]!.args(rig);
    const { id, state } = await make(rig, type, onDestroy === undefined ? args : { ...args, onDestroy });
    try {
      await rig.lifecycle(type, undefined, (api) => changing(api, change)).delete(id, state);
    } catch (error) {
      return String(error);
    }
    const left = await rig.lifecycle(type).read(id, state);
    return left ? Object.fromEntries(shown.map((key) => [key, left.state[key]])) : {};
  }

  test.each(ends)("%s %s", async (type, onDestroy) => {
    const usual = await outcome(type, onDestroy, (record) => record);
    const blind = await outcome(type, onDestroy, bare);
    expect(typeof usual).toBe("object");
    if (typeof blind === "string") expect(blind).toMatch(/^ResourceError: deleting/);
    else expect(blind).toEqual(usual);
  });
});

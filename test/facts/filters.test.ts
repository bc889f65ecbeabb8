import { segment } from "../../provider/api/client";
import { isKind } from "../../provider/api/errors";
import { spell } from "../../provider/lifecycle/values/wire";
import { registry } from "../../provider/resources";
import { fixtures } from "../lifecycle/fixtures";
import { make, startRig, type Rig } from "../lifecycle/rig";
import { filtersOf, listFilters, withoutSlash } from "./listFilters";

/**
 * Every filter that the public sources show: programs can use it, and the emulator has it. What it
 * finds: `lifecycle/filters.test.ts`.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());

const typesAt = (path: string) => registry.filter((one) => withoutSlash(one.path) === path && one.filters);

const used = Object.keys(listFilters).filter((path) => typesAt(path).length > 0);

test("lists that programs use are among them", () => {
  expect(used.length).toBeGreaterThan(12);
});

test.each(used)("programs can use every filter of %s, with one of its types or another", (path) => {
  const offered = typesAt(path).flatMap((one) => one.filters!.map((name) => spell(one, name)));
  const missing = filtersOf(path).filter((name) => !offered.includes(name));
  expect(missing).toEqual([]);
});

test.each(Object.entries(listFilters))("the emulator has every filter of %s", async (path, names) => {
  await rig.renew();
  const [above, below] = path.split("/{id}");
  const [parent] = below === undefined ? [] : typesAt(above!);
  const id = parent && segment((await make(rig, parent.type, await fixtures[parent.type]!.args(rig))).id);
  const list = parent ? `${above}/${id}${below}` : path;
  const unknown: string[] = [];
  for (const name of names)
    try {
      if ((await rig.api.get(list, { [name]: "x" })).messages) unknown.push(name);
    } catch (error) {
      // A value that is none of the filter's words.
      if (!isKind(error, "badRequest")) throw error;
    }
  expect(unknown).toEqual([]);
});

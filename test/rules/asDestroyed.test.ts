import type { Wire } from "../../provider/api/client";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { isAsDestroyed } from "../../provider/lifecycle/reconciler/removal";
import { scopeOf } from "../../provider/lifecycle/service/scope";
import { standing } from "./boxes";
import { archive, archived, begin, byCalls, byHook, usual } from "./endings";
import { box } from "./shapes";

/**
 * Whether an object is as destroying it leaves it: the refusal to create another one of its name
 * then says so.
 */

describe("an object that is as destroying it leaves it", () => {
  const asDestroyed = async (definition: Definition, object: Wire | undefined, inputs: Bag = {}, held: Bag = {}) => {
    const { service, surroundings } = begin(object);
    const scope = scopeOf(definition, surroundings, { inputs, label: "it" });
    const answer = await isAsDestroyed(definition, scope, "b-1", held);
    expect(service.changes).toEqual([]);
    return answer;
  };
  const bySerial = byHook(async ({ api }, id, { serialNumber, kind }) => {
    if (serialNumber !== "spent" || kind !== "small") await api.delete(`/boxes/${id}`);
  });

  test.each<[string, Definition, Wire, boolean]>([
    ["was archived", byCalls(archive), archived, true],
    ["was not", byCalls(archive), standing, false],
    ["was archived, and whose record is to be deleted", byCalls(archive, "DELETE"), archived, false],
    ["stays as it is", byCalls(), standing, false],
    ["is simply deleted", box, standing, false],
    ["a hook has ended", usual, archived, true],
    ["a hook would end", usual, standing, false],
  ])("one that %s", async (_which, definition, object, expected) => {
    expect(await asDestroyed(definition, object)).toBe(expected);
  });

  test("is judged by what is known of it, and by the program's inputs", async () => {
    expect(await asDestroyed(bySerial, standing, { kind: "small" }, { serialNumber: "spent" })).toBe(true);
    expect(await asDestroyed(bySerial, standing, { kind: "small" })).toBe(false);
    expect(await asDestroyed(bySerial, standing, {}, { serialNumber: "spent" })).toBe(false);
  });
});

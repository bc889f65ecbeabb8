import { registry } from "../../provider/resources";
import { keptSets, placesOf, uniqueSets } from "../../provider/lifecycle/values/diff";
import { wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import { fixtures, type CompleteFixture } from "./fixtures";
import { startRig, type Rig } from "./rig";

/**
 * A definition says which ways of destroying keep the unique value in use; the service is asked
 * whether it is so.
 */

const ways = registry
  .filter((definition) => uniqueSets(definition).some((set) => set.length > 0))
  .flatMap((definition) =>
    wordsOf(definition.inputs.onDestroy).map((word) => [definition.type, String(word), definition] as const),
  );

/**
 * An HSM accepts a second key of the same label, and the two could not be told apart: the label
 * counts as in use.
 */
const takesTwo = ["LunaKey"];

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.control("POST", "/reset"));

test.each(ways)(
  "%s, onDestroy %s: a successor may use the same unique value or not, as the definition says",
  async (type, word, definition) => {
    const args = { ...(await (fixtures[type] as CompleteFixture).args(rig)), onDestroy: word };
    const lifecycle = rig.lifecycle(type);
    const { inputs, failures } = lifecycle.check({}, args);
    expect(failures).toEqual([]);
    expect(placesOf(definition, inputs)).not.toEqual([]);
    const { id, state } = await lifecycle.create(inputs);
    await lifecycle.delete(id, state);
    const isGone = (await lifecycle.read(id, state)) === undefined;
    const again = await rig
      .lifecycle(type)
      .create(inputs)
      .then(
        (made) => (isGone || made.id !== id ? "free" : "still the same"),
        (error: Error) => error.message,
      );
    const kept = keptSets(definition, inputs).map((set) => set.join());
    const isKept = placesOf(definition, inputs).some(({ set }) => kept.includes(set.join()));
    if (isKept && !takesTwo.includes(type)) expect(again).not.toBe("free");
    else expect(again).toBe("free");
  },
);

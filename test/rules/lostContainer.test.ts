import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { needsOf } from "../../provider/lifecycle/vocabulary/field";
import { registry } from "../../provider/resources";
import { apiError } from "../api/support";
import { FakeService } from "./fakeService";
import { lostContainer } from "../../provider/lifecycle/layers/located";

/**
 * A missing object is not forgotten while what it belongs to is missing, too: its key may exist
 * where nobody looks.
 */

class Empty extends FakeService {
  override get = () => Promise.reject(apiError("notFound"));
}

/** Types of which an object lies in a container, by way of others too. */
const contained = (definition: Definition): [string, Definition][] =>
  needsOf(definition).filter(([, needed]) => needed.role === "container" || contained(needed).length > 0);

const types = registry.filter((definition) => contained(definition).length > 0);

test.each(types.map((definition) => [definition.type, definition] as const))("%s", async (_, definition) => {
  const [[key, needed] = ["", definition]] = contained(definition);
  const lost = lostContainer(definition, new Empty(), { [key]: "an-id" });
  expect(await lost).toBe(`${needed.type} "an-id"`);
});

test("a replica belongs to its primary, and a key of a key store to the store", () => {
  const names = types.map(({ type }) => type);
  expect(names).toEqual(expect.arrayContaining(["AwsReplicaKey", "AwsXksKey", "AwsKeyMaterial", "VirtualKey"]));
});

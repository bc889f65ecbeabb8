import { accessLists } from "../../provider/resources/systems";
import { registry } from "../../provider/resources";
import { documentation } from "../../tools/generate/wording";

/**
 * What an editor and the reference show for the actions of access lists, and what check knows of
 * them.
 */

const worded = Object.entries(accessLists).map(([type, { actions, orOthers }]) => {
  const words = actions.map((action) => `\`${action}\``).join(", ");
  return `- \`${type}\`: ${words}${orOthers ? ", or others that the service knows" : ""}.`;
});

test("every action is shown on hover, by container", () => {
  const { comment } = documentation()
    .get("ContainerAcl")!
    .inputs.find(({ name }) => name === "actions")!;
  expect(comment).toContain(`By type of the container: ${worded.join(" ")}`);
});

test("every list belongs to a resource, and names each action once", () => {
  for (const [type, { actions }] of Object.entries(accessLists)) {
    expect(registry.map((one) => one.type)).toContain(type);
    expect(actions).toEqual([...new Set(actions)]);
  }
});

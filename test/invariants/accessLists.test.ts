import { accessLists } from "../../provider/resources/systems";
import { registry } from "../../provider/resources";
import { documentedResources, type Field } from "../../tools/generate/sources";

/** What an editor and the reference show for the actions of access lists, and what check knows of them. */

const documented = documentedResources();
const flat = (fields: readonly Field[]): Field[] => fields.flatMap((field) => [field, ...flat(field.fields)]);
const commentOn = (type: string, name: string): string =>
  flat(documented.find((one) => one.type === type)!.inputs).find((field) => field.name === name)!.comment;

const worded = Object.entries(accessLists).map(([type, { actions, orOthers }]) => {
  const words = actions.map((action) => `\`${action}\``).join(", ");
  return `- \`${type}\`: ${words}${orOthers ? ", or others that the service knows" : ""}.`;
});

test("every action is shown on hover, by container", () => {
  expect(commentOn("ContainerAcl", "actions")).toContain(`By type of the container: ${worded.join(" ")}`);
});

test("every list belongs to a resource, and names each action once", () => {
  for (const [type, { actions }] of Object.entries(accessLists)) {
    expect(registry.map((one) => one.type)).toContain(type);
    expect(actions).toEqual([...new Set(actions)]);
  }
});

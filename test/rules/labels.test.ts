import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { rejection, stage } from "./fakeService";
import { box, boxInputs } from "./shapes";

/** How messages name a resource. */

const otherId = "8ac7f2a1-5b1f-4a52-9a0c-7d6a1f0e2b3c";

test.each<[string, string | undefined, string, string]>([
  ["its own name in the service", "one", "in-program", 'Box "one"'],
  ["its name in the program where its own is the id of another object", otherId, "in-program", 'Box "in-program"'],
  ["its name in the program where it has none", undefined, "in-program", 'Box "in-program"'],
  ["the other object's id while its name in the program is unknown", otherId, "", `Box "${otherId}"`],
  ["its id where nothing else is known", undefined, "", 'Box "b-1"'],
  ["its own name without what would steer a terminal", "one\n\u001b[2Jtwo", "in-program", 'Box "one [2Jtwo"'],
])("messages name a resource by %s", async (_, label, name, expected) => {
  const { service, clock, stop } = stage();
  service.put("/boxes/b-1", {});
  service.fail({ call: "DELETE", kind: "forbidden" });
  const definition: Definition = { ...box, unique: [], inputs: { size: box.inputs.size! }, label: () => label };
  const inputs = { size: boxInputs.size };
  const company = { ledger: new Ledger(), self: () => ({ urn: name, name }), isManaged: () => true };
  const surroundings = () => ({ api: service, clock, stop: stop.signal, log: () => undefined });
  const { message } = await rejection(new Lifecycle(definition, surroundings, company).delete("b-1", inputs), Error);
  expect(message).toContain(`deleting ${expected} failed`);
});

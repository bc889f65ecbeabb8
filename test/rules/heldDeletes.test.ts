import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { beginWith, state } from "./boxes";
import { rejection } from "./fakeService";
import { box } from "./shapes";

test("a delete that was accepted, and waits for the approval of others, fails at once", async () => {
  const { service, clock, life } = beginWith();
  service.held = "/boxes/b-1";
  service.fail({ call: "DELETE /boxes/b-1", response: {}, times: 999 });
  const { message } = await rejection(life(box).delete("b-1", state), ResourceError);
  expect(message).toMatch(/^deleting Box "one" failed: a failure of kind held \(DELETE \/boxes\/b-1\)/);
  expect(clock.seconds).toBe(0);
});

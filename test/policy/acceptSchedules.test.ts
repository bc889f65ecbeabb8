import { keyRotation } from "../../policy";
import { shows, stackTold, unknown, type Described, type Expected } from "./stack";

/** Schedules of other stacks, for which the configuration of `key-rotation` vouches. */

const key: Described = { type: "AwsKey", name: "orders", props: {} };
const yearly: Described = { type: "RotationSchedule", name: "plan", props: { cloud: "aws", runAt: "0 3 1 1 *" } };
const boundTo = (schedule: string, ...declared: string[]): Described => ({
  type: "KeyRotation",
  name: "orders",
  props: { key: { type: "AwsKey", id: "k-1" }, schedule },
  depends: { key: ["orders"], schedule: declared },
});

interface Row extends Expected {
  name: string;
  stack: Described[];
}

const rows: Row[] = [
  { name: "one that is listed is accepted", stack: [key, boundTo("s-7")] },
  { name: "no other one is", stack: [key, boundTo("s-8")], says: ["a schedule outside this program"] },
  { name: "one whose id is not known yet is decided later", stack: [key, boundTo(unknown)], waits: ".schedule" },
  { name: "one of the program is measured all the same", stack: [key, yearly, boundTo("s-7", "plan")], says: ["days"] },
];
test.each(rows)("$name", (row) => shows(stackTold(keyRotation, row.stack, { acceptSchedules: ["s-7"] }), row));

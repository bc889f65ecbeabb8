import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listAfter } from "../../provider/lifecycle/reconciler/removal";
import { registry } from "../../provider/resources";

/** Which objects are read themselves after their delete. */

const isRead = (one: (typeof registry)[number]) => one.action === undefined || one.hooks?.read !== undefined;
const single = registry.filter((one) => isRead(one) && listAfter(one) === undefined);

test("docs/safety-cases.md names them", () => {
  const page = readFileSync(join(__dirname, "../../docs/safety-cases.md"), "utf8");
  const [, listed = ""] = /of these types:\s+(`AwsKey`[^.]*)\./.exec(page) ?? [];
  expect([...listed.matchAll(/`(\w+)`/g)].map(([, type]) => type)).toEqual(single.map(({ type }) => type));
});

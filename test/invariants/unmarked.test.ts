import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stays } from "../../provider/lifecycle/values/diff";
import { withLocalDefaults } from "../../provider/lifecycle/service/state";
import { registry } from "../../provider/resources";

/** What docs/safety-cases.md says of types that carry a mark with names, and of the others. */

const page = readFileSync(join(__dirname, "../../docs/safety-cases.md"), "utf8");
const isMarked = ({ mark }: (typeof registry)[number]) => mark !== undefined && mark !== "labels";

test("the page lists the types that carry a mark with names", () => {
  const [, listed = ""] = /^These types carry a mark with names: ([^.]*)\./m.exec(page) ?? [];
  const types = [...listed.matchAll(/`(\w+)`/g)].map(([, type]) => type);
  expect(types).toEqual(registry.filter(isMarked).map(({ type }) => type));
});

test("a key without a mark is kept by default, or soft-deleted by Azure", () => {
  const keys = registry.filter((one) => !isMarked(one) && one.role === "key");
  const lost = keys.filter((one) => !stays(one, withLocalDefaults(one, {})));
  expect(lost.map(({ type }) => type)).toEqual(["AzureKey", "AzureSecret", "AzureCertificate", "LocalCa"]);
});

import { foreseen } from "../../../provider/hosts/plugin/resources";
import { unknownValue } from "../../../provider/lifecycle/vocabulary/schema";
import { definitionOf } from "../../../provider/resources/load";

/** What a preview tells. */

const key = definitionOf("VaultKey");

test("a new object has its arguments, and everything else only later", () => {
  const outputs = foreseen(key, { name: "backups", labels: { a: unknownValue } });
  expect(outputs).toMatchObject({
    name: "backups",
    labels: { a: unknownValue },
    state: unknownValue,
    size: unknownValue,
  });
  expect(Object.keys(outputs)).toEqual(expect.arrayContaining(Object.keys({ ...key.inputs, ...key.outputs })));
});

test("an object that is updated keeps what its program leaves to the service", () => {
  const former = { name: "backups", size: 256, state: "Active", description: "old" };
  const outputs = foreseen(key, { name: "backups" }, former);
  expect(outputs).toMatchObject({ size: 256, state: unknownValue, description: unknownValue });
});

test("what is returned only once is kept", () => {
  const token = definitionOf("RegistrationToken");
  expect(foreseen(token, {}, { token: "secret" })).toMatchObject({ token: "secret" });
  expect(foreseen(token, {})).toMatchObject({ token: unknownValue });
});

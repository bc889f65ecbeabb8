import { definitionOf } from "../../provider/resources/load";
import { stage } from "../rules/fakeService";

/** Azure counts whole seconds, however a program writes them. */

const types = ["AzureKey", "AzureSecret"] as const;
const life = (type: string) => stage().life(definitionOf(type));
const named = { AzureKey: { keyName: "orders" }, AzureSecret: { secretName: "token", value: "v" } };
const failures = (type: keyof typeof named, exp: string) =>
  life(type)
    .check({}, { keyVault: "v-1", ...named[type], exp })
    .failures.map(({ property }) => property);

test.each(types)("%s: a fraction of zero is whole, another one is refused", (type) => {
  expect(failures(type, "2030-01-01T00:00:00.000Z")).toEqual([]);
  expect(failures(type, "2030-01-01T01:00:00+01:00")).toEqual([]);
  expect(failures(type, "2030-01-01T00:00:00.500Z")).toEqual(["exp"]);
  expect(failures(type, "2030-01-01")).toEqual(["exp"]);
});

test.each(types)("%s: the same moment in another form is no change", (type) => {
  const state = { keyVault: "v-1", exp: "2030-01-01T00:00:00Z" };
  for (const exp of ["2030-01-01T00:00:00.000Z", "2030-01-01T01:00:00+01:00"])
    expect(life(type).diff(state, { ...state, exp }).changed).toEqual([]);
});

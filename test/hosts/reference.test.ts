import type { TypeProvider } from "../../provider/hosts/dynamic";

/** What the references in states name: the code of a type, without an export of that name. */

type Found = Record<string, () => TypeProvider> & { provider(type: string): TypeProvider };
const found = jest.requireActual<Found>("../../provider/hosts/dynamic");

test("a reference names the handler of its type; those of earlier versions call a function", () => {
  const methods = Object.keys(found.provider("AwsKms"));
  expect(methods).toEqual(expect.arrayContaining(["check", "diff", "create", "read", "update", "delete"]));
  expect(Object.keys(found.AwsKms!())).toEqual(methods);
});

test("a type that only later versions have leads to the advice to install one", () => {
  const advice = "has no resource NewerType: install the version that created the stack";
  expect(() => found.NewerType!()).toThrow(advice);
  expect(() => found.provider("NewerType")).toThrow(advice);
});

import { confirmed, withConfirmation } from "../../provider/lifecycle/evidence/belonging";

describe("the update that records a confirmation", () => {
  const home = {
    stack: { organization: "acme", project: "shop", stack: "dev" },
    backend: "ba",
    isFile: false,
    former: [],
  };
  const none = { changes: false, changed: [], replaces: [], deleteBeforeReplace: false };
  const plan = (more: object) => withConfirmation(none, { id: "b-1", state: {}, adopt: "b-1", home, ...more });

  test("is due where the program confirms what the state does not", () =>
    expect(plan({})).toEqual({ ...none, changes: true, due: [expect.stringContaining("adopt confirms")] }));

  test.each<[string, object]>([
    ["the object has no id yet", { id: undefined, adopt: undefined }],
    ["the program names another object", { adopt: "b-2" }],
    ["it is not known whose the object is", { home: undefined }],
    ["the host cannot tell which stack calls", { home: { ...home, stack: undefined } }],
    ["the state confirms it already", { state: confirmed(home) }],
  ])("is not due where %s", (_what, more) => expect(plan(more)).toBe(none));
});

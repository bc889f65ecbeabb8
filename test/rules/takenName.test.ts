import * as z from "zod";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { begin } from "./boxes";
import { rejection, type FakeService } from "./fakeService";
import { begin as beginRuns } from "./runs";
import { box, boxInputs, event, remarked } from "./shapes";

describe("a name that is taken", () => {
  const occupied = (definition = box) => {
    const all = begin();
    all.service.put("/boxes/b-77", { name: "one", account: "a-1" });
    return { ...all, box: all.life(definition) };
  };

  test("is an error that names the object and the line that would adopt it", async () => {
    const { service, box: life } = occupied();
    const { message } = await rejection(life.create(boxInputs), ResourceError);
    expect(message).toMatch(/creating Box "one" failed: the service responded with 409 .*\(POST \/boxes\)/);
    expect(message).toContain('adopt: "b-77"');
    expect(message).toContain("Otherwise choose another name");
    expect(service.objects.get("/boxes/b-77")).toEqual({ id: "b-77", name: "one", account: "a-1" });
  });

  test.each([
    ["of the same stack", {}, "two"],
    ["of a stack that was renamed", { stack: "new", former: [{ former: "shop/dev", present: "shop/new" }] }, "two"],
    ["of another stack", { stack: "new" }, "<its name before>"],
  ])("by an object of another resource %s: the error shows the alias that keeps it", async (_whose, caller, before) => {
    const { run } = beginRuns();
    await run({ name: "two" }).life.create(boxInputs);
    const { message } = await rejection(run(caller).life.create(boxInputs), ResourceError);
    expect(message).toContain(`made for acme/shop/dev/Box/two. If it belongs`);
    expect(message).toContain(
      `give this one the option  aliases: [{ name: "${before}" }]; to one that you remove, do so in an update before this one.`,
    );
  });

  test("of a type without a name is not told to take another one", async () => {
    const nameless = { ...box, inputs: { ...box.inputs, name: z.string() }, unique: [["name"]] };
    const { box: life } = occupied(nameless);
    const { message } = await rejection(life.create(boxInputs), ResourceError);
    expect(message).toContain('adopt: "b-77"');
    expect(message).not.toContain("choose another");
  });

  test.each([
    ["its constants say", box, { operation: "crating" }, 'it is not a Box: its operation is "crating"'],
    ["its definition says", { ...box, isOne: () => false }, {}, "it is not a Box. Choose"],
  ])("by an object of another type, as %s, is not offered for adoption", async (_how, definition, more, says) => {
    const { service, life } = begin();
    service.put("/boxes/b-77", { name: "one", account: "a-1", ...more });
    const { message } = await rejection(life(definition as Definition).create(boxInputs), ResourceError);
    expect(message).toContain('the id "b-77"');
    expect(message).toContain(says);
    expect(message).toContain("Choose another name");
    expect(message).not.toContain("adopt");
  });

  const refused = async (definition: Definition, prepare: (service: FakeService) => void = () => {}) => {
    const { service, life } = begin();
    service.fail({ call: "POST /boxes", kind: "conflict" });
    prepare(service);
    const { message } = await rejection(life(definition).create(boxInputs), ResourceError);
    expect(message).toMatch(/creating Box "one" failed: the service responded with 409/);
    return message;
  };

  test("without an object of its own type may be taken by an object of another kind", async () => {
    const message = await refused(box);
    expect(message).toContain("The service shows no conflicting Box");
    expect(message).toContain("another kind");
    expect(message).toContain("choose another name");
    expect(message).not.toContain("adopt");
  });

  test("by an object that cannot be looked up is an error that explains how to adopt it", async () => {
    const forbidden = (service: FakeService) => service.fail({ call: "GET /boxes?", kind: "forbidden" });
    for (const message of [await refused({ ...box, mark: undefined, unique: [] }), await refused(box, forbidden)]) {
      expect(message).toContain('adopt: "<its id>"');
      expect(message).toContain("choose another name");
    }
  });

  test("of an event is a plain conflict", async () => {
    const { service, life } = begin();
    service.fail({ call: "POST /events", kind: "conflict" });
    const { message } = await rejection(life(event).create({ what: "x" }), ResourceError);
    expect(message).not.toMatch(/adopt|name/);
  });

  describe("shared by several kinds", () => {
    const uniqueAmong = { path: "/things", kind: "sort" };
    const shared = remarked(box, { name: { named: true, change: "replace", uniqueAmong } });

    test("names the object of the other kind", async () => {
      const message = await refused(shared, (service) => {
        service.put("/things/t-1", { name: "another", sort: "crate" });
        service.put("/things/t-2", { name: "one", sort: "crate" });
      });
      expect(message).toContain('/things has an object of this name: its sort is "crate", its id "t-2"');
      expect(message).toContain("Choose another name");
      expect(message).not.toContain("adopt");
    });

    test.each([
      ["there is none", () => {}],
      ["the lookup fails", (service: FakeService) => service.fail({ call: "GET /things?", kind: "forbidden" })],
    ])("names the possible causes if %s", async (_name, prepare) => {
      expect(await refused(shared, prepare)).toContain("The service shows no conflicting Box");
    });
  });
});

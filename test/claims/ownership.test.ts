import { notReplaced, ownerTold } from "../../provider/lifecycle/claims/ownership";
import type { Claimant } from "../../provider/lifecycle/claims/claim";
import { onDestroy } from "../../provider/lifecycle/vocabulary/field";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { box } from "../rules/shapes";

/** What is said of resources that have, or want, the same object. */

const deletesFirst = "give it the option  deleteBeforeReplace: true  and run the same command again";
const ending = (words: Parameters<typeof onDestroy>[0]): Definition => ({
  ...box,
  unique: [["account", "kind", "name"]],
  inputs: { ...box.inputs, onDestroy: onDestroy(words) },
});
const kept = ending({ retain: [], destroy: ["DELETE"] });
const otherName = "give the new object another name, because destroying the old one keeps that in use";
const orChange = "; or, if the old object may be deleted permanently, set onDestroy:";
const retain = { onDestroy: "retain" };

describe("an object that one resource has and another would get", () => {
  const one = { urn: "urn:one", name: "one" };
  const claimant = (more: Partial<Claimant>): Claimant => ({ type: "Box", urn: "", name: "one", ...more });
  const told = (...owners: Claimant[]) => ownerTold(one, owners, kept, {});

  test("is its own, if the resource has it already", () => {
    expect(told(claimant({ urn: "urn:two", name: "two" }), claimant(one))).toMatch(/^It is this resource's own object/);
  });

  test("is perhaps its own, if nothing but type and name is known of the owner", () => {
    expect(told(claimant({ urn: "urn:two" }), claimant({}))).toMatch(
      /^Box "one" of this stack has it\. If that is this very resource, .*aliases: \[\{ parent:/,
    );
  });

  test.each<[string, Partial<Claimant>]>([
    ["another name", { name: "two" }],
    ["another type", { type: "SlowBox" }],
    ["another URN", { urn: "urn:two" }],
  ])("is another's, if the first owner has %s", (_what, more) => {
    const { type, name } = claimant(more);
    const text = told(claimant(more), claimant({ urn: "urn:three", name: "three" }));
    expect(text).toContain(`${type} "${name}" of this stack already manages it`);
  });

  test("is nobody's without an owner", () => expect(told()).toBeUndefined());
});

describe("to replace an object by hand", () => {
  test.each<[string, Definition, Bag, string]>([
    ["it is deleted first, if its end frees what is unique", kept, { onDestroy: "destroy" }, deletesFirst],
    [
      "the new one gets another value, or the end is changed before, if its end keeps what is unique",
      kept,
      retain,
      `${otherName}${orChange} "destroy" in an update before, then ${deletesFirst}`,
    ],
    [
      "any of the ends that free it can be chosen",
      ending({ retain: [], destroy: ["DELETE"], purge: ["purge", "DELETE"] }),
      retain,
      `${otherName}${orChange} "destroy" or "purge" in an update before, then ${deletesFirst}`,
    ],
    ["the new one gets another value, if no end frees it", ending({ retain: [], block: ["block"] }), retain, otherName],
  ])("%s", (_what, definition, state, way) => {
    expect(notReplaced(definition, state)).toBe(`was not replaced, and keeps the object it had: to replace it, ${way}`);
  });
});

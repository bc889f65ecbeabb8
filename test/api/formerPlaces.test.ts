import { identity, problems, read } from "./configured";

/** Settings that say what a stack was called, and which service it had, before it moved. */

test.each(["old", "a/b/c/d=a/b", "shop/old=acme//new", "shop/old=", "=shop/new", "a/b=c/d=e/f", "shop/old=new"])(
  "%j names no former stack with the present one",
  (formerStacks) => {
    expect(() => read({ ...identity, formerStacks })).toThrow(
      /ciphertrust:formerStacks \(CIPHERTRUST_FORMER_STACKS\) must name both, .* such as shop\/old=shop\/new$/,
    );
  },
);

test.each(["https://old.example.com", "old.example.com", "cm/a.b., old", "a.b.c"])(
  "%j names no service that the stack has moved from",
  (movedFrom) => {
    expect(problems({ ...identity, movedFrom })).toEqual([
      expect.stringMatching(
        /^ciphertrust:movedFrom \(CIPHERTRUST_MOVED_FROM\) must be <host>\/<domain>\.<origin>\.<key>, as/,
      ),
    ]);
  },
);

test("a former stack without the present one is refused with what to write", () => {
  expect(() => read({ ...identity, formerStacks: "a/b=c/d, acme/shop/old" })).toThrow(
    /shop\/old=shop\/new: for acme\/shop\/old, write {2}acme\/shop\/old=<project>\/<stack> {2}with/,
  );
});

import { sitePath } from "../../tools/site";

test.each(["/", "/docs/", "/a/b/", "/x/"])("%s is a path of a site", (path) => expect(sitePath(path)).toBe(path));

test.each(["", "docs", "/docs", "docs/", "//", "//example.com/", "/docs//", "/a b/", "https://example.com/docs/"])(
  '"%s" is refused',
  (path) => expect(() => sitePath(path)).toThrow(`"${path}" is not a path that begins and ends with a slash, such as`),
);

import { wholeNumber } from "../../tools/shared/wholeNumber";

test.each(["1", "65535", " 8080 "])('"%s" is a port', (text) =>
  expect(wholeNumber(1, 65_535)(text)).toBe(Number(text)),
);

test.each(["0", "65536", "99999", "1.5", "-1", "", " ", "http", "Infinity"])('"%s" is refused', (text) =>
  expect(() => wholeNumber(1, 65_535)(text)).toThrow(`"${text}" is not an integer from 1 to 65535.`),
);

test("without an upper limit the message has none", () => {
  expect(wholeNumber(1)("100000")).toBe(100_000);
  expect(() => wholeNumber(1)("0")).toThrow('"0" is not an integer of at least 1.');
});

import { printable, printableLines } from "../../provider/api/printable";

/** Messages of a service reach terminals and logs that interpret some strings as commands. */

test.each([
  ["colors and titles", "\u001b[31mred\u001b[0m \u001b]0;title\u0007end", "red end"],
  ["line breaks", "one\r\ntwo\u2028three", "one two three"],
  ["other control characters", "a\u0000b\u0085c", "a b c"],
  ["a change of text direction", "key\u202etxt.exe", "keytxt.exe"],
  ["a workflow command of GitHub Actions", "::set-output name=a::b", ": :set-output name=a::b"],
  ["an older workflow command", "x ##[error]y", "x # #[error]y"],
  ["a logging command of Azure Pipelines", "x ##vso[task.setvariable]y", "x # #vso[task.setvariable]y"],
  ["ordinary text in any script", "Schlüssel „a“ 鍵 ключ", "Schlüssel „a“ 鍵 ключ"],
])("%s", (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("overlong text is truncated, and marked as such", () => {
  expect(printable("x".repeat(10_000_000))).toBe(`${"x".repeat(1_000)} … (10000000 characters)`);
});

test("our own line breaks and indentation are kept", () => {
  expect(printableLines("a:\n  ::warning::b\n\u001b[1mc")).toBe("a:\n  : :warning::b\nc");
});

import { printable, printableLines } from "../../provider/api/printable";

/** What a service says reaches terminals and logs that take some texts for commands. */

test.each([
  ["colours and titles", "\u001b[31mred\u001b[0m \u001b]0;title\u0007end", "red end"],
  ["line ends", "one\r\ntwo\u2028three", "one two three"],
  ["other control characters", "a\u0000b\u0085c", "a b c"],
  ["a direction turned round", "key\u202etxt.exe", "keytxt.exe"],
  ["a command of GitHub Actions", "::set-output name=a::b", ": :set-output name=a::b"],
  ["an older one", "x ##[error]y", "x # #[error]y"],
  ["a command of Azure Pipelines", "x ##vso[task.setvariable]y", "x # #vso[task.setvariable]y"],
  ["ordinary text, in any script", "Schlüssel „a“ 鍵 ключ", "Schlüssel „a“ 鍵 ключ"],
])("%s", (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("what is too long is cut, and says so", () => {
  expect(printable("x".repeat(10_000_000))).toBe(`${"x".repeat(1_000)} … (10000000 characters)`);
});

test("lines of our own stay lines, indented as they are", () => {
  expect(printableLines("a:\n  ::warning::b\n\u001b[1mc")).toBe("a:\n  : :warning::b\nc");
});

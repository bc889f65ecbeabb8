import { Command } from "commander";
import { styled } from "../../cli/style";
import { mistakesIn, mistakesInHelp } from "../../tools/prose/index";

const words = (count: number): string => `W${" word".repeat(count - 1)}`;
const tooLong = "a sentence of 26 words; the limit is 25";

test.each([
  { what: "a sentence of 25 words", text: `${words(25)}.`, found: [] },
  { what: "one of 26 words", text: `${words(25)} more.`, found: [`1:1 ${tooLong}`] },
  { what: "the second sentence of a paragraph", text: `Short. ${words(26)}.`, found: [`1:8 ${tooLong}`] },
  { what: "one on several lines", text: `Short.\n${words(10)}\n${words(16)}.`, found: [`2:1 ${tooLong}`] },
  { what: "two sentences, each of which is short", text: `${words(20)}. ${words(20)}.`, found: [] },
  { what: "one in a list", text: `- ${words(26)}`, found: [`1:3 ${tooLong}`] },
  { what: "one in a table", text: `| a |\n| - |\n| ${words(26)} |`, found: [`3:3 ${tooLong}`] },
  { what: "code, which is one word", text: `${words(24)} \`${words(9)}\`.`, found: [] },
  { what: "a list of code, which is one word", text: `${words(24)} \`a\`, \`b\` or [\`c\`](c.md).`, found: [] },
  { what: "a block of code", text: `\`\`\`\n${words(40)}\n\`\`\``, found: [] },
  {
    what: "a word that is not the standard one",
    text: "We\nsend it; then send again.",
    found: ['2:15 "send again": say retry'],
  },
  { what: "the same in a link", text: "See [what to try anew](x.md).", found: ['1:14 "try anew": say retry'] },
  { what: "the same in code", text: "See `try anew`.", found: [] },
  { what: "British spelling", text: "Its behaviour.", found: ['1:5 "behaviour": say it in American spelling'] },
])("$what", async ({ text, found }) => {
  expect(await mistakesIn("page.md", text)).toEqual(found.map((mistake) => `page.md:${mistake}`));
});

const long = `${words(26)}.`;

/** The help of a command as a terminal shows it. */
function helpWith(notes: string, change: (command: Command) => unknown): string {
  let help = "";
  const command = styled(new Command("keys"), {
    notes,
    examples: [`keys ${long}`],
    endings: { done: "they are there" },
  });
  change(command.description("Count keys.").option("--deep <folder>", "the folder to begin at"));
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

test.each<[string, string, (command: Command) => unknown]>([
  ["its description", "Note.", (command) => command.description(long)],
  ["a note", long, () => undefined],
  ["an option", "Note.", (command) => command.option("-a, --all", long)],
  ["an argument", "Note.", (command) => command.argument("[names...]", long)],
  ["a command", "Note.", (command) => command.command("list").description(long)],
])("a long sentence in the help of a command: %s", async (_, notes, change) => {
  const mistakes = await mistakesInHelp("keys", helpWith(notes, change));
  expect(mistakes).toEqual([`keys --help: ${tooLong}: ${long}`]);
});

test("nothing else in a help counts", async () => {
  expect(
    await mistakesInHelp(
      "keys",
      helpWith("Note.", () => undefined),
    ),
  ).toEqual([]);
});

import { mistakesIn } from "../../tools/prose/index";

const words = (count: number): string => `W${" word".repeat(count - 1)}`;
const tooLong = "a sentence of 36 words; the limit is 35";

test.each([
  { what: "a sentence of 35 words", text: `${words(35)}.`, found: [] },
  { what: "one of 36 words", text: `${words(35)} more.`, found: [`1:1 ${tooLong}`] },
  { what: "the second sentence of a paragraph", text: `Short. ${words(36)}.`, found: [`1:8 ${tooLong}`] },
  { what: "one on several lines", text: `Short.\n${words(15)}\n${words(21)}.`, found: [`2:1 ${tooLong}`] },
  { what: "two sentences, each of which is short", text: `${words(20)}. ${words(20)}.`, found: [] },
  { what: "one in a list", text: `- ${words(36)}`, found: [`1:3 ${tooLong}`] },
  { what: "one in a table", text: `| a |\n| - |\n| ${words(36)} |`, found: [`3:3 ${tooLong}`] },
  { what: "code, which is one word", text: `${words(34)} \`${words(9)}\`.`, found: [] },
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

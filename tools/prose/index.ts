/** Lints the prose of the written pages; the reference and docs/errors.md are generated. */
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import { documents, textOf } from "../site/pages";
import { sentenceLength, standardTerms } from "./rules";

const isWritten = (path: string): boolean => !path.startsWith("docs/reference/") && path !== "docs/errors.md";

/** Mistakes in a Markdown text, as `path:line:column message`. */
export async function mistakesIn(path: string, text: string): Promise<string[]> {
  const { messages } = await new TextlintKernel().lintText(text, {
    ext: ".md",
    filePath: path,
    plugins: [{ pluginId: "markdown", plugin: markdown }],
    rules: [
      { ruleId: "sentence-length", rule: sentenceLength },
      { ruleId: "standard-terms", rule: standardTerms },
    ],
  });
  return messages.map(({ line, column, message }) => `${path}:${line}:${column} ${message}`);
}

export async function lintPages(): Promise<string[]> {
  const pages = documents().filter(isWritten);
  return (await Promise.all(pages.map((path) => mistakesIn(path, textOf(path))))).flat();
}

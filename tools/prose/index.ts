/** Lints the prose of all pages, and of the help of all commands. */
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import { documents, textOf } from "../site/pages";
import { helps, textsIn } from "./help";
import { sentenceLength, standardTerms } from "./rules";

async function messagesOn(filePath: string, text: string) {
  const { messages } = await new TextlintKernel().lintText(text, {
    ext: ".md",
    filePath,
    plugins: [{ pluginId: "markdown", plugin: markdown }],
    rules: [
      { ruleId: "sentence-length", rule: sentenceLength },
      { ruleId: "standard-terms", rule: standardTerms },
    ],
  });
  return messages;
}

/** Mistakes in a Markdown text, as `path:line:column message`. */
export async function mistakesIn(path: string, text: string): Promise<string[]> {
  const messages = await messagesOn(path, text);
  return messages.map(({ line, column, message }) => `${path}:${line}:${column} ${message}`);
}

/** Mistakes in the help of a command, each with the text that has it: it wraps in a terminal. */
export async function mistakesInHelp(command: string, help: string): Promise<string[]> {
  const texts = textsIn(help);
  const messages = await messagesOn(command, texts.join("\n\n"));
  return messages.map(({ line, message }) => `${command} --help: ${message}: ${texts[(line - 1) / 2]}`);
}

export async function lintProse(): Promise<string[]> {
  const pages = documents().map((path) => mistakesIn(path, textOf(path)));
  const commands = (await helps()).map(({ command, text }) => mistakesInHelp(command, text));
  return (await Promise.all([...pages, ...commands])).flat();
}

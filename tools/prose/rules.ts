/** Rules for the sentences of pages, for textlint. */
import type { TextlintKernelRule } from "@textlint/kernel";

type Rule = TextlintKernelRule["rule"];
type Reporter = Extract<Rule, (...args: never[]) => unknown>;
type Context = Readonly<Parameters<Reporter>[0]>;
type Block = Parameters<Context["report"]>[0];

/** The words of one sentence at most. */
const longest = 25;

/** "say" instead of what an expression finds. */
const terms: readonly { say: string; not: RegExp }[] = [
  { say: "retry", not: /\b(?:sen[dt]s? again|tr(?:y|ies|ied) anew)\b/giu },
  { say: "idempotent", not: /\b(?:may be repeated|safe to run twice)\b/giu },
  { say: "boolean", not: /\btrue or false\b/giu },
  { say: "cron expression", not: /\bcron texts?\b/giu },
  { say: "fix, correct", not: /\b(?:mend(?:s|ed|ing)?|puts? right)\b/giu },
  { say: "already exists, conflicts with", not: /\b(?:stand(?:s|ing)?|stood) in (?:its|their) place\b/giu },
  { say: "cannot be inferred", not: /\bis nobody's guess\b/giu },
  { say: "never blocks", not: /\b(?:stand(?:s|ing)?|stood) in the way\b/giu },
  { say: "changed outside Pulumi", not: /\bbehind (?:our|your|its) backs?\b/giu },
  { say: "remove, delete", not: /\b(?:take|takes|taken|took) away\b/giu },
  { say: "response", not: /\banswer(?:s|ed)?\b/giu },
  { say: "it in American spelling", not: /\b(?:licence|behaviour|organisation|cancelled|colour|synchronis\w+)\b/giu },
];

interface Piece {
  type: string;
  range: readonly [number, number];
  children?: readonly Piece[];
}

/** The text of a block, in its places: marks are spaces, and code is one word. */
function textOf(context: Context, block: Block): string {
  const source = context.getSource(block);
  const [start] = block.range;
  const shown = Array.from(source, () => " ");
  const show = ({ type, range, children = [] }: Piece): void => {
    const [from, to] = [range[0] - start, range[1] - start];
    if (type === "Str") shown.splice(from, to - from, ...source.slice(from, to).replaceAll("\n", " "));
    else if (type === "Code") shown.fill("X", from, to);
    else children.forEach(show);
  };
  show(block);
  return shown.join("");
}

/** Every paragraph, list item and table cell, as `judge` finds mistakes in its text. */
const inBlocks =
  (judge: (text: string) => Iterable<{ index: number; message: string }>): Reporter =>
  (context) => {
    const check = (block: Block): void => {
      for (const { index, message } of judge(textOf(context, block)))
        context.report(block, new context.RuleError(message, { padding: context.locator.at(index) }));
    };
    return { Paragraph: check, TableCell: check };
  };

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const listOfCode = /\bX+\b(?:\s*(?:,|,?\s(?:and|or)\s)\s*X+\b)+/g;

/** A list of code, such as the values of an argument, is read as one word. */
const wordsIn = (sentence: string): number =>
  sentence
    .replaceAll(listOfCode, "X")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

function* longSentences(text: string): Generator<{ index: number; message: string }> {
  for (const { segment, index } of sentences.segment(text)) {
    const words = wordsIn(segment);
    const first = index + segment.search(/\S/);
    if (words > longest) yield { index: first, message: `a sentence of ${words} words; the limit is ${longest}` };
  }
}

function* wrongTerms(text: string): Generator<{ index: number; message: string }> {
  for (const { say, not } of terms)
    for (const { 0: found, index } of text.matchAll(not)) yield { index, message: `"${found}": say ${say}` };
}

export const sentenceLength = inBlocks(longSentences);
export const standardTerms = inBlocks(wrongTerms);

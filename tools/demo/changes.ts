import { stripVTControlCharacters } from "node:util";

/** What Pulumi prints on its own work, and on objects that it only reads or that stay as they are. */
const unchanged = [
  /^@ /,
  /^(View Live|Duration): /,
  /^(Previewing|Updating) /,
  / (creating|updating|refreshing)( |$)/,
  / refresh( \([\d.]+s\))?\s*$/,
  /^ {4}\S+:\S+:\S+ \S+ +(running\s*)?$/,
  /^\s*\[id=/,
];
const unchangedInDetail = /\((refresh|same)\)$/;
const detail = /^\s*\[/;

/** What Pulumi says of changes: the rest is long, and says nothing to an audience. */
export function changesIn(text: string): string {
  let skipping = false;
  const lines = text.split("\n").filter((line) => {
    const plain = stripVTControlCharacters(line);
    skipping = unchangedInDetail.test(plain) || (skipping && detail.test(plain));
    return !skipping && plain.trim() !== "" && !unchanged.some((pattern) => pattern.test(plain));
  });
  return lines.map((line) => line.trimEnd()).join("\n");
}

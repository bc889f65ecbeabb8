import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document, type Pair } from "yaml";

/**
 * A file that holds secrets: its content, and places in it by line. None of its text gets into a
 * message.
 */

export class Text {
  private constructor(
    private readonly document: Document.Parsed,
    private readonly lines: LineCounter,
  ) {}

  /** Reads YAML or JSON; what it cannot understand for certain is a {@link TextError}. */
  static of(text: string): Text {
    const lines = new LineCounter();
    // Below "error" the library prints warnings itself, with the text that they are about; "silent" allows more documents than one.
    const document = parseDocument(text, { prettyErrors: false, logLevel: "error", lineCounter: lines });
    const [flaw] = [...document.errors, ...document.warnings];
    if (flaw)
      throw new TextError(`line ${lines.linePos(flaw.pos[0]).line} ${flaws[flaw.code] ?? "is not valid YAML or JSON"}`);
    return new Text(document, lines);
  }

  content(): unknown {
    try {
      return this.document.toJS();
    } catch {
      // An alias without its anchor, or too many of them.
      throw new TextError("it has an alias that is not understood");
    }
  }

  /** The line of a value; of what it is in, if it is not there. */
  lineOf(path: readonly PropertyKey[]): number {
    return this.line(this.nodeAt(path));
  }

  /** The line of a key of the object at this path. */
  lineOfKey(path: readonly PropertyKey[], key: string): number {
    const map = this.nodeAt(path);
    const pair = isMap(map) ? map.items.find((one) => nameOf(one) === key) : undefined;
    return this.line(pair?.key ?? map);
  }

  private nodeAt(path: readonly PropertyKey[]): unknown {
    const node = path.length === 0 ? this.document.contents : this.document.getIn(path, true);
    return isNode(node) || path.length === 0 ? node : this.nodeAt(path.slice(0, -1));
  }

  private line(node: unknown): number {
    return isNode(node) && node.range ? this.lines.linePos(node.range[0]).line : 1;
  }
}

/** Why the text is not understood, and where, without the text. */
export class TextError extends Error {
  override readonly name = "TextError";
}

/** What the library finds, by its codes; its own messages quote the text. */
const flaws: Readonly<Partial<Record<string, string>>> = {
  TAG_RESOLVE_FAILED: "has a tag that is not understood",
  BAD_DIRECTIVE: "has a directive that is not understood",
  MULTIPLE_DOCS: "begins a second document",
  DUPLICATE_KEY: "has a key for the second time",
};

const nameOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : "");

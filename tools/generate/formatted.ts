import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { format, resolveConfig, version } from "prettier";
import { projectRoot } from "../project";
import { writeWhole } from "../shared/wholeFile.cjs";

/**
 * What was formatted the last time, by what it was made from: formatting takes longer than all the
 * rest, and little changes.
 */
export class Formatter {
  private readonly file: string;
  private readonly earlier: Readonly<Record<string, string>>;
  private readonly used: Record<string, string> = {};

  /** The name is that of the file that keeps it. */
  constructor(name: string) {
    this.file = join(projectRoot(), "node_modules", ".cache", `generated-${name}.json`);
    this.earlier = this.read();
  }

  /** Texts by the names of their files, formatted as the project's own files are. */
  async formatted(texts: ReadonlyMap<string, string>, parser: string): Promise<Map<string, string>> {
    const options = { ...(await resolveConfig(__filename)), parser };
    const one = async (text: string): Promise<string> => {
      const key = createHash("sha256")
        .update(JSON.stringify([version, options, text]))
        .digest("hex");
      // Comments are wrapped by the column in which they begin: where that is, the first pass decides.
      return (this.used[key] = this.earlier[key] ?? (await format(await format(text, options), options)));
    };
    return new Map(await Promise.all([...texts].map(async ([name, text]) => [name, await one(text)] as const)));
  }

  /** Keeps what was used, for the next time. */
  keep(): void {
    mkdirSync(dirname(this.file), { recursive: true });
    writeWhole(this.file, JSON.stringify(this.used));
  }

  private read(): Record<string, string> {
    return existsSync(this.file) ? (JSON.parse(readFileSync(this.file, "utf8")) as Record<string, string>) : {};
  }
}

import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";

/**
 * A user's program, compiled against the packed package: its declarations alone, without its
 * dependencies.
 */

const root = join(__dirname, "../..");

/** What the program can see besides the package: its peer dependency, the policy SDK, and Node. */
const visible = ["@pulumi/pulumi", "@pulumi/policy", "@types/node"];

export class Consumer {
  private readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "ciphertrust-consumer-")));
  /** Parsed once for all programs with the same settings. */
  private readonly parsed = new Map<string, ts.SourceFile | undefined>();

  constructor() {
    this.install(root, "pulumi-ciphertrust", "package.json", "dist", "emulator/moved.d.ts");
    this.install(join(root, "emulator"), "ciphertrust-emulator", "package.json", "dist");
    for (const name of visible) {
      const link = join(this.folder, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, "node_modules", name), link, "junction");
    }
  }

  /** Without its code. */
  private install(from: string, name: string, ...parts: string[]): void {
    const filter = (source: string) => !/\.[jt]s$/.test(source) || source.endsWith(".d.ts");
    for (const part of parts)
      cpSync(join(from, part), join(this.folder, "node_modules", name, part), { recursive: true, filter });
  }

  /** The compiler's errors for a program, libraries included. */
  complaints(text: string, options: ts.CompilerOptions): string[] {
    const file = join(this.folder, "index.ts");
    writeFileSync(file, text);
    const all = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      skipDefaultLibCheck: true,
      types: ["node"],
      ...options,
    };
    const program = ts.createProgram([file], all, this.host(all, file));
    return ts.getPreEmitDiagnostics(program).map((one) => {
      const where = one.file?.fileName.split("/node_modules/").pop()!.replace(this.folder, "");
      return `${where ?? "options"}: ${ts.flattenDiagnosticMessageText(one.messageText, "\n")}`;
    });
  }

  private host(options: ts.CompilerOptions, own: string): ts.CompilerHost {
    const host = ts.createCompilerHost(options);
    const { getSourceFile } = host;
    host.getCurrentDirectory = () => this.folder;
    host.getSourceFile = (name, target, ...rest) => {
      if (name === own) return getSourceFile.call(host, name, target, ...rest);
      const way = typeof target === "object" ? `${target.languageVersion} ${target.impliedNodeFormat}` : String(target);
      const key = `${way} ${name}`;
      if (!this.parsed.has(key)) this.parsed.set(key, getSourceFile.call(host, name, target, ...rest));
      return this.parsed.get(key);
    };
    return host;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { secretsOf } from "../../provider/lifecycle/vocabulary/field";

/**
 * Everything that the provider prints, in errors, progress and on the console, searched for
 * secrets.
 */

/** Shorter ones occur inside other words. */
const shortest = 8;

export class Overheard {
  readonly leaks: string[] = [];
  private readonly secrets = new Set<string>();
  private readonly restore: (() => void)[] = [];

  constructor(...secrets: string[]) {
    for (const one of secrets) this.guard(one);
  }

  /** The values of a resource's secret properties are searched for from now on. */
  guardAll(definition: Definition, values: Bag): void {
    for (const key of secretsOf(definition)) for (const one of textsIn(values[key])) this.guard(one);
  }

  readonly note = (text: string): void => {
    const leak = [...this.secrets].find((one) => text.includes(one));
    if (leak !== undefined) this.leaks.push(text.replaceAll(leak, "<secret>").slice(0, 300));
  };

  /** Captures the console of this process, without output, until `end`. */
  begin(): void {
    for (const stream of [process.stdout, process.stderr]) {
      const write = stream.write.bind(stream);
      stream.write = (text: unknown) => (this.note(String(text)), true);
      this.restore.push(() => (stream.write = write));
    }
  }

  end(): void {
    for (const restore of this.restore.splice(0)) restore();
  }

  private guard(secret: string): void {
    const lines = secret.split(/\r?\n/).filter((line) => line.length >= 16 && !line.startsWith("-----"));
    for (const one of [secret, ...lines]) if (one.length >= shortest) this.secrets.add(one);
  }
}

/** Every string in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

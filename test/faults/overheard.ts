import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { secretsOf } from "../../provider/lifecycle/vocabulary/field";

/** Everything that the provider says, in errors and progress, searched for secrets. */

/** Shorter ones occur inside other words. */
const shortest = 8;

export class Overheard {
  readonly leaks: string[] = [];
  private readonly secrets = new Set<string>();

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

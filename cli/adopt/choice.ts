import type { ExistingObject } from "../../provider/lifecycle/vocabulary/definition";
import { anyOf, patternOf, type Pattern } from "../pattern";
import type { TerraformState } from "./terraform";

/** Which objects the options of the command choose. */

interface Patterns {
  /** Patterns on `Type/name`, the name or the type, with `*` and `?`; none: everything. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Chooses the objects of this state only. */
  readonly terraform?: TerraformState | undefined;
}

export class Choice {
  private readonly included: readonly Pattern[];
  private readonly excluded: readonly Pattern[];
  /** How many objects of each type there are to choose from. */
  private readonly types = new Map<string, number>();

  constructor(private readonly patterns: Patterns) {
    this.included = patterns.include.map((text) => patternOf("--include", text));
    this.excluded = patterns.exclude.map((text) => patternOf("--exclude", text));
  }

  /** Whether an object is chosen. */
  takes(found: ExistingObject, title: string): boolean {
    const { type } = found.definition;
    const { terraform } = this.patterns;
    if (terraform && !terraform.holds(found)) return false;
    this.types.set(type, (this.types.get(type) ?? 0) + 1);
    const names = [`${type}/${title}`, title, type];
    const [included, excluded] = [this.included, this.excluded].map((all) => anyOf(all, names)) as [boolean, boolean];
    return (this.included.length === 0 || included) && !excluded;
  }

  /** The patterns that match nothing, and what there is; `undefined` if each matches something. */
  get unmatched(): string | undefined {
    const unused = [...this.included, ...this.excluded].filter(({ isUsed }) => !isUsed);
    if (unused.length === 0) return undefined;
    const options = unused.map(({ option, text }) => `${option} ${JSON.stringify(text)}`).join(", ");
    const counts = [...this.types].map(([type, count]) => `${count} ${type}`).join(", ");
    return (
      `nothing matches ${options}: a pattern is compared with Type/name, name and type, and ` +
      (counts === "" ? "there are no objects" : `there are ${counts}`)
    );
  }

  /** True if nothing can be chosen, because no pattern includes anything. */
  get isVain(): boolean {
    return this.included.length > 0 && !this.included.some(({ isUsed }) => isUsed);
  }
}

import { randomBytes } from "node:crypto";
import type { Bag } from "../../../provider/lifecycle/vocabulary/definition";
import { nameIn } from "./mark";

/** An object that a run makes to try a type. */
export interface Sample {
  readonly type: string;
  /** The types of the objects that it refers to. */
  readonly needs?: readonly string[];
  /** Its inputs. The input that defaults to the resource's name may be left out. */
  inputs(at: Ground): Bag;
  /**
   * Inputs that are updated in place, with their new values, or why there are none. A string that
   * is cleared is undefined.
   */
  readonly change: Bag | ((at: Ground) => Bag) | string;
  /** Inputs that say how it ends: without any rest. Default: none, it is deleted. */
  readonly ending?: Bag;
  /** Why something is left when it was deleted, and a read finds it. Default: nothing is. */
  readonly stays?: string;
  /** True if it is to be tested until it is ready: its inputs are the user's, and work. */
  readonly tested?: true;
}

/** An object of the run. */
export interface Made {
  readonly id: string;
  readonly state: Bag;
}

/** What a sample can refer to. */
export class Ground {
  readonly made = new Map<string, Made>();
  /** A password that no policy refuses, known to nobody. */
  readonly password = secret();
  readonly otherPassword = secret();

  constructor(readonly run: string) {}

  /** A name of this run. */
  name(what: string): string {
    return nameIn(this.run, what);
  }

  id(type: string): string {
    return this.need(type).id;
  }

  output(type: string, key: string): string {
    return String(this.need(type).state[key]);
  }

  private need(type: string): Made {
    const found = this.made.get(type);
    if (!found) throw new Error(`the sample needs ${type}, which its "needs" does not list`);
    return found;
  }
}

function secret(): string {
  return `Pv1-${randomBytes(9).toString("hex")}`;
}

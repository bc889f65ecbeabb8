import type { Predecessor, Resource, Transfer } from "../claims/claim";
import type { Home } from "../evidence/belonging";
import type { Owner } from "../evidence/mark";
import { type Environment, scopeOf } from "../service/scope";
import type { Api, Wire } from "../../api/client";
import type { Witness } from "../evidence/witness";
import type { Stored } from "../service/state";
import type { Checked } from "../values/check";
import type { Difference } from "../values/diff";
import { labelOf } from "../values/label";
import type { Bag, Definition, Scope } from "../vocabulary/definition";

/**
 * What every layer of the lifecycle does for one type, and hands on to the next one. A layer adds
 * one concern and knows no other layer.
 */
export interface Operations {
  /** Validates the inputs of a resource; `olds` are those before, empty for a new one. */
  check(context: Context, olds: Bag, news: Bag): Promise<Checked>;
  /** What an update from the state `olds` to the inputs `news` changes. Throws if it must not be. */
  diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference>;
  /** Creates or takes over an object, and makes it what the inputs say. */
  create(context: Context, inputs: Bag): Promise<Stored>;
  /**
   * What the service has; `undefined` if it no longer has the object. An unknown object has no
   * `state`.
   */
  read(context: Context, id: string, state: Bag): Promise<ReadResult | undefined>;
  update(context: Context, id: string, olds: Bag, inputs: Bag): Promise<Stored>;
  delete(context: Context, id: string, state: Bag): Promise<Outcome>;
}

/** What a refresh records. */
export type ReadResult = Stored & { inputs: Bag };

/** What became of an object that its resource leaves: it ended, was missing, or stays. */
export type Outcome = "ended" | "missing" | "kept";

/** One call about one resource, in plain values, whichever protocol has brought it. */
export interface Context extends Added {
  /** Absent where no program declares one, such as in a command. */
  readonly resource?: Resource | undefined;
  /** What a diff is for. Absent: it is only compared, and nothing is refused. */
  readonly purpose?:
    // The program declares the resource.
    | "plan"
    // What the resource refers to is replaced.
    | "follow"
    | undefined;
  /** False, or absent, for an object that the program only reads. */
  readonly isManaged?: boolean;
  /** This run has taken the object over as it is. */
  readonly isImported?: boolean;
  /** Whether the stack has recorded the option `retainOnDelete`; `undefined` if that is not known. */
  readonly isRetained?: boolean | undefined;
  /** Why the object outlives the resource, whatever its `onDestroy` says: a clause. */
  readonly keeps?: string | undefined;
  /** How long the program lets the operation wait. */
  readonly timeoutSeconds?: number | undefined;
  /** Who is named in the mark of a new object; `undefined` if that cannot be known. */
  readonly owner?: Owner | undefined;
  /** The stack of the call. Absent: whose an object is does not matter. */
  readonly home?: Home | undefined;
}

/** What one layer tells those below it. */
interface Added {
  /** By the layer `claimed`: what the other resources mean for a new object. */
  readonly witnessFor?: (known: Bag, standing: readonly string[]) => Witness;
  /** By the layer `claimed`: the objects that a new one replaces. */
  readonly predecessors?: readonly Predecessor[];
  /** By the layer `claimed`: notes that an object has given a value to its replacement. */
  readonly gave?: Transfer["gave"];
  /** By the layer `claimed`, for the words about an object that ends. */
  readonly ends?: { readonly isReplaced: boolean; readonly isContainerKept: boolean };
  /** By the layer `located`: the service and the domain, as an entry of a state. */
  readonly service?: Bag;
  /** By the layer `located`: nothing is waited for. */
  readonly isImpatient?: boolean;
  /** By the layer `recognized`: what it has read of an object answers the first read. */
  readonly knowing?: (api: Api) => Api;
  /**
   * By the layer `recognized`: throws if an update must not change the object; returns what its
   * state records of that.
   */
  readonly confirm?: (scope: Scope, record: Wire) => Promise<Bag>;
}

/** What one operation works with. */
export function scopeFor(
  definition: Definition,
  environment: Environment,
  context: Context,
  inputs: Bag,
  id?: string,
): Scope {
  const label = labelFor(definition, context, inputs, id);
  const scope = scopeOf(definition, environment, { inputs, label, timeoutSeconds: context.timeoutSeconds });
  return { ...scope, pauses: context.isImpatient ? [] : scope.pauses };
}

/** What a layer above has added. Without it, its protection would be missing: nobody may act. */
export function addedTo<Name extends keyof Added>(context: Added, name: Name): NonNullable<Added[Name]> {
  const added = context[name];
  if (added === undefined) throw new Error(`no layer has added "${name}" to the call`);
  return added;
}

/** What messages call the object of a call. */
export const labelFor = (definition: Definition, { resource }: Context, properties: Bag, id?: string): string =>
  labelOf(definition, properties, () => resource?.name || undefined, id);

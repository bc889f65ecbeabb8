import type { Coordination } from "../claims/ledger";
import { Explained } from "./explained";
import type { Context, Operations, Outcome } from "../reconciler/operations";
import { Reconciler } from "../reconciler/reconciler";
import { withLocalDefaults } from "../service/state";
import type { Difference } from "../values/diff";
import type { Bag, Definition } from "../vocabulary/definition";
import { Claimed } from "./claimed";
import { Guarded } from "./guarded";
import { Layer, type Runtime } from "./layer";
import { Located } from "./located";
import { Recognized } from "./recognized";

/** A state that an import has made lacks what only a program says: its defaults count. */
class Completed extends Layer {
  override diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference> {
    return super.diff(context, id, withLocalDefaults(this.definition, olds), news);
  }

  override delete(context: Context, id: string, state: Bag): Promise<Outcome> {
    return super.delete(context, id, withLocalDefaults(this.definition, state));
  }
}

/** From the outermost to the innermost; docs/architecture.md has the reasons for the order. */
const layers = [Completed, Explained, Claimed, Guarded, Located, Recognized];

/** The lifecycle of one type: the layers over the reconciler. */
export const lifecycleOf = (definition: Definition, runtime: () => Runtime, coordination: Coordination): Operations =>
  layers.reduceRight<Operations>(
    (next, Of) => new Of(definition, runtime, coordination, next),
    new Reconciler(definition, runtime),
  );

import type { Coordination } from "../claims/ledger";
import { Guarded } from "./guarded";
import { Recognized } from "./recognized";
import type { Context, Operations, Outcome } from "../reconciler/operations";
import { Reconciler } from "../reconciler/reconciler";
import { withLocalDefaults } from "../service/state";
import type { Difference } from "../values/diff";
import type { Bag, Definition } from "../vocabulary/definition";
import { Claimed } from "./claimed";
import { Explained } from "./explained";
import { Layer, type Runtime } from "./layer";
import { Located } from "./located";

/**
 * The lifecycle of one type: five layers over the reconciler, behind one that completes states. A
 * call passes them from the first to the last; what it returns or throws, from the last to the
 * first.
 *
 * 1. `explained`: whatever the others throw, the user reads a sentence.
 * 2. `claimed`: what goes on as another resource's is neither refused nor asked for. A replacement
 *    counts as planned once all others have allowed it.
 * 3. `guarded`: a run that has failed ends no key, whether or not the service responds.
 * 4. `located`: on another service, a mark proves nothing.
 * 5. `recognized`: whose the object is, is read right before it changes or ends.
 *
 * A diff is refused on the way back, by the innermost layer first. The mark that it reads is a
 * first look: update and delete read it again, after `located`.
 */
export function lifecycleOf(definition: Definition, runtime: () => Runtime, coordination?: Coordination): Operations {
  const recognized = new Recognized(definition, runtime, new Reconciler(definition, runtime));
  const located = new Located(definition, runtime, recognized);
  const guarded = new Guarded(definition, runtime, coordination ?? {}, located);
  const claimed = coordination ? new Claimed(definition, runtime, coordination, guarded) : guarded;
  const explained = new Explained(definition, runtime, coordination, claimed);
  return new Completed(definition, runtime, explained);
}

/** A state that an import has made lacks what only a program says: its defaults count. */
class Completed extends Layer {
  override diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference> {
    return super.diff(context, id, withLocalDefaults(this.definition, olds), news);
  }

  override delete(context: Context, id: string, state: Bag): Promise<Outcome> {
    return super.delete(context, id, withLocalDefaults(this.definition, state));
  }
}

import type { Coordination } from "../claims/coordination";
import type { Operations } from "../reconciler/operations";
import { Reconciler } from "../reconciler/reconciler";
import { withLocalDefaults } from "../service/state";
import type { Definition } from "../vocabulary/definition";
import { Claimed } from "./claimed";
import { Explained } from "./explained";
import { Guarded } from "./guarded";
import type { Runtime } from "./layer";
import { Located } from "./located";
import { Recognized } from "./recognized";

/**
 * The lifecycle of one type: five layers over the reconciler. A call passes them from the first to
 * the last; what it returns or throws, from the last to the first.
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
export function lifecycleOf(definition: Definition, session: () => Runtime, coordination?: Coordination): Operations {
  const recognized = new Recognized(definition, session, new Reconciler(definition, session));
  const located = new Located(definition, session, recognized);
  const guarded = new Guarded(definition, session, coordination ?? {}, located);
  const claimed = coordination ? new Claimed(definition, session, coordination, guarded) : guarded;
  return completed(definition, new Explained(definition, session, coordination, claimed));
}

/** A state that an import has made lacks what only a program says: its defaults count. */
function completed(definition: Definition, next: Operations): Operations {
  return {
    check: (context, olds, news) => next.check(context, olds, news),
    diff: (context, id, olds, news) => next.diff(context, id, withLocalDefaults(definition, olds), news),
    create: (context, inputs) => next.create(context, inputs),
    read: (context, id, state) => next.read(context, id, state),
    update: (context, id, olds, inputs) => next.update(context, id, olds, inputs),
    delete: (context, id, state) => next.delete(context, id, withLocalDefaults(definition, state)),
  };
}

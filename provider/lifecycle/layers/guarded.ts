import { objectOf } from "../claims/claim";
import { isRefreshedIn, claimantsIn, otherHolderIn } from "../claims/folds";
import { labelIn } from "../claims/ownership";
import { refuseShrinking } from "../guards/coverage";
import { refuseImported, refuseReplacement, refuseUnmeant, type Replacement } from "../guards/replacement";
import { refuseUnfamiliar } from "../guards/unfamiliar";
import { losses } from "../reconciler/adoption";
import type { Context, Outcome } from "../reconciler/operations";
import type { Difference } from "../values/diff";
import type { Bag } from "../vocabulary/definition";
import { Layer } from "./layer";
import { ResourceError } from "../vocabulary/failure";
import { isUnreadable } from "../vocabulary/field";
import { mayEndKeys } from "../service/keyEnds";

/** Refuses a plan, or a delete, by which somebody would lose what nobody meant to give up. */
export class Guarded extends Layer {
  override async diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference> {
    const difference = await this.next.diff(context, id, olds, news);
    const { ledger, optionHint } = this.coordination;
    const replacement: Replacement = {
      label: this.label(context, olds, id),
      olds,
      news,
      difference,
      wasRetained: context.isRetained,
      holderOf: (type, other) => claimantsIn(ledger.at(type, other)).find(({ name }) => name !== "")?.name,
      optionHint,
    };
    if (context.purpose === "plan") await this.refusePlan(context, id, replacement);
    if (context.purpose === "follow") refuseUnmeant(this.definition, replacement);
    return difference;
  }

  /** Refuses to end key material in a run that must not, and what nothing tells how to end. */
  override delete(context: Context, id: string, state: Bag): Promise<Outcome> {
    const { definition, coordination } = this;
    const refused = (why: string) =>
      new ResourceError(`deleting ${this.label(context, state, id)} was refused: ${why}`);
    if (isUnreadable(definition, state)) throw refused(unreadable);
    const why = mayEndKeys(definition, state) ? coordination.keepsKeys?.() : undefined;
    if (why !== undefined) throw refused(why);
    return this.next.delete(context, id, state);
  }

  private async refusePlan(context: Context, id: string, replacement: Replacement): Promise<void> {
    const { definition, runtime } = this;
    const { olds, news, difference } = replacement;
    refuseImported(replacement, context.isImported ? losses(definition, olds, news) : []);
    refuseUnfamiliar(definition, replacement);
    if (difference.replaces.length > 0) return refuseReplacement(definition, runtime(), id, replacement);
    const { ledger } = this.coordination;
    const { resource, home } = context;
    await refuseShrinking(definition, runtime(), {
      ...replacement,
      id,
      changed: difference.changed,
      home,
      isRefreshed: resource !== undefined && isRefreshedIn(ledger.by(resource)),
      holderOf: (type, other) => labelIn(otherHolderIn(ledger.at(type, other, olds))),
      vacate: (type, other, why) => ledger.notes.leaveOutside(objectOf(type, other, olds).key, why),
    });
  }
}

const unreadable =
  "its state has a value of `onDestroy` that this version of the provider does not know, or cannot read. Nothing was " +
  "changed. Use the version that wrote the state, or set `onDestroy` in the program and run `pulumi up` first.";

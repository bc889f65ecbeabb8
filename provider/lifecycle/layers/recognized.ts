import { refuseUnconfirmed, withConfirmation } from "../evidence/belonging";
import { recognized, refuseReplaced } from "../evidence/recognition";
import type { Context, Outcome } from "../reconciler/operations";
import type { Stored } from "../service/state";
import type { Difference } from "../values/diff";
import { optionsOf } from "../values/options";
import type { Bag } from "../vocabulary/definition";
import { Layer } from "./layer";

/** No stack changes, replaces or ends what another one has made: an object's mark is read before. */
export class Recognized extends Layer {
  override async diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference> {
    const plain = await this.next.diff(context, id, olds, news);
    if (context.purpose !== "plan") return plain;
    const { home } = context;
    const difference = withConfirmation(plain, { id, state: olds, adopt: news.adopt, home });
    if (difference.replaces.length === 0 || optionsOf(news).retains) return difference;
    const question = { id, state: olds, tried: `replacing ${this.label(context, olds, id)}`, home };
    await refuseReplaced(this.definition, this.scope(context, olds, id), question);
    return difference;
  }

  override update(context: Context, id: string, olds: Bag, inputs: Bag): Promise<Stored> {
    const { home } = context;
    const question = { id, state: olds, tried: `updating ${this.label(context, inputs, id)}`, home };
    const confirm: Context["confirm"] = (scope, record) => refuseUnconfirmed(this.definition, scope, record, question);
    return this.next.update({ ...context, confirm }, id, olds, inputs);
  }

  override async delete(context: Context, id: string, state: Bag): Promise<Outcome> {
    const scope = this.scope(context, state, id);
    const question = { id, state, tried: `deleting ${scope.label}`, home: context.home };
    const knowing = await recognized(this.definition, scope, question);
    return this.next.delete({ ...context, knowing }, id, state);
  }
}

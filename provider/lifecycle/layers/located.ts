import type { Api } from "../../api/client";
import { ifFound } from "../../api/errors";
import type { Context, ReadResult, Outcome } from "../reconciler/operations";
import type { Stored } from "../service/state";
import { isContained } from "../service/keyEnds";
import type { Difference } from "../values/diff";
import type { Bag, Definition } from "../vocabulary/definition";
import { needsOf } from "../vocabulary/field";
import { itemPath } from "../vocabulary/record";
import { serviceKey } from "../vocabulary/hiddenKeys";
import { Layer } from "./layer";
import type { Missing, Presence } from "./presence";

/**
 * An object is changed only on the service that has it, and leaves the state only when that service
 * no longer has it.
 */
export class Located extends Layer {
  override async diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference> {
    const difference = await this.next.diff(context, id, olds, news);
    if (context.purpose !== "plan") return difference;
    const presence = this.presence();
    presence?.note(olds[serviceKey]);
    if (difference.changes)
      await presence?.verifyPlanned(`changing ${this.label(context, olds, id)}`, olds[serviceKey]);
    return difference;
  }

  override async create(context: Context, inputs: Bag): Promise<Stored> {
    const presence = this.presence();
    await presence?.verifyHome(`creating ${this.label(context, inputs)}`);
    return this.next.create({ ...context, service: (await presence?.inState()) ?? {} }, inputs);
  }

  override async read(context: Context, id: string, state: Bag): Promise<ReadResult | undefined> {
    const presence = this.presence();
    if (!presence) return this.next.read(context, id, state);
    const found = await presence.look(() => this.found(presence, context, id, state), keysOf(this.definition));
    if (!found) {
      // Whoever looks an object up reports it.
      if (Object.keys(state).length > 0) await this.forget(presence, context, { verb: "reading", id, state });
      return undefined;
    }
    // Earlier versions did not store it.
    if (context.isManaged && found.state[serviceKey] === undefined)
      Object.assign(found.state, await presence.inState());
    return found;
  }

  override async update(context: Context, id: string, olds: Bag, inputs: Bag): Promise<Stored> {
    await this.presence()?.verify(`updating ${this.label(context, inputs, id)}`, olds[serviceKey]);
    return this.next.update(context, id, olds, inputs);
  }

  override async delete(context: Context, id: string, state: Bag): Promise<Outcome> {
    const presence = this.presence();
    if (!presence) return this.next.delete(context, id, state);
    const { label, progress } = this.scope(context, state, id);
    if (await presence.isLeftBehind(id, state[serviceKey])) {
      progress(`${label} is on the service that the stack has left: nothing was deleted here`);
      return "kept";
    }
    await presence.verify(`deleting ${label}`, state[serviceKey]);
    const outcome = await this.next.delete(context, id, state);
    if (outcome === "ended") presence.seen();
    if (outcome === "missing") await this.forget(presence, context, { verb: "deleting", id, state });
    return outcome;
  }

  /** Objects made on this machine, and events, exist in no service. */
  private presence(): Presence | undefined {
    return this.definition.path === "" || this.definition.action ? undefined : this.runtime().presence;
  }

  private async found(presence: Presence, context: Context, id: string, state: Bag): Promise<ReadResult | undefined> {
    if (await presence.isLeftBehind(id, state[serviceKey])) return undefined;
    return (await this.isOutOfSight(presence, context, id, state)) ? undefined : this.next.read(context, id, state);
  }

  /** Once one object was waited for in vain, the others in its container are looked for only once. */
  private async isOutOfSight(presence: Presence, context: Context, id: string, state: Bag): Promise<boolean> {
    if (!presence.knowsLost(containersOf(this.definition, state).map(({ label }) => label))) return false;
    if (await this.next.read({ ...context, isImpatient: true }, id, state)) return false;
    return (await lostContainer(this.definition, this.scope(context, state, id).api, state)) !== undefined;
  }

  /** Throws unless a missing object may leave the state. */
  private async forget(
    presence: Presence,
    context: Context,
    { verb, id, state }: { verb: string; id: string; state: Bag },
  ): Promise<void> {
    const { definition } = this;
    const { label, api } = this.scope(context, state, id);
    const missing: Missing = {
      collection: keysOf(definition),
      remembered: state[serviceKey],
      lostContainer: () => lostContainer(definition, api, state),
    };
    await presence.gone(`${verb} ${label}`, label, missing);
  }
}

/**
 * The collection of a key: keys of one kind do not vanish together, however many other objects are
 * found.
 */
const keysOf = ({ role, path }: Definition): string | undefined => (role === "key" ? path : undefined);

/** The label of a container to which an object with this state belongs, and which is missing, too. */
export async function lostContainer(definition: Definition, api: Api, state: Bag): Promise<string | undefined> {
  for (const { path, label } of containersOf(definition, state)) if (!(await ifFound(api.get(path)))) return label;
  return undefined;
}

/** The containers, and what else lies in one, that an object with this state belongs to. */
function containersOf(definition: Definition, state: Bag): { path: string; label: string }[] {
  return needsOf(definition).flatMap(([key, needed]) => {
    const id = state[key];
    if (typeof id !== "string" || !isContained(needed)) return [];
    return [{ path: itemPath(needed, id), label: `${needed.type} "${id}"` }];
  });
}

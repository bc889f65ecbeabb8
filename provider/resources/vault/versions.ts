import { segment, type Api, type Wire } from "../../api/client";
import { counted } from "../../api/counted";
import { ApiError, ifFound, unproven } from "../../api/errors";
import { idIn } from "../../api/responses";
import { deleteTogether } from "../../api/several";
import { patient } from "../../lifecycle/service/look";
import { isConfirmed } from "../../lifecycle/service/state";
import type { Bag, Scope } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { oneMore } from "../oneMore";

/** A kind of objects in the service's own vault. */
interface Kind {
  readonly type: string;
  /** What messages call an object. */
  readonly noun: string;
}

/** Versions of the objects of one kind: each has an id of its own, and all of one have its name. */
export class Versions {
  constructor(
    /** Of the collection. */
    readonly path: string,
    private readonly kind: Kind,
  ) {}

  readonly item = (id: string): string => `${this.path.replace(/\/$/, "")}/${segment(id)}`;

  /** The list of all versions, by the record of one of them. */
  readonly listOf = (version: Wire): string => `${this.item(idIn(version))}/versions/`;

  /** All versions. A list without the one that it was read by is that of another object. */
  async all(api: Api, own: Wire): Promise<Wire[]> {
    const mine = (await api.list(this.listOf(own))).filter((one) => one.name === own.name);
    return mine.some((one) => one.id === own.id) ? mine : [own];
  }

  /**
   * The newest version, in a list that shows our own as well. An object of the same name that
   * somebody made after ours was deleted is in no such list.
   */
  readonly newest = async (api: Api, id: string, state: Bag): Promise<Wire> => {
    const { name } = state;
    const called = typeof name === "string" ? await api.list(this.path, { name }) : [];
    const listed = called.find((one) => one.id === id);
    const own = listed ?? (await this.own(api, id, state));
    return newestAmong(listed ? called : await this.all(api, own), own);
  };

  /** Makes a version; a lost response makes no second one. */
  add(
    scope: Pick<Scope, "api" | "pause" | "pauses">,
    newest: Wire,
    post: (path: string) => Promise<Wire>,
  ): Promise<Wire> {
    const path = this.listOf(newest);
    const make = async () => {
      const made = await post(path);
      if (made.name === newest.name) return made;
      throw unproven("is about another object");
    };
    return oneMore(scope, () => scope.api.list(path), make);
  }

  /**
   * Deletes all versions. The resource's id is that of one of them: it is deleted last, so that an
   * interrupted destroy can be repeated.
   */
  readonly remove = async (scope: Scope, id: string, state: Bag): Promise<void> => {
    const { api } = scope;
    const own = await api.get(this.item(id));
    const all = await this.all(api, own);
    // A list may lack the newest version, which the state knows. A node that lags behind lacks it for a while.
    const { currentId } = state;
    if (typeof currentId === "string" && !all.some((one) => one.id === currentId)) {
      const path = this.item(currentId);
      const newest = await ifFound(patient(scope, (asked) => asked === path, state).get(path));
      if (newest?.name === own.name) all.push(newest!);
    }
    const kept = all.length > 1 && all.find((one) => one.undeletable === true);
    if (kept) throw this.undeletable(kept);
    const others = new Set(all.map((one) => idIn(one)).filter((one) => one !== id));
    await deleteTogether(api, [...others].map(this.item), this.item(id));
    const left = others.size === 0 ? [] : (await this.all(api, own)).filter((one) => one.id !== id);
    for (const one of left) await api.refuseHeld(this.item(idIn(one)));
    if (left.length > 0)
      throw new ResourceError(
        `deleting ${this.kind.type} "${String(own.name)}" failed: ${counted(left.length, "other version")} could not be deleted. Run the same command again.`,
      );
    await api.delete(this.item(id));
  };

  /**
   * The resource's own version, or the last that was reached from it: somebody may have deleted the
   * first alone.
   */
  private async own(api: Api, id: string, state: Bag): Promise<Wire> {
    const { currentId: last } = state;
    const own = await ifFound(api.get(this.item(id)));
    const isKnown = typeof last === "string" && last !== id && isConfirmed(state);
    return own ?? (isKnown ? await ifFound(api.get(this.item(last))) : undefined) ?? (await api.get(this.item(id)));
  }

  /** As the service itself refuses it, before any other version has ended. */
  private undeletable({ id, name, version }: Wire): ApiError {
    const text = `version ${String(version)} of the ${this.kind.noun} "${String(name)}" is undeletable, and no version was deleted`;
    const advice =
      'Make that version deletable in the service, or set onDestroy to "retain" and run `pulumi up` first.';
    return new ApiError(text, { kind: "forbidden", call: `DELETE ${this.item(String(id))}`, advice });
  }
}

const newestAmong = (records: readonly Wire[], own: Wire): Wire =>
  records
    .filter((one) => one.name === own.name)
    .reduce<Wire>((a, b) => (Number(b.version) >= Number(a.version) ? b : a), own);

export const keyVersions = new Versions("/vault/keys2/", { type: "VaultKey", noun: "key" });

/** That versions of secrets behave as those of keys is inferred. */
export const secretVersions = new Versions("/vault/secrets", { type: "VaultSecret", noun: "secret" });

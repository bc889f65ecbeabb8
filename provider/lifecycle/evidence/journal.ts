import type { Wire } from "../../api/client";
import type { Definition, Scope } from "../vocabulary/definition";
import { fieldsWhere } from "../vocabulary/field";
import { otherwise, type Hidden } from "./hidden";
import { madeSince } from "./justMade";
import { look } from "../service/look";
import type { Marker } from "./mark";
import { isRecent, isRecentTime } from "./occupants";
import { idOf } from "../vocabulary/paths";

/** One create that this machine has sent, as it is noted. */
export interface Attempt {
  /** When it was sent, by the service's clock. */
  readonly asked: number;
  /** The object that it made; absent while no response has told. */
  readonly id?: string;
  /** A digest of what no response shows. */
  readonly hidden?: string;
}

/** Where this machine notes the creates of one resource, until Pulumi has recorded the object. */
export interface Journal {
  read(): readonly Attempt[];
  /** Never fails: what could not be noted is not found again. */
  write(attempts: readonly Attempt[]): Promise<void>;
}

/** No create is processed as late as this after it was sent: two minutes. */
const underWay = 2 * 60_000;

/** An object that an earlier run of the same resource made. */
export interface Left {
  record: Wire;
  /** What it was made with otherwise, and no response shows, as text; `undefined` if with the same. */
  unshown: string | undefined;
}

/**
 * The creates of an object that carries no mark. An earlier run may have ended before Pulumi
 * recorded the object: it is then the one whose id was noted; or, if that run had no response, the
 * only one that was made while its create was under way and is as it was described.
 */
export class Attempts {
  private readonly earlier: readonly Attempt[];
  private noted: readonly Attempt[];

  constructor(
    private readonly definition: Definition,
    private readonly hidden: Hidden,
    private readonly journal: Journal | undefined,
  ) {
    this.noted = this.earlier = journal?.read() ?? [];
  }

  /** Notes a create before it is sent. */
  async begin(asked: number): Promise<void> {
    await this.note([...this.noted, { asked, hidden: this.hidden.digest }]);
  }

  /** Notes that the last create made nothing. */
  async end(): Promise<void> {
    await this.note(this.noted.slice(0, -1));
  }

  /** Notes the object that the resource has from now on. */
  async made(record: Wire, asked: number): Promise<void> {
    await this.note([{ asked, id: idOf(this.definition, record), hidden: this.hidden.digest }]);
  }

  /**
   * What an earlier run has left. `strangers` conflict with the object, and no resource of the
   * stack has them; `isFree` tells whether none has an id.
   */
  async left(scope: Scope, strangers: readonly Wire[], isFree: (id: string) => boolean): Promise<Left | undefined> {
    if (this.earlier.length === 0 || returnsOnce(this.definition)) return undefined;
    const now = await scope.api.time();
    for (const attempt of this.earlier.filter(({ asked }) => isRecentTime(asked, now))) {
      if (attempt.id !== undefined && !isFree(attempt.id)) continue;
      const record = await this.madeBy(attempt, scope, strangers);
      if (record) return { record, unshown: otherwise(this.hidden, attempt.hidden) };
    }
    return undefined;
  }

  private async madeBy({ asked, id }: Attempt, scope: Scope, strangers: readonly Wire[]): Promise<Wire | undefined> {
    // Not every type's objects can be found by what must be unique.
    if (id !== undefined) return look(this.definition, scope, id, {}, scope.inputs);
    return madeSince(this.definition, scope, strangers, asked, asked + underWay);
  }

  private async note(attempts: readonly Attempt[]): Promise<void> {
    if (!this.journal) return;
    this.noted = attempts;
    await this.journal.write(attempts);
  }
}

/** A part that is lost cannot be taken over. */
const returnsOnce = (definition: Definition): boolean =>
  fieldsWhere(definition, ({ seen }) => seen === "once").length > 0;

interface Findings {
  marker: Marker;
  attempts: Attempts;
  /** Objects that conflict with the described one. */
  found: readonly Wire[];
  /** Whether no resource of the stack has the object with this id. */
  isFree(id: string): boolean;
}

/** What an earlier run of the same resource made recently and the stack does not know. */
export async function leftByEarlierRun(
  definition: Definition,
  scope: Scope,
  { found, isFree, marker, attempts }: Findings,
): Promise<Left | undefined> {
  const strangers = found.filter((one) => isFree(idOf(definition, one)));
  const made = strangers.filter((one) => marker.originOf(one) === "earlierRun");
  if (made.length > 0) {
    const now = await scope.api.time();
    const record = made.find((one) => isRecent(one, now));
    return record && { record, unshown: marker.otherwiseIn(record) };
  }
  const unmarked = strangers.filter((one) => marker.originOf(one) === "unknown");
  return attempts.left(scope, unmarked, isFree);
}

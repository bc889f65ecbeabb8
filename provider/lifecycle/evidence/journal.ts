import type { Wire } from "../../api/client";
import type { Definition, Scope } from "../vocabulary/definition";
import { fieldsWhere } from "../vocabulary/field";
import { idOf } from "../vocabulary/record";
import { isRecent } from "./comparison";
import type { Hidden } from "./mark";

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

/** The creates of an object that carries no mark. A run may end before Pulumi records the object. */
export class Attempts {
  private readonly earlier: readonly Attempt[];
  private noted: readonly Attempt[];

  constructor(
    private readonly definition: Definition,
    readonly hidden: Hidden,
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

  /** Creates of earlier runs within the last day, the first one first. */
  async recent(scope: Scope): Promise<readonly Attempt[]> {
    if (this.earlier.length === 0 || returnsOnce(this.definition)) return [];
    const now = await scope.api.time();
    return this.earlier.filter(({ asked }) => isRecent(asked, now));
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

import { createApi, type Api } from "../../provider/api/client";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { InitializationError, ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { Lifecycle } from "../boundLifecycle";
import { SharedReads } from "../../provider/api/sharedReads";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { busyClouds } from "../../provider/resources/clouds";
import { allDefinitions } from "../../provider/resources/load";
import type { Injector } from "./injector";
import type { Phase } from "./kinds";
import { textsIn, type Overheard } from "./overheard";
import type { Site } from "./site";
import { Presence } from "../../provider/lifecycle/layers/presence";

/**
 * A user with a stack of one resource, who follows Pulumi and the messages until everything is as
 * wanted.
 */

/** Longer than any effect of a fault, in milliseconds of the service's clock. */
const aWhile = 120_000;
/** How often a user retries the same once nothing is wrong any more. */
const patience = 3;
/** Longer than all waits of a life together. */
const longestLife = 12 * 3_600_000;

/** What a user saw that must not be, or that is counted. */
export interface Notes {
  failures: string[];
  unusable: string[];
  lost: string[];
  adopted: string[];
}

export class User {
  readonly notes: Notes = { failures: [], unusable: [], lost: [], adopted: [] };
  id: string | undefined;
  state: Bag = {};
  /** True once the provider would have waited longer than any life takes. */
  hangs = false;
  /** Whether a destroy follows on what a lagging node has not seen, instead of a refresh. */
  isHasty = false;
  private others: ReadonlySet<string> = new Set();
  /** Arguments that a message has asked for. */
  private advised: Bag = {};
  /** Whether a message has asked for `--refresh`. */
  private mustRefresh = false;
  private readonly deadline: number;
  /** Every string of a state. */
  readonly strings = new Set<string>();

  constructor(
    private readonly site: Site,
    private readonly definition: Definition,
    private readonly injector: Pick<Injector, "enter" | "isStorm" | "isLagging" | "send">,
    private readonly heard: Overheard,
    private readonly name = "subject",
    /** Whether a string of the state identifies another object. */
    private readonly isForeign: (text: string) => boolean = () => false,
    private readonly stack = "test",
  ) {
    this.deadline = site.clock.now() + longestLife;
  }

  /**
   * `up` for a resource that does not exist yet, until it does. `others` are the ids that its
   * collection already has.
   */
  async create(inputs: Bag, others: ReadonlySet<string>): Promise<void> {
    this.others = others;
    await this.persist("create", (lifecycle) => this.up(lifecycle, inputs));
  }

  async read(): Promise<Bag> {
    let inputs: Bag = {};
    await this.persist("read", async (lifecycle) => {
      // By itself, and as one of many, which share lists.
      for (const reader of [lifecycle, this.process(0).lifecycle]) {
        const seen = await reader.read(this.id!, this.state);
        if (!seen) return void this.notes.lost.push("a look took the object for gone");
        this.take(seen.id, seen.state);
        inputs = seen.inputs;
      }
    });
    return inputs;
  }

  async update(inputs: Bag): Promise<void> {
    await this.persist("update", (lifecycle) => this.up(lifecycle, inputs));
  }

  async delete(): Promise<void> {
    await this.persist("delete", async (lifecycle) => {
      if (this.mustRefresh) await this.refresh(lifecycle);
      if (this.id !== undefined) await lifecycle.delete(this.id, this.state);
    });
  }

  /** The changes in the next preview, in words. */
  async differences(inputs: Bag): Promise<readonly string[]> {
    const { lifecycle } = this.process();
    const known = lifecycle.diff(this.state, inputs);
    const seen = await lifecycle.read(this.id!, this.state);
    if (!seen) {
      this.notes.lost.push("the object is not there");
      return [];
    }
    this.take(seen.id, seen.state);
    const { changes, changed } = lifecycle.diff(this.state, inputs);
    if (!changes) return [];
    return [`${known.changes ? "the next preview" : "only a preview with --refresh"} names ${changed.join(", ")}`];
  }

  private async up(lifecycle: Lifecycle, inputs: Bag): Promise<void> {
    if (this.mustRefresh) await this.refresh(lifecycle);
    if (this.id !== undefined) {
      const { state } = await this.keeping(lifecycle.update(this.id, this.state, inputs));
      return this.take(this.id, state);
    }
    try {
      const made = await this.keeping(lifecycle.create({ ...inputs, ...this.advised }));
      this.take(made.id, made.state);
    } catch (error) {
      this.advised = await this.heeded(error, inputs);
      throw error;
    }
  }

  /**
   * `--refresh`, if a message asks for it: Pulumi forgets objects that the provider reports as
   * gone.
   */
  private async refresh(lifecycle: Lifecycle): Promise<void> {
    const seen = await lifecycle.read(this.id!, this.state);
    this.mustRefresh = false;
    if (seen) this.take(seen.id, seen.state);
    else this.id = undefined;
  }

  /** Pulumi keeps the object of a failed initialization. */
  private async keeping<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      if (error instanceof InitializationError) this.take(error.id, error.properties);
      throw error;
    });
  }

  /** As it is read back from Pulumi's state file. */
  private take(id: string, state: Bag): void {
    if (id === "" || /undefined|null|\[object/.test(id)) this.notes.unusable.push(`the id is "${id}"`);
    this.id = id;
    this.state = JSON.parse(JSON.stringify(state)) as Bag;
    // An id may be a part of another, and of a cloud's name.
    const strings = new Set([id, ...textsIn(this.state)].flatMap((text) => [text, ...text.split("/")]));
    for (const one of strings) this.strings.add(one);
    const foreign = [...strings].filter(this.isForeign);
    if (foreign.length > 0) this.notes.lost.push(`the state names another object: ${foreign.join(", ")}`);
  }

  /** The phase with its faults; then, with nothing wrong any more, the same again until it succeeds. */
  private async persist(phase: Phase, work: (lifecycle: Lifecycle) => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      this.injector.enter(attempt === 0 ? phase : undefined);
      try {
        await work(this.process().lifecycle);
        break;
      } catch (error) {
        this.judge(phase, error);
        this.injector.enter(undefined);
        if (attempt >= patience || this.hangs || this.injector.isStorm) throw error;
        await this.site.advance(aWhile);
      }
    }
    if (this.isInHaste) return;
    if (this.injector.isLagging && phase !== "delete") await this.refreshAtOnce(phase);
    this.injector.enter(undefined);
    await this.site.advance(aWhile);
  }

  get isInHaste(): boolean {
    return this.isHasty && this.injector.isLagging;
  }

  private async refreshAtOnce(phase: Phase): Promise<void> {
    try {
      const seen = await this.process().lifecycle.read(this.id!, this.state);
      if (seen) this.take(seen.id, seen.state);
      else this.notes.lost.push(`a refresh right after the ${phase} took the object for gone`);
    } catch (error) {
      this.judge(phase, error);
    }
  }

  /** Whatever went wrong: the message must say what to do. */
  private judge(phase: Phase, error: unknown): void {
    if (this.hangs || this.injector.isStorm) return;
    const message = error instanceof Error ? error.message : String(error);
    this.heard.note(message);
    this.notes.failures.push(`${phase}: ${message}`);
    this.mustRefresh = this.id !== undefined && message.includes("--refresh");
    if (!isUsable(error, message)) this.notes.unusable.push(message);
  }

  /**
   * The arguments that a message asks for. If it asks whether the object exists, the user looks it
   * up.
   */
  private async heeded(error: unknown, inputs: Bag): Promise<Bag> {
    const message = error instanceof Error ? error.message : "";
    const named = /adopt: "([^"<>]+)"/.exec(message)?.[1];
    if (named !== undefined) return this.adopting(named, "the message names it");
    if (!message.includes('adopt: "<its id>"')) return {};
    this.injector.enter(undefined);
    await this.site.advance(aWhile);
    const found = (await this.look(inputs)).filter((id) => !this.others.has(id));
    return found.length === 1 ? this.adopting(found[0]!, "the user looked for it") : {};
  }

  /** The ids of the collection in which a message asks to look. */
  async look(inputs: Bag): Promise<string[]> {
    const { api } = this.process();
    const { existing, listing } = this.definition;
    // If the type leaves it to the program, the program decides.
    const path = this.definition.path === "/" ? (inputs.path as string) : this.definition.path;
    const id = this.definition.id ?? (inputs.idField as string | undefined) ?? "id";
    const list = existing?.list;
    const within = listing?.within;
    const looked = within
      ? within.list(api, String(inputs[within.input]))
      : typeof list === "function"
        ? list(api, [])
        : api.list(path);
    return (await looked.catch(() => [])).map((one) => String(one[id]));
  }

  private adopting(id: string, how: string): Bag {
    this.notes.adopted.push(how);
    return { adopt: id };
  }

  /** Each command of Pulumi starts a provider process of its own, which logs in again. */
  private process(patience?: number): { lifecycle: Lifecycle; api: Api } {
    const { site, injector, heard } = this;
    const clock = { ...site.clock, sleep: (milliseconds: number) => this.sleep(milliseconds) };
    const plain = createApi(site.settings, { clock, send: injector.send });
    const shared = new SharedReads(plain, clock, patience);
    const api = shared.watching(plain);
    const presence = new Presence(api, clock, site.settings);
    const surroundings = {
      api,
      presence,
      shared,
      clock,
      stop: new AbortController().signal,
      busy: busyClouds,
      types: allDefinitions,
      lagSeconds: site.settings.clusterLagSeconds,
      log: heard.note,
    };
    const self = { urn: `urn:${this.definition.type}`, name: this.name };
    const backend = "0123456789ab";
    const stack = { organization: "organization", project: "faults", stack: this.stack };
    const name = `organization/faults/${this.stack}/${this.definition.type}/${this.name}`;
    const company = {
      ledger: new Ledger(),
      self: () => self,
      isManaged: () => true,
      owner: () => ({ name, backend }),
      home: () => ({ stack, backend, isFile: false, former: [] }),
    };
    return { api, lifecycle: new Lifecycle(this.definition, () => surroundings, company) };
  }

  private async sleep(milliseconds: number): Promise<void> {
    this.hangs ||= this.site.clock.now() + milliseconds > this.deadline;
    if (this.hangs) throw new Error("the provider waits without an end");
    await this.site.advance(milliseconds);
  }
}

const advice =
  /\b(Run|run|Check|check|Correct|Look|Give|Grant|Enable|Revert|Try|Set|set|[Tt]ake|[Cc]hoose|Add|add|Remove|Renew|Restore|log in)\b/;
const raw = /undefined|\[object|TypeError|Cannot read|is not a function|is not iterable|NaN\b/;

function isUsable(error: unknown, message: string): boolean {
  return error instanceof ResourceError && advice.test(message) && !raw.test(message);
}

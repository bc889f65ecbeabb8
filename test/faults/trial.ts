import type { Stored } from "../../emulator/core/record";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { fixtures } from "../lifecycle/fixtures";
import { Bystander, recorded, rowsOf, type Rows } from "./bystander";
import { bystanderOf } from "./differing";
import { Injector, type Sent } from "./injector";
import { textOf, type Fault, type Phase } from "./kinds";
import { Overheard } from "./overheard";
import { hashOf } from "./random";
import type { Site } from "./site";
import type { Subject } from "./subjects";
import { User, type Notes } from "./user";

/** The life of one resource: without a fault, for its requests and records, and then with faults. */

/** What a run with faults is compared with. */
export interface Calm {
  readonly sent: Readonly<Record<Phase, readonly Sent[]>>;
  readonly requests: number;
  readonly worlds: Readonly<Record<Phase, World>>;
  /** Every string of the states. */
  readonly strings: ReadonlySet<string>;
  /** What changes in the bystander by itself. */
  readonly unrest: ReadonlySet<string>;
}

/** How many records there are of each kind and in each state. */
type World = ReadonlyMap<string, number>;

/** What a life is made of. */
interface Life {
  readonly user: User;
  readonly heard: Overheard;
  readonly outcome: Outcome;
  readonly bystander: Bystander;
  /** Looks at all records after a phase. */
  readonly see: (phase: Phase) => void;
  /** Whether the delete follows the create. */
  readonly isShort: boolean;
}

/** The outcome of a run, in the words of the page. */
export interface Outcome extends Notes {
  readonly type: string;
  readonly faults: readonly Fault[];
  /** Faults that occurred: a second one may come too late. */
  readonly struck: number;
  duplicates: string[];
  orphans: string[];
  leaks: string[];
  storms: string[];
  hangs: string[];
}

/** Milliseconds of real time after which a run counts as hanging. */
const realLimit = 60_000;
/** Waits go on during an outage, for ten minutes, and retry. */
const outagePolls = 600;

export const violations = ["duplicates", "orphans", "lost", "leaks", "unusable", "storms", "hangs"] as const;

export const isViolation = (outcome: Outcome): boolean => violations.some((one) => outcome[one].length > 0);

export class Trial {
  /**
   * By what was like in the run but is no fault: a destroy after the create, requests that were
   * made beside its own.
   */
  private readonly calms = new Map<string, Calm>();
  /** Ids that the collection has before: the same in every run. */
  private others: ReadonlySet<string> | undefined;

  private constructor(
    private readonly site: Site,
    private readonly subject: Subject,
    private readonly args: Bag,
    /** Where a run begins: with the bystander, or as it is about to be made. */
    private readonly begin: Readonly<Record<"beside" | "alone", () => Promise<Bystander>>>,
  ) {}

  /**
   * Creates what a resource of the type refers to, a bystander, and runs its life once without a
   * fault.
   */
  static async of(site: Site, subject: Subject): Promise<Trial> {
    await site.rig.control("POST", "/reset");
    const args = { ...(await fixtures[subject.definition.type]!.args(site.rig)), ...subject.args };
    const before = rowsOf(site.records());
    const others = await bystanderOf(site.rig, subject, args);
    const start = () => {
      const back = site.checkpoint();
      const rows = [...rowsOf(site.records())].filter(([key]) => !before.has(key));
      return async () => {
        await back();
        return new Bystander(site, recording, rows, !subject.definition.action);
      };
    };
    const alone = start();
    const recording = await recorded(site, subject, others);
    const trial = new Trial(site, subject, args, { alone, beside: start() });
    await trial.calmOf([]);
    return trial;
  }

  /** The requests of each phase when nothing is wrong. */
  get sent(): Calm["sent"] {
    return this.calms.get("")!.sent;
  }

  async run(faults: readonly Fault[]): Promise<Outcome> {
    const calm = await this.calmOf(faults);
    const { outcome } = await this.once(faults, calm);
    return outcome;
  }

  private async calmOf(faults: readonly Fault[]): Promise<Calm> {
    const alike = faults.filter((one) => isExchange(one) || isShort(one));
    const name = alike.map(textOf).join("+");
    const known = this.calms.get(name);
    if (known) return known;
    const { outcome, calm } = await this.once(alike, undefined);
    if (outcome.failures.length > 0 || isViolation(outcome))
      throw new Error(`${this.subject.name} does not live without faults: ${JSON.stringify(outcome, undefined, 2)}`);
    this.calms.set(name, calm);
    return calm;
  }

  private async once(faults: readonly Fault[], calm: Calm | undefined): Promise<{ outcome: Outcome; calm: Calm }> {
    const { site } = this;
    const { name, definition } = this.subject;
    const bystander = await this.begin[faults.some(isExchange) ? "alone" : "beside"]();
    const isMade = (fault: Fault) => hashOf(`${name} ${textOf(fault)}`) % 2 === 0;
    const draw = <T>(fault: Fault, forms: readonly T[]) => forms[hashOf(`${textOf(fault)} ${name}`) % forms.length]!;
    // All retries of a call, six times, and a user's own: no correct run comes near.
    const polls = faults.some(({ kind }) => kind === "outage") ? outagePolls : 0;
    const mostRequests = calm ? 10 * calm.requests + 30 + polls : Infinity;
    const injector = new Injector(site, { faults, isCalm: !calm, isMade, draw, mostRequests }, bystander);
    const heard = new Overheard(site.settings.password!);
    const isForeign = (text: string) => calm !== undefined && bystander.ids.has(text) && !calm.strings.has(text);
    const user = new User(site, definition, injector, heard, "subject", isForeign);
    user.isHasty = faults.some(({ kind }) => kind === "lag-destroy");
    const outcome: Outcome = {
      type: name,
      faults,
      struck: 0,
      ...user.notes,
      duplicates: [],
      orphans: [],
      leaks: heard.leaks,
      storms: [],
      hangs: [],
    };
    const worlds: Partial<Record<Phase, World>> = {};
    const unrest = new Set<string>();
    const see = (phase: Phase) => {
      const rows = rowsOf(site.records());
      worlds[phase] = worldOf(rows, bystander);
      for (const what of bystander.changes(rows)) {
        if (!calm) unrest.add(what);
        else if (!calm.unrest.has(what)) outcome.lost.push(`after ${phase}: the bystander's ${what}`);
      }
      if (calm) compare(phase, worlds[phase], calm.worlds[phase], outcome);
    };
    const life = { user, heard, outcome, bystander, see, isShort: faults.some(isShort) };
    await this.observed(outcome, () => this.live(life));
    if (injector.isStorm) outcome.storms.push(`more than ${mostRequests} requests`);
    if (user.hangs) outcome.hangs.push("the provider waits without an end");
    return {
      outcome: { ...outcome, struck: injector.struck.length },
      calm: {
        sent: injector.sent,
        requests: injector.requests,
        worlds: worlds as Calm["worlds"],
        strings: user.strings,
        unrest,
      },
    };
  }

  /** Ensures that the run ends, and that every rejection is handled. */
  private async observed(outcome: Outcome, live: () => Promise<void>): Promise<void> {
    const stray = (reason: unknown) => outcome.unusable.push(`unhandled: ${String(reason)}`);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        outcome.hangs.push("the run did not end");
        reject(new Error("the run did not end"));
      }, realLimit);
    });
    process.on("unhandledRejection", stray);
    try {
      await Promise.race([live(), limit]);
    } catch (error) {
      outcome.unusable.push(`it never succeeded: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      clearTimeout(timer);
      process.off("unhandledRejection", stray);
    }
  }

  private async live(life: Life): Promise<void> {
    const { user, heard, bystander, see } = life;
    const { args } = this;
    const { definition } = this.subject;
    const wanted = this.inputs(args);
    heard.guardAll(definition, wanted);
    this.others ??= new Set(await user.look(wanted));
    await user.create(wanted, new Set([...this.others, ...bystander.ids]));
    heard.guardAll(definition, user.state);
    if (!life.isShort) await this.keep(life, wanted);
    await user.delete();
    see("delete");
  }

  /** From the create to the delete. */
  private async keep({ user, heard, outcome, see }: Life, wanted: Bag): Promise<void> {
    see("create");
    await user.read();
    see("read");
    const next = this.changed(wanted);
    heard.guardAll(this.subject.definition, next);
    if (next !== wanted) await user.update(next);
    if (user.isInHaste) return;
    outcome.lost.push(...(await user.differences(next)).map((what) => `after the update ${what}`));
    see("update");
  }

  private inputs(args: Bag, olds: Bag = {}): Bag {
    const { inputs, failures } = this.site.rig.lifecycle(this.subject.definition).check(olds, args);
    if (failures.length > 0) throw new Error(JSON.stringify(failures));
    return inputs;
  }

  private changed(wanted: Bag): Bag {
    const { definition, args } = this.subject;
    const { change } = fixtures[definition.type]!;
    return "waived" in change ? wanted : this.inputs({ ...this.args, ...change, ...args }, wanted);
  }
}

/** The stack is destroyed right after it was created. */
const isShort = ({ phase, kind }: Fault): boolean => phase === "create" && kind === "lag-destroy";
const isExchange = ({ kind }: Fault): boolean => kind === "exchanged";

/** More than without faults are duplicates, or orphans once all is deleted; fewer are lost. */
function compare(phase: Phase, world: World, expected: World, outcome: Outcome): void {
  const surplus = phase === "delete" ? outcome.orphans : outcome.duplicates;
  for (const what of new Set([...world.keys(), ...expected.keys()])) {
    const more = (world.get(what) ?? 0) - (expected.get(what) ?? 0);
    if (more > 0) surplus.push(`after ${phase}: ${more} more ${what}`);
    if (more < 0) outcome.lost.push(`after ${phase}: ${-more} fewer ${what}`);
  }
}

/** Fields that say whether an object is active. */
const tells = /^(.*state|status|enabled|.*deleted|gone|blocked|archived|deletion_date|deletiondate)$/i;

/** Records never change. */
const described = new WeakMap<Stored, string>();

function worldOf(rows: Rows, bystander: Bystander): World {
  const world = new Map<string, number>();
  for (const [key, one] of rows) {
    if (bystander.has(key)) continue;
    const what = described.get(one) ?? [key.split(" ")[0], ...statesIn(one)].join(" ");
    described.set(one, what);
    world.set(what, (world.get(what) ?? 0) + 1);
  }
  return world;
}

function statesIn(record: object, depth = 0): string[] {
  return Object.entries(record as Record<string, unknown>).flatMap(([key, value]) => {
    if (typeof value === "object" && value !== null) return depth < 4 ? statesIn(value, depth + 1) : [];
    if (!tells.test(key)) return [];
    return [`${key}=${String(value).replace(/\d{4}-\d\d-\d\dT.*/, "<time>")}`];
  });
}

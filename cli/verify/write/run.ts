import type { Settings } from "../../../provider/api/settings";
import { ResourceError } from "../../../provider/lifecycle/vocabulary/failure";
import { idOf } from "../../../provider/lifecycle/vocabulary/record";
import { definitionOf } from "../../../provider/resources/load";
import type { Entry } from "../report";
import type { CloudsGiven } from "./clouds/file";
import { brought, samplesWith } from "./clouds/samples";
import { versionOf } from "../run";
import { domainDefinition } from "./domain";
import { cleaning, holderOf, openHome, said, type Home } from "./home";
import { inventory, isLeft, type Inventory, type Item } from "./inventory";
import { Life, StepError, type Site } from "./life";
import { newRun } from "./mark";
import { Book } from "./outcome";
import { inReverse, removeItem } from "./removal";
import { Ground, type Sample } from "./sample";
import { withNeeds } from "./samples";
import { reasonsWith } from "./clouds/untried";
import { Sessions, type SessionOptions } from "./sessions";

export interface WriteOptions extends SessionOptions {
  readonly settings: Settings;
  /** Name of the domain to work in: a new one, or one that is empty. */
  readonly domain: string;
  /** Systems that may be used, and how they are reached. */
  readonly clouds?: CloudsGiven;
  /** Only these types; absent: all. */
  readonly types?: readonly string[];
  /** Ends the run early: what it made is removed as ever. */
  readonly stop: AbortSignal;
}

type Progress = (text: string) => void;

export interface Written {
  /** Version of the service; "unknown" if it does not tell. */
  readonly service: string;
  readonly entries: Entry[];
}

/**
 * Tries the whole life of every type that needs no cloud, or one that is given, and removes what it
 * made.
 */
export async function runWrite(options: WriteOptions, progress: Progress): Promise<Written> {
  const wanted = wantedSamples(options);
  const sessions = new Sessions(options.settings, options);
  try {
    const ground = new Ground(newRun());
    const service = await versionOf(sessions.root().api);
    const home = await openHome(sessions, ground, options.domain, progress);
    const book = new Book(progress);
    const shared: Shared = { ground, book, lives: [], options, progress };
    const siteWith = async (stop?: AbortSignal): Promise<Site> => ({
      ...(await sessions.inside(home.domain, stop)),
      run: ground.run,
      log: progress,
    });
    try {
      await new Trial(wanted, await siteWith(options.stop), shared).all();
    } finally {
      await tidied(options.domain, async () => new Ending(home, await siteWith(), shared).all());
    }
    for (const [type, why] of Object.entries(reasonsWith(options.clouds)))
      if (!book.outcomeOf(type)) book.leaveOut(type, why);
    const { types } = options;
    const entries = book.entries.filter(({ name }) => types === undefined || types.includes(name));
    return { service, entries };
  } finally {
    await sessions.close();
  }
}

/** Throws, before anything is made, if there is nothing to try. */
function wantedSamples({ clouds = {}, types }: WriteOptions): readonly Sample[] {
  const wanted = withNeeds(samplesWith(clouds), types);
  if (wanted.length > 0) return wanted;
  const whysOf = reasonsWith(clouds);
  const whys = types!.map((type) => `${type} (${whysOf[type] ?? "only reading tries it"})`).join(", ");
  throw new ResourceError(
    `verifying was refused: none of --types can be tried: ${whys}. Give --with a file that names the cloud, see ` +
      `docs/verify.md, or leave --types out. Nothing was sent.`,
  );
}

/** What the parts of a run share. */
interface Shared {
  readonly ground: Ground;
  readonly book: Book;
  /** In the order in which they began. */
  readonly lives: Life[];
  readonly options: WriteOptions;
  readonly progress: Progress;
}

/** Creates, reads and updates an object of each type. One that fails does not stop the others. */
class Trial {
  constructor(
    private readonly wanted: readonly Sample[],
    private readonly site: Site,
    private readonly shared: Shared,
  ) {}

  async all(): Promise<void> {
    const { book, progress } = this.shared;
    for (const [index, sample] of this.wanted.entries()) {
      await this.begin(sample);
      progress(`[${index + 1}/${this.wanted.length}] ${sample.type}: ${book.outcomeOf(sample.type)}`);
    }
  }

  private async begin(sample: Sample): Promise<void> {
    const { type, needs = [] } = sample;
    const { book, ground, lives } = this.shared;
    const missing = needs.find((one) => !ground.made.has(one));
    if (this.isStopped) return book.leaveOut(type, interrupted);
    if (missing !== undefined) return book.leaveOut(type, `it needs ${missing}, which could not be made`);
    const definition = definitionOf(type);
    const life = new Life(definition, sample, ground, this.site);
    lives.push(life);
    try {
      await life.begin();
      book.add(type, life.differences());
    } catch (error) {
      if (this.isStopped) return book.leaveOut(type, interrupted);
      book.add(type, life.differences());
      await book.addFailure(definition, this.site.api, error);
    }
  }

  private get isStopped(): boolean {
    return this.shared.options.stop.aborted;
  }
}

const interrupted = "the run was interrupted";

/** Removes everything, in reverse order; one that cannot be removed does not stop the others. */
class Ending {
  constructor(
    private readonly home: Home,
    private readonly site: Site,
    private readonly shared: Shared,
  ) {}

  async all(): Promise<void> {
    const { lives, progress } = this.shared;
    progress("Removing what was made.");
    await this.sweep((item) => this.isOwn(item) && !this.isHeld(item.id));
    for (const life of [...lives].reverse()) await this.end(life, this.site);
    await this.sweep((item) => this.isOwn(item) || this.isHeld(item.id));
    await this.endHome();
  }

  private async end(life: Life, site: Site): Promise<void> {
    const { book } = this.shared;
    try {
      await life.end(site);
      book.add(life.definition.type, life.differences());
    } catch (error) {
      await book.addFailure(life.definition, site.api, error);
    }
  }

  /** By its own mark or name, or added by the service itself along with an object of the run. */
  private isOwn({ definition: { type }, run, below }: Item): boolean {
    return run === this.site.run || (below === this.site.run && brought.includes(type));
  }

  /** True for an object that one of the lives made, and has not deleted. */
  private isHeld(id: string): boolean {
    return this.shared.lives.some((life) => life.id === id);
  }

  /**
   * First what is of this run and not known: the response was lost, or the service added it to an
   * object of the run. At the end also what could not be deleted. What others have added through a
   * connection of the run is not its own.
   */
  private async sweep(isMeant: (item: Item) => boolean): Promise<void> {
    const { book } = this.shared;
    const { items } = await this.look();
    for (const item of inReverse(items.filter(isMeant))) {
      try {
        await removeItem(item, this.site);
      } catch (error) {
        await book.addFailure(item.definition, this.site.api, new StepError("delete", error));
      }
    }
  }

  private async endHome(): Promise<void> {
    const { own } = this.home;
    const { book, options, progress } = this.shared;
    const { type } = domainDefinition;
    // Taken right before the domain is deleted: whatever is in it keeps it.
    const held = await this.look();
    if (!own) {
      book.leaveOut(type, "the domain existed already");
      return this.nameLeft({ ...held, items: held.items.filter(isLeft) });
    }
    const holder = holderOf(held);
    if (holder === undefined) return this.end(own.life, own.site);
    book.add(type, [{ where: "delete", what: "not deleted, because it is not empty" }]);
    progress(
      `The domain "${options.domain}" was not deleted: it has ${holder}. Once the reason is gone, run  ${cleaning(options.domain)}.`,
    );
  }

  /** Of a domain that stays. */
  private nameLeft(left: Inventory): void {
    const { book, options, progress } = this.shared;
    const holder = holderOf(left);
    if (holder === undefined) return;
    for (const { type } of left.unseen) {
      if (book.outcomeOf(type) !== undefined)
        book.add(type, [{ where: "delete", what: "not known to be complete: the list failed" }]);
    }
    progress(
      `The domain "${options.domain}" is not clean: it has ${holder}. Once the reason is gone, run  ${cleaning(options.domain)}.`,
    );
  }

  private look() {
    return inventory(this.site.api, idOf(domainDefinition, this.home.domain));
  }
}

/** Whatever keeps a run from removing what it made, a later command can. */
async function tidied(domain: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new ResourceError(
      `removing what was made failed: ${said(error)}. Run  ${cleaning(domain)}  to remove what is left.`,
      { cause: error },
    );
  }
}

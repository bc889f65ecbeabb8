import { systemClock, type Stop } from "../api/clock";
import { createApi, type Api } from "../api/client";
import { isAway } from "../api/errors";
import { printableLines } from "../api/printable";
import { readSettings, type SettingName, type Settings } from "../api/settings";
import { SharedReads } from "../api/sharedReads";
import { unconfirmed } from "../lifecycle/evidence/belonging";
import { Waves } from "../lifecycle/service/waves";
import { onlyHolderIn } from "../lifecycle/claims/folds";
import { Ledger, type Coordination } from "../lifecycle/claims/ledger";
import { Prerequisites } from "../lifecycle/service/readiness";
import type { Bag, Failure } from "../lifecycle/vocabulary/definition";
import type { Difference } from "../lifecycle/values/diff";
import { explain, InitializationError, ResourceError } from "../lifecycle/vocabulary/failure";
import type { Runtime } from "../lifecycle/layers/layer";
import { lifecycleOf } from "../lifecycle/layers/lifecycle";
import { optionsOf } from "../lifecycle/values/options";
import { hasUnknown } from "../lifecycle/vocabulary/schema";
import { withGivenName, type Stored } from "../lifecycle/service/state";
import { busyClouds } from "../resources/clouds";
import { allDefinitions, definitionOf } from "../resources/load";
import { Caller } from "./caller";
import { nameIn, type ProviderCall } from "./calls";
import type { Listener } from "./overheard";
import { Shutdown } from "./shutdown";
import { engineOf, RunLog } from "./runLog";
import { Journals } from "./journals";
import { homeOf } from "./owner";
import { Run } from "./run";
import type { Context } from "../lifecycle/reconciler/operations";
import { Presence } from "../lifecycle/layers/presence";

/** How one of Pulumi's protocols differs from the other. */
export interface Protocol {
  /** A setting of the stack, or of an explicit provider. */
  setting(name: SettingName): string | undefined;
  /** Shows a line to the user. */
  log(text: string): void;
  /** True in a process that an engine has started, whatever its arguments say. */
  readonly isStarted?: boolean;
  /** Starts to overhear what calls do not tell. Absent: they tell everything. */
  overhear?(listener: Listener): void;
  /** True if an owner cannot be told without the organization, which only a program knows. */
  needsOrganization?(): boolean;
  /** How programs look up or take over an object by its id. */
  readonly byId: string;
  readonly optionHint?: Coordination["optionHint"];
  /** How programs repeat the option `retainOnDelete`, where they do. */
  readonly retention?: string;
}

/**
 * One resource type, whichever protocol drives it. Properties have none of what belongs to a
 * protocol.
 */
export interface Driven {
  /** `wrong` is what the protocol itself does not accept. */
  check(
    call: ProviderCall,
    olds: Bag,
    news: Bag,
    wrong?: readonly Failure[],
  ): Promise<{ inputs: Bag; failures: Failure[] }>;
  diff(call: ProviderCall, id: string, olds: Bag, news: Bag): Promise<Difference>;
  create(call: ProviderCall, inputs: Bag): Promise<Stored>;
  update(call: ProviderCall, id: string, olds: Bag, news: Bag): Promise<Stored>;
  /**
   * `undefined` when the service no longer has the object. Without `inputs`, those that Pulumi has
   * stay as they are.
   */
  read(call: ProviderCall, id: string, state: Bag): Promise<(Stored & { inputs?: Bag }) | undefined>;
  delete(call: ProviderCall, id: string, state: Bag): Promise<void>;
}

/**
 * What all resources of a provider process share: one session, what is known of the stack, and one
 * end.
 */
export class Host {
  readonly ending = new Shutdown();
  private readonly ledger: Ledger;
  private readonly run: Run;
  private readonly journals: Journals | undefined;
  private readonly caller = new Caller();
  private readonly coordination: Coordination;
  private known: Runtime | undefined;
  private configured: Settings | undefined;
  private loggedIn: Promise<boolean> | undefined;

  constructor(private readonly protocol: Protocol) {
    const engine = engineOf(process.argv, protocol.isStarted);
    const log = RunLog.ofEngine(engine);
    this.ledger = new Ledger(log);
    this.run = new Run(log);
    this.journals = Journals.ofEngine(engine);
    this.coordination = {
      ledger: this.ledger,
      keepsKeys: () => this.run.keepsKeys(),
      journal: (urn, service) => this.journals?.of(urn, service),
      optionHint: protocol.optionHint,
    };
    protocol.overhear?.({ canceled: () => this.ending.cancel(), called: (urn) => this.caller.learn(urn) });
  }

  /** The client of this process, for what only reads. */
  get api(): Api {
    return this.runtime().api;
  }

  drive(type: string): Driven {
    const definition = definitionOf(type);
    const { caller, run } = this;
    const lifecycle = lifecycleOf(definition, () => this.runtime(), this.coordination);
    return this.counted(type, {
      check: async (call, olds, news, wrong = []) => {
        run.begin();
        caller.declare(call, olds, news);
        const { inputs, failures } = await lifecycle.check(this.context(call, news), olds, news);
        return { inputs, failures: [...wrong, ...failures].map(withoutValue) };
      },
      diff: async (call, id, olds, news) => {
        const purpose = this.purposeOf(call, news);
        const context: Context = { ...this.context(call, news), purpose, isRetained: caller.isRetained(call) };
        const difference = await lifecycle.diff(context, id, olds, news);
        if (purpose) caller.refuseUnnamed(type, call, difference);
        caller.tellChanges(call, difference, news);
        return difference;
      },
      create: (call, inputs) => lifecycle.create(this.context(call, inputs), inputs),
      update: (call, id, olds, news) => lifecycle.update(this.context(call, news), id, olds, news),
      read: async (call, id, state) => {
        caller.noteRead(call, state);
        const context = { ...this.context(call, state), isManaged: caller.isManaged(call) };
        const found = await lifecycle.read(context, id, state);
        const before = () => withGivenName(definition, state, { ...state });
        if (found) return { ...found, inputs: caller.inputsFound(call, found.inputs, before) };
        // A refresh has the object's state, and removes it. Without a state, a program relies on the object.
        if (Object.keys(state).length > 0) return undefined;
        throw this.notFound(type, id);
      },
      delete: async (call, id, state) => {
        const named = withUrn(call, onlyHolderIn(this.ledger.at(definition, id, state))?.urn);
        // No program has confirmed what `pulumi do` looked up right before.
        const isLookedUp = caller.isImported(call) && !caller.isDeclared(call);
        const context = { ...this.context(named, state), keeps: this.keeps(named) };
        await lifecycle.delete(context, id, isLookedUp ? unconfirmed(state) : state);
      },
    });
  }

  /** The same, which notes that Pulumi has recorded the object that a call is about. */
  private recorded(driven: Driven): Driven {
    const known =
      <A extends unknown[], T>(work: (call: ProviderCall, id: string, ...rest: A) => Promise<T>) =>
      (call: ProviderCall, id: string, ...rest: A) => {
        const urn = call.urn ?? call.recordedUrn;
        if (urn !== undefined) this.journals?.recorded(urn, id);
        return work(call, id, ...rest);
      };
    const { diff, read, update, delete: end } = driven;
    return { ...driven, diff: known(diff), read: known(read), update: known(update), delete: known(end) };
  }

  /**
   * The same, whose failures count in the whole run. A delete that fails leaves nothing undone that
   * another one could harm.
   */
  private counted(type: string, uncounted: Driven): Driven {
    const { run } = this;
    const driven = this.recorded(uncounted);
    const clause = (verb: string, { urn, recordedUrn = urn }: ProviderCall) =>
      `${verb} ${type}${recordedUrn === undefined ? "" : ` ${JSON.stringify(nameIn(urn ?? recordedUrn))}`}`;
    const counting =
      <A extends unknown[], T>(verb: string, work: (call: ProviderCall, ...rest: A) => Promise<T>) =>
      (call: ProviderCall, ...rest: A) =>
        run.attempt(clause(verb, call), () => work(call, ...rest));
    return {
      ...driven,
      check: counting("checking", async (call, olds: Bag, news: Bag, wrong?: readonly Failure[]) => {
        const checked = await driven.check(call, olds, news, wrong);
        if (checked.failures.length > 0) run.fail(clause("checking", call));
        return checked;
      }),
      diff: counting("comparing", driven.diff),
      create: counting("creating", driven.create),
      read: counting("reading", driven.read),
      update: counting("updating", driven.update),
    };
  }

  /**
   * A diff of what the program has declared is a plan; one with unknown values, that of what
   * follows one; that of a refresh, which has read the object before, is only a look. A diff of
   * which nothing is known could be any of them: it counts as a plan, which refuses the most.
   */
  private purposeOf(call: ProviderCall, news: Bag): Context["purpose"] {
    const { caller } = this;
    if (caller.isDeclared(call)) return "plan";
    if (hasUnknown(news)) return "follow";
    return caller.isRead(call) ? undefined : "plan";
  }

  /** Where a program gives the option, Pulumi does not delete: it may repeat it only. */
  private keeps(call: ProviderCall): string | undefined {
    const { retention } = this.protocol;
    return retention && this.caller.isRetained(call) ? `is kept, because ${retention}` : undefined;
  }

  /** What the lifecycle is told of a call, whose properties contain the options of its resource. */
  private context(call: ProviderCall, properties: Bag): Context {
    const { caller, protocol } = this;
    const { urn, organization: known } = caller.home;
    const { organization } = optionsOf(properties);
    const isOwned = organization !== undefined || !protocol.needsOrganization?.();
    const home = homeOf(protocol.overhear ? urn : call.urn, organization ?? known);
    return {
      resource: caller.self(call),
      isImported: caller.isImported(call),
      timeoutSeconds: call.timeoutSeconds,
      owner: isOwned ? caller.owner(call, organization) : undefined,
      home: { ...home, former: this.settings().formerStacks },
    };
  }

  /** The same for every call, once there is a call: before, the configuration is not known. */
  private runtime(): Runtime {
    if (this.known) return this.known;
    const stop = this.ending.stop();
    this.known = {
      ...this.connect(stop),
      clock: systemClock,
      stop: stop.waits,
      busy: busyClouds,
      types: allDefinitions,
      log: (text) => this.protocol.log(printableLines(text)),
      isThere: () => (this.loggedIn ??= this.tryLogin()),
    };
    return this.known;
  }

  private settings(): Settings {
    return (this.configured ??= readSettings((name) => this.protocol.setting(name)));
  }

  private connect(at: Stop): Pick<Runtime, "api" | "presence" | "prerequisites" | "shared" | "waves" | "lagSeconds"> {
    const settings = this.settings();
    const plain = createApi(settings, { stop: at });
    const shared = new SharedReads(plain, systemClock);
    const api = shared.watching(plain);
    const lists = settings.individualReads ? {} : { shared, waves: new Waves(plain) };
    const presence = new Presence(api, systemClock, settings);
    const prerequisites = new Prerequisites(systemClock);
    const { clusterLagSeconds: lagSeconds } = settings;
    return { api, presence, prerequisites, lagSeconds, ...lists };
  }

  /**
   * A preview reports settings and credentials that cannot work before anything is created. A
   * preview without a service remains useful; returns whether there is one.
   */
  private async tryLogin(): Promise<boolean> {
    const { api, log } = this.runtime();
    try {
      await api.logIn();
      return true;
    } catch (error) {
      if (!isAway(error)) throw explain("logging in", error);
      log(
        `warning: ${error.message}. ${error.facts.advice ?? ""} What the program declares was checked without the service.`,
      );
      return false;
    }
  }

  private notFound(type: string, id: string): ResourceError {
    const { byId } = this.protocol;
    return new ResourceError(
      `reading ${type} "${id}" failed: the service has no ${type} with this id. Check the id given to ${byId}: it is the one that the service gives, not that of an external system.`,
    );
  }
}

/** A delete that tells no resource is for the only one that has the object. */
const withUrn = (call: ProviderCall, holder: string | undefined): ProviderCall =>
  call.urn === undefined ? { ...call, urn: holder || undefined } : call;

/**
 * Given a property, Pulumi's engine prints its value beside the reason, secrets too: so the
 * property goes into the message.
 */
function withoutValue({ property, reason }: Failure): Failure {
  return { property: "", reason: property === "" ? reason : `${property}: ${reason}` };
}

/** An error whose texts cannot confuse a terminal. */
export function printableError(error: unknown): Error {
  const shown = error instanceof Error ? error : new Error(String(error));
  shown.message = printableLines(shown.message);
  if (shown instanceof InitializationError) shown.reasons.splice(0, Infinity, shown.message);
  return shown;
}

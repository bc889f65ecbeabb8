import { setFlagsFromString } from "node:v8";
import { systemClock, type Stop } from "../api/clock";
import { createApi, type Api } from "../api/client";
import { isAway } from "../api/errors";
import { printableLines } from "../api/printable";
import { readSettings, type SettingName } from "../api/settings";
import { SharedReads } from "../api/sharedReads";
import type { Bag, Failure } from "../lifecycle/definition";
import type { Difference } from "../lifecycle/diff";
import { explain, InitializationError, ResourceError } from "../lifecycle/failure";
import { Lifecycle, type Stored } from "../lifecycle/lifecycle";
import { Neighbors } from "../lifecycle/neighbors";
import { optionsOf } from "../lifecycle/options";
import { Presence } from "../lifecycle/presence";
import { Prerequisites } from "../lifecycle/prerequisites";
import { hasUnknown } from "../lifecycle/schema";
import type { Company, Surroundings } from "../lifecycle/surroundings";
import { busyClouds } from "../resources/clouds";
import { definitionOf } from "../resources/load";
import { Caller } from "./caller";
import { currentCall } from "./calls";
import { Ending } from "./ending";

// A provider process lives for one command and mostly waits: optimizing its code costs more memory and time than it saves.
setFlagsFromString("--no-opt");

/** How one of Pulumi's protocols differs from the other. */
export interface Protocol {
  /** A setting of the stack, or of an explicit provider. */
  setting(name: SettingName): string | undefined;
  /** Shows a line to the user. */
  log(text: string): void;
  /** Starts to observe the calls of Pulumi's that arrive elsewhere; returns whether that is possible. */
  listen(onCancel: () => void): boolean;
  /** True if an owner cannot be told without the organization, which only a program knows. */
  needsOrganization?(): boolean;
  /** How programs look up or take over an object by its id. */
  readonly byId: string;
  readonly optionHint?: Company["optionHint"];
}

/** One resource type, whichever protocol drives it. Properties have none of what belongs to a protocol. */
export interface Driven {
  check(olds: Bag, news: Bag): Promise<{ inputs: Bag; failures: Failure[] }>;
  diff(id: string, olds: Bag, news: Bag): Promise<Difference>;
  create(inputs: Bag): Promise<Stored>;
  update(id: string, olds: Bag, news: Bag): Promise<Stored>;
  /** `undefined` when the service no longer has the object. */
  read(id: string, state: Bag): Promise<(Stored & { inputs: Bag }) | undefined>;
  delete(id: string, state: Bag): Promise<void>;
}

/** What all resources of a provider process share: one session, what is known of the stack, and one end. */
export class Host {
  readonly ending = new Ending();
  private readonly neighbors = new Neighbors();
  private readonly caller: Caller;
  private known: Surroundings | undefined;
  private loggedIn: Promise<void> | undefined;

  constructor(private readonly protocol: Protocol) {
    this.caller = new Caller(
      this.neighbors,
      protocol.listen(() => this.ending.cancel()),
    );
  }

  /** The client of this process, for what only reads. */
  get api(): Api {
    return this.surroundings().api;
  }

  drive(type: string): Driven {
    const definition = definitionOf(type);
    const { caller } = this;
    const lifecycle = new Lifecycle(definition, () => this.surroundings(), this.company());
    return {
      check: async (olds, news) => {
        const { inputs, failures } = lifecycle.check(olds, news);
        caller.declare();
        const isNew = Object.keys(olds).length === 0;
        if (isNew && failures.length === 0 && definition.path !== "") await (this.loggedIn ??= this.tryLogin());
        return { inputs, failures: failures.map(withoutValue) };
      },
      diff: (id, olds, news) => differenceOf(lifecycle, caller, { id, olds, news }),
      create: (inputs) => {
        caller.isDeclared();
        return lifecycle.create(inputs);
      },
      update: (id, olds, news) => lifecycle.update(id, olds, news),
      read: (id, state) => this.read(lifecycle, type, id, state),
      delete: (id, state) => lifecycle.delete(id, state),
    };
  }

  private company(): Company {
    const { caller, neighbors, protocol } = this;
    return {
      neighbors,
      self: () => caller.self(),
      isManaged: () => caller.isManaged(),
      owner: (inputs) => {
        const { organization } = optionsOf(inputs);
        return organization === undefined && protocol.needsOrganization?.() ? undefined : caller.owner(organization);
      },
      isImported: () => caller.isImported(),
      timeoutSeconds: () => currentCall()?.timeoutSeconds,
      optionHint: protocol.optionHint,
    };
  }

  /** The same for every call, once there is a call: before, the configuration is not known. */
  private surroundings(): Surroundings {
    if (this.known) return this.known;
    const stop = this.ending.stop();
    this.known = {
      ...this.connect(stop),
      clock: systemClock,
      stop: stop.waits,
      busy: busyClouds,
      log: (text) => this.protocol.log(printableLines(text)),
    };
    return this.known;
  }

  private connect(at: Stop): Pick<Surroundings, "api" | "presence" | "prerequisites" | "shared"> {
    const settings = readSettings((name) => this.protocol.setting(name));
    const plain = createApi(settings, { stop: at });
    const shared = new SharedReads(plain, systemClock);
    const api = shared.watching(plain);
    const presence = new Presence(api, systemClock, settings);
    const prerequisites = new Prerequisites(systemClock);
    return { api, presence, prerequisites, shared: settings.individualReads ? undefined : shared };
  }

  /** A preview reports settings and credentials that cannot work before anything is created. A preview without a service remains useful. */
  private async tryLogin(): Promise<void> {
    const { api, log } = this.surroundings();
    try {
      await api.logIn();
    } catch (error) {
      if (!isAway(error)) throw explain("logging in", error);
      log(
        `warning: ${error.message}. ${error.facts.advice ?? ""} What the program declares was checked without the service.`,
      );
    }
  }

  /** The result of a refresh, or of a lookup by id, that finds or misses the object. */
  private async read(lifecycle: Lifecycle, type: string, id: string, state: Bag): ReturnType<Driven["read"]> {
    const { caller } = this;
    caller.noteRead(state);
    const found = await lifecycle.read(id, state);
    if (found) return { ...found, inputs: { ...found.inputs, ...caller.options() } };
    // A refresh has the object's state, and removes it. Without a state, a program relies on the object.
    if (Object.keys(state).length > 0) return undefined;
    throw new ResourceError(
      `reading ${type} "${id}" failed: the service has no ${type} with this id. Check the id given to ${this.protocol.byId}.`,
    );
  }
}

interface Planned {
  id: string;
  olds: Bag;
  news: Bag;
}

/** For a refresh, in which everything is known, what differs; for a plan, also what is refused. */
async function differenceOf(lifecycle: Lifecycle, caller: Caller, { id, olds, news }: Planned): Promise<Difference> {
  const plan = caller.isDeclared() ? "plan" : hasUnknown(news) ? "follow" : undefined;
  const difference = await (plan ? lifecycle[plan](id, olds, news) : lifecycle.compare(olds, news));
  caller.tellChanges(difference, news);
  return difference;
}

/** Given a property, Pulumi's engine prints its value beside the reason, secrets too: so the property goes into the message. */
function withoutValue({ property, reason }: Failure): Failure {
  return { property: "", reason: property === "" ? reason : `${property}: ${reason}` };
}

/** An error whose texts cannot confuse a terminal. */
export function printable(error: unknown): Error {
  const shown = error instanceof Error ? error : new Error(String(error));
  shown.message = printableLines(shown.message);
  if (shown instanceof InitializationError) shown.reasons.splice(0, Infinity, shown.message);
  return shown;
}

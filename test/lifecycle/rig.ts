import { createApi, type Api, type Wire } from "../../provider/api/client";
import { systemClock, type Clock } from "../../provider/api/clock";
import { readSettings } from "../../provider/api/settings";
import { SharedReads } from "../../provider/api/sharedReads";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import type { Prerequisites } from "../../provider/lifecycle/service/readiness";
import { busyClouds } from "../../provider/resources/clouds";
import { allDefinitions, definitionOf } from "../../provider/resources/load";
import { startEmulator, type Emulator } from "../../emulator/index";
import { readFileSync } from "node:fs";
import { Agent, request } from "undici";
import type { Stack as Company } from "../boundLifecycle";

/**
 * A running emulator with what a test needs: the provider's own client, and the control paths.
 * Nothing takes time: the emulator's clock leaps over what calls wait for, and a lifecycle's waits
 * advance it; those of the client take their time.
 */
export interface Rig {
  emulator: Emulator;
  api: Api;
  /**
   * The engine for one resource type, without Pulumi; `ear` hears its requests to the service.
   * Default: it knows of no stack.
   */
  lifecycle(type: string | Definition, clock?: Clock, ear?: (api: Api) => Api, company?: Company): Lifecycle;
  /**
   * Reads that follow share lists, from the first one on, as those of one refresh do; `false`: none
   * does.
   */
  shareReads(isWanted?: boolean): void;
  /** A control path below `/emulator/`. */
  control(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<Bag>;
  /** Advances the emulator's clock. */
  advance(seconds: number): Promise<Bag>;
  /** Transforms each response before the engine sees it; a test may simulate another service. */
  onResponse: (response: Wire) => Wire;
  /** The same for the items of lists that reads share, which may show less. */
  onListed: (item: Wire) => Wire;
  /** What the resources of a provider process share. Default: nothing. */
  prerequisites?: Prerequisites;
  /** The stack, for lifecycles that are made from then on. Default: it is not known. */
  company?: Company;
  /** The provider's output. */
  log: string[];
  /** Resets everything, in a fraction of the time that another start takes. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export async function startRig(
  options: Parameters<typeof startEmulator>[0] = {},
  start: typeof startEmulator = startEmulator,
): Promise<Rig> {
  const emulator = await start({ hurry: true, ...options });
  const { address, username, password, caCertificate } = emulator;
  const settings = readSettings((name) => ({ address, username, password, caCertificate })[name as string], {});
  const api = createApi(settings);
  const agent = new Agent({ connect: { ca: readFileSync(caCertificate) } });
  const log: string[] = [];
  const control: Rig["control"] = async (method, path, body) => {
    const response = await request(`${address}/emulator${path}`, {
      method,
      dispatcher: agent,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return text === "" ? {} : (JSON.parse(text) as Bag);
  };
  let leapt = 0;
  const leaping: Clock = {
    ...systemClock,
    now: () => Date.now() + leapt,
    async sleep(milliseconds) {
      leapt += milliseconds;
      await emulator.advance(milliseconds / 1000);
      // What is waited for may be a response: without this it would never be read, and no limit of a test would be heard.
      await new Promise(setImmediate);
    },
  };
  let shared: SharedReads | undefined;
  const rig: Rig = {
    emulator,
    shareReads(isWanted = true) {
      shared = isWanted ? new SharedReads(heard(api, rig), systemClock, 0) : undefined;
    },
    api,
    onResponse: (response) => response,
    onListed: (item) => item,
    log,
    control,
    advance: (advanceSeconds) => control("POST", "/clock", { advanceSeconds }),
    lifecycle: (type, clock = leaping, ear = (heard) => heard, company = rig.company) => {
      const definition = typeof type === "string" ? definitionOf(type) : type;
      const surroundings = () => ({
        api: ear(shared?.watching(heard(api, rig)) ?? heard(api, rig)),
        shared,
        clock,
        stop: new AbortController().signal,
        busy: busyClouds,
        prerequisites: rig.prerequisites,
        types: allDefinitions,
        log: (text: string) => void log.push(text),
      });
      return new Lifecycle(definition, surroundings, company);
    },
    async renew() {
      await control("POST", "/reset");
      rig.shareReads(false);
      rig.onResponse = (response) => response;
      rig.prerequisites = undefined;
      rig.company = undefined;
      rig.onListed = (item) => item;
      log.length = 0;
    },
    async close() {
      await api.close();
      await agent.close();
      await emulator.close();
    },
  };
  return rig;
}

/** The client, wrapped for the engine. */
function heard(api: Api, rig: Pick<Rig, "onResponse" | "onListed">): Api {
  const hear = (response: Wire) => rig.onResponse(response);
  const hearListed = (item: Wire) => rig.onListed(hear(item));
  return {
    ...api,
    get: async (...call) => hear(await api.get(...call)),
    post: async (...call) => hear(await api.post(...call)),
    patch: async (...call) => hear(await api.patch(...call)),
    replace: async (...call) => hear(await api.replace(...call)),
    list: async (...call) => (await api.list(...call)).map(hear),
    page: async (...call) => {
      const { resources, ...page } = await api.page(...call);
      return { ...page, resources: resources?.map(hearListed) };
    },
  };
}

/** Checks the arguments, fails on any problem, and creates. */
export async function make(rig: Rig, type: string, args: Bag): Promise<{ id: string; state: Bag; inputs: Bag }> {
  const lifecycle = rig.lifecycle(type);
  const { inputs, failures } = lifecycle.check({}, args);
  if (failures.length > 0) throw new Error(`${type}: ${JSON.stringify(failures)}`);
  return { ...(await lifecycle.create(inputs)), inputs };
}

/** Checks the changed arguments, fails on any problem, and updates. */
export async function change(rig: Rig, type: string, made: { id: string; state: Bag; inputs: Bag }, args: Bag) {
  const { inputs, failures } = rig.lifecycle(type).check(made.inputs, { ...made.inputs, ...args });
  if (failures.length > 0) throw new Error(`${type}: ${JSON.stringify(failures)}`);
  return { inputs, ...(await rig.lifecycle(type).update(made.id, made.state, inputs)) };
}

/** A resource of a program, in a run of it; those with the same ledger are in one run. */
export const declared = (type: string, name: string, ledger = new Ledger(), stack = "dev"): Company => ({
  ledger,
  self: () => ({ urn: `urn:pulumi:${stack}::shop::${type}::${name}`, name }),
  isManaged: () => true,
  owner: () => ({ name: `acme/shop/${stack}/${type}/${name}`, backend: "0123456789ab" }),
});

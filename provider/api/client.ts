import { neverStop, systemClock, type Clock, type Stop } from "./clock";
import { ApiError } from "./errors";
import { Exclusion, type Work } from "./exclusion";
import { Holds } from "./holds";
import { serviceIdentity } from "./identity";
import { withErrors, withRetry } from "./retry";
import { withSession } from "./session";
import type { Settings } from "./settings";
import { verbsOver, type Verbs } from "./verbs";
import { transport, type ApiRequest, type Query, type Send, type Wire } from "./transport";
import { serviceVersion } from "./version";

export { pageSize } from "./verbs";
export type { Query, Wire };

/** All that the rest of the provider knows of HTTP: verbs, paths and JSON. */
export interface Api extends Verbs, Pick<Holds, "refuseHeld" | "isApproved"> {
  /** The registered client that is logged in, unless it is a user. */
  readonly clientId?: string;
  /**
   * Runs work while no other request of this process is under way; see {@link Exclusion}. Its
   * requests are those of the room it gets.
   */
  alone<T>(work: Work<T>, wanted: T): Promise<void>;
  /** The service's time, in milliseconds since the epoch: its clock decides what has expired. */
  time(): Promise<number>;
  /** Which service responds, and for which domain; looked up once. See {@link serviceIdentity}. */
  identity(): Promise<string>;
  /** The same, looked up twice: what is kept for good must not hang on one response. */
  confirmedIdentity(): Promise<string>;
  /**
   * Version of the service, such as `2.19.0`; looked up once. `undefined` if it cannot be learned:
   * it never rejects.
   */
  version(): Promise<string | undefined>;
  /**
   * A fact that never changes, such as the name that belongs to an id: looked up once for all
   * operations of this client.
   */
  lasting(fact: string, lookUp: () => Promise<string>): Promise<string>;
  /** Logs in if necessary. */
  logIn(): Promise<void>;
  /** After a client has renewed its own certificate: later logins need the new one. */
  present(certificate: string): void;
  /** Ends idle connections. */
  close(): Promise<void>;
}

export interface ClientOptions {
  clock?: Clock;
  /** Replaces the network, for tests of the layers above it. */
  send?: Send;
  stop?: Stop;
}

/** transport → errors → retry → session → holds → verbs: each layer wraps the one before it. */
export function createApi(settings: Settings, options: ClientOptions = {}): Api {
  const { clock = systemClock, stop = neverStop } = options;
  const wire = options.send
    ? { send: options.send, present: () => {}, lost: () => 0, close: async () => {} }
    : transport(settings, stop.calls, clock);
  const patient = withRetry(withErrors(wire.send), settings, clock, stop.waits);
  const { send, time, facts } = withSession(patient, settings, clock);
  const holds = new Holds(send, clock);
  const checked = withoutStrayPaths(holds.send);
  const exclusion = new Exclusion({ api: verbsOver(checked), lost: wire.lost }, clock, stop.waits);
  const call: Send = (request) => exclusion.pass(() => checked(request));
  const verbs = verbsOver(call);
  const { host } = new URL(settings.address);
  const identityNow = async () => serviceIdentity(host, await facts(), () => verbs.get("/domain"));
  const identity = once(identityNow);
  const confirmedIdentity = once(async () => {
    const [known, again] = [await identity(), await identityNow()];
    if (known === again) return known;
    throw new ApiError("two responses name different domains", { kind: "unanswered", call: "GET /domain" });
  });
  return {
    ...verbs,
    refuseHeld: (path) => holds.refuseHeld(path),
    isApproved: (held) => holds.isApproved(held),
    clientId: settings.clientId,
    alone: (work, wanted) => exclusion.alone(work, wanted),
    time,
    identity,
    confirmedIdentity,
    version: once(() => serviceVersion(call, clock)),
    lasting: onceEach(),
    logIn: async () => void (await facts()),
    present: wire.present,
    close: wire.close,
  };
}

/** Runs the work once for all concurrent callers; after a failure, the next caller runs it again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/** The same for each fact. */
function onceEach(): Api["lasting"] {
  const found = new Map<string, Promise<string>>();
  return (fact, lookUp) => {
    const known = found.get(fact);
    if (known) return known;
    const answer = lookUp();
    found.set(fact, answer);
    answer.catch(() => found.delete(fact));
    return answer;
  };
}

/** A value as one segment of a path: ids may hold `|`, names may hold anything. */
export function segment(value: string): string {
  return encodeURIComponent(value);
}

function withoutStrayPaths(send: Send): Send {
  return async (request) => {
    refuseStrayPath(request);
    return send(request);
  };
}

/**
 * Ids come from responses and from programs: `..` would lead to the collection's parent, an empty
 * one to the collection, `?` or `#` cuts off what follows.
 */
function refuseStrayPath({ method, path }: ApiRequest): void {
  const segments = path.split("/").slice(1);
  const mayEnd = method === "GET" || method === "POST";
  const isStray = (one: string, at: number) =>
    /^(%2e|\.){1,2}$/i.test(one) || (one === "" && !(mayEnd && at === segments.length - 1));
  const isRooted = path.startsWith("/");
  const isCut = /[?#]/.test(path);
  if (isRooted && !isCut && !segments.some(isStray)) return;
  const advice = "Check the id, or the path, that the program or the state gives.";
  const facts = { kind: "badRequest", call: `${method} ${path}`, advice } as const;
  const unfit = isCut ? "the path holds ? or #" : "a segment of the path is not a valid id";
  const wrong = isRooted ? unfit : "the path does not begin with /";
  throw new ApiError(`${wrong}: nothing was sent`, facts);
}

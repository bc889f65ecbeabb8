import {
  CallUnderWay,
  tell,
  type ProviderCall,
  type PropertyDiffClass,
  type ProtocolRequest,
  type ProtocolResponse,
} from "./calls";

/**
 * What Pulumi's host for dynamic providers does not pass on of its calls (see
 * `@pulumi/pulumi/cmd/dynamic-provider`), overheard as they arrive. Nothing that protects an object
 * depends on it: what the host's internals no longer tell, callers do without.
 */

/** Told of every call. */
export interface Listener {
  /**
   * Pulumi cancels: it keeps its plugins out of reach of Ctrl-C, in process groups of their own.
   * Its host responds without doing anything.
   */
  canceled(): void;
  /** There is a call for this resource. */
  called(urn: string): void;
}

interface IdRequest extends ProtocolRequest {
  getId?(): string;
}
type Callback = (error: unknown, response?: ProtocolResponse, ...more: unknown[]) => void;
interface Handler {
  func(call: { request?: IdRequest }, callback: Callback): unknown;
}
interface ServerClass {
  prototype: { _retrieveHandler?(this: unknown, path: string): Handler | null };
}

const hostModule = /@pulumi[\\/]pulumi[\\/]cmd[\\/]dynamic-provider[\\/]index\.js$/;
const protocolModule = /@pulumi[\\/]pulumi[\\/]proto[\\/]provider_pb\.js$/;
const serverModule = /@grpc[\\/]grpc-js[\\/]build[\\/]src[\\/]server\.js$/;
const service = "/pulumirpc.ResourceProvider/";
const methods = ["Check", "Diff", "Create", "Read", "Update", "Delete"] as const;
type Method = (typeof methods)[number];

interface Heard {
  readonly method: Method;
  readonly request: IdRequest;
  readonly call: CallUnderWay;
}

/** True in a process of Pulumi's host for dynamic providers; tests load this code elsewhere. */
export function isInHost(): boolean {
  return fileOf(hostModule) !== undefined;
}

/** What was overheard in this process. */
export class Overheard {
  private readonly underWay = new Set<Heard>();
  private listener: Listener | undefined;
  /** The delete whose id was asked for last. */
  private asked: IdRequest | undefined;

  /** Starts to listen, as far as that is possible. */
  listen(listener: Listener): void {
    this.listener = listener;
    this.listenToDeletes();
    const { Server } = loaded<{ Server?: ServerClass }>(serverModule);
    const retrieve = Server?.prototype._retrieveHandler;
    if (!Server || typeof retrieve !== "function") return;
    const attended = (handler: Handler, method: Method) => this.attended(handler, method);
    Server.prototype._retrieveHandler = function (path) {
      const handler = retrieve.call(this, path);
      if (path === `${service}Cancel`) listener.canceled();
      const method = methods.find((name) => path === service + name);
      return handler && method ? attended(handler, method) : handler;
    };
  }

  /**
   * The call of this kind that is under way for the resource, or the object; `undefined` if none,
   * or more than one, was overheard.
   */
  call(method: Method, { urn, id }: { urn?: string | undefined; id?: string }): ProviderCall | undefined {
    const isAsked = (one: Heard) =>
      one.method === method &&
      (id === undefined || one.request.getId?.() === id) &&
      (urn === undefined || one.call.urn === urn);
    const [first, ...others] = [...this.underWay].filter(isAsked);
    return others.length === 0 ? first?.call : undefined;
  }

  /**
   * The delete of this object that the host is passing on at this moment: it asks for its id right
   * before.
   */
  passedOn(id: string): ProviderCall | undefined {
    const request = this.asked?.getId?.() === id ? this.asked : undefined;
    this.asked = undefined;
    const urn = request?.getUrn?.();
    if (urn === undefined) return undefined;
    this.listener?.called(urn);
    return new CallUnderWay(urn, request);
  }

  /** A delete may be the call that loads this package: it has arrived before anybody listens. */
  private listenToDeletes(): void {
    const { DeleteRequest: kind } = loaded<{ DeleteRequest?: { prototype: IdRequest } }>(protocolModule);
    const getId = kind?.prototype.getId;
    if (!kind || typeof getId !== "function") return;
    const note = (request: IdRequest) => void (this.asked = request);
    kind.prototype.getId = function (this: IdRequest) {
      note(this);
      return getId.call(this);
    };
  }

  /** The handler, whose calls can be found while they are under way. */
  private attended(handler: Handler, method: Method): Handler {
    if (typeof handler.func !== "function") return handler;
    return {
      ...handler,
      func: (arrived, callback) => {
        const { request } = arrived;
        const urn = request?.getUrn?.();
        if (!request || typeof urn !== "string") return handler.func(arrived, callback);
        this.listener?.called(urn);
        const one: Heard = { method, request, call: new CallUnderWay(urn, request) };
        this.underWay.add(one);
        const finish: Callback = (error, response, ...more) => {
          this.underWay.delete(one);
          if (response) tellOf(response, one.call);
          one.call.end();
          callback(error, response, ...more);
        };
        return handler.func(arrived, finish);
      },
    };
  }
}

/** Whatever the host's classes are like, its response is sent. */
function tellOf(response: ProtocolResponse, { changes }: ProviderCall): void {
  try {
    tell(response, changes, loaded<{ PropertyDiff?: PropertyDiffClass }>(protocolModule).PropertyDiff);
  } catch {
    // A preview shows less.
  }
}

function fileOf(name: RegExp): string | undefined {
  return Object.keys(require.cache).find((one) => name.test(one));
}

/** The module as the host has loaded it, from wherever it is installed. */
function loaded<T extends object>(name: RegExp): Partial<T> {
  const file = fileOf(name);
  return (file === undefined ? {} : require.cache[file]!.exports) as Partial<T>;
}

/**
 * What Pulumi's calls carry, and its host for dynamic providers keeps to itself (see `@pulumi/pulumi/cmd/dynamic-provider`):
 * which resource a call is for, whether an update was canceled, and which inputs differ in a diff. This listens
 * to the calls as they arrive. If the host's internals differ from what is known, none of it is available and callers
 * must do without. The plugin, whose calls arrive here by themselves, uses {@link attend}.
 */

/** One call of Pulumi's. */
export interface Call {
  /** URN of the resource, such as `urn:pulumi:dev::shop::…AwsKey::orders`. */
  readonly urn: string;
  /** The inputs that Pulumi has for it, if the call contains them. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** How long the program lets the operation wait, if it says so. */
  readonly timeoutSeconds?: number;
  /** Set by a diff: the inputs that differ. */
  changes?: readonly Change[];
}

/** An input that differs. */
interface Change {
  readonly key: string;
  readonly isNew: boolean;
  readonly isGone: boolean;
  readonly replaces: boolean;
}

interface Struct {
  toJavaScript(): Record<string, unknown>;
}
export interface Request {
  getUrn?(): string;
  getTimeout?(): number;
  getInputs?(): Struct | undefined;
  getOldInputs?(): Struct | undefined;
  getNews?(): Struct | undefined;
  getProperties?(): Struct | undefined;
}
interface Response {
  setDiffsList?(keys: readonly string[]): void;
  getDetaileddiffMap?(): { set(key: string, difference: unknown): void };
  setHasdetaileddiff?(has: boolean): void;
}
/** The class of Pulumi's protocol for one property of a diff. */
export interface PropertyDiffClass {
  new (): { setKind(kind: number): void; setInputdiff(isInput: boolean): void };
  Kind?: object;
}
type Callback = (error: unknown, response?: Response, ...more: unknown[]) => void;
interface Handler {
  func(call: { request?: Request }, callback: Callback): unknown;
}
interface ServerClass {
  prototype: { _retrieveHandler?(this: unknown, path: string): Handler | null };
}

const hostModule = /@pulumi[\\/]pulumi[\\/]cmd[\\/]dynamic-provider[\\/]index\.js$/;
const protocolModule = /@pulumi[\\/]pulumi[\\/]proto[\\/]provider_pb\.js$/;
const serverModule = /@grpc[\\/]grpc-js[\\/]build[\\/]src[\\/]server\.js$/;
const service = "/pulumirpc.ResourceProvider/";
const aboutResources = new Set(["Check", "Diff", "Create", "Read", "Update", "Delete"].map((name) => service + name));

/** By the properties that the host converts for a call, and passes on. An asynchronous context would make every promise of the process slower. */
const calls = new WeakMap<object, Call>();

interface DeleteRequest extends Request {
  getId?(): string;
}

/** The delete whose id was asked for last. */
let passedOn: DeleteRequest | undefined;
const notePassedOn = (request: DeleteRequest | undefined) => void (passedOn = request);

/** The host asks a delete for its id right before it passes it on: so the very first call, too, tells which stack it is for. */
function observeDeletes(): void {
  const { DeleteRequest: kind } = loaded<{ DeleteRequest?: { prototype: DeleteRequest } }>(protocolModule);
  const getId = kind?.prototype.getId;
  if (!kind || typeof getId !== "function") return;
  kind.prototype.getId = function (this: DeleteRequest) {
    notePassedOn(this);
    return getId.call(this);
  };
}

/** The delete that the host is passing on at this moment, if it is one that arrived before this listened. */
export function passedOnDelete(): Call | undefined {
  const urn = passedOn?.getUrn?.();
  const call = urn === undefined ? undefined : new CallUnderWay(urn, passedOn);
  notePassedOn(undefined);
  return call;
}

/** The call that these properties came with. */
export function callOf(properties: object): Call | undefined {
  return calls.get(properties);
}

/**
 * Starts listening; returns whether that is possible. `onCancel` is called when Pulumi cancels: it keeps its plugins out of reach of Ctrl-C, in process
 * groups of their own, and notifies them by a call, to which its host responds without doing anything.
 */
export function listen(onCancel: () => void): boolean {
  const { Server } = loaded<{ Server?: ServerClass }>(serverModule);
  const retrieve = Server?.prototype._retrieveHandler;
  if (!Server || typeof retrieve !== "function") return false;
  Server.prototype._retrieveHandler = function (path) {
    const handler = retrieve.call(this, path);
    if (path === `${service}Cancel`) onCancel();
    return handler && aboutResources.has(path) ? attended(handler) : handler;
  };
  observeDeletes();
  return true;
}

/** True in a process of Pulumi's host for dynamic providers; tests load this code elsewhere. */
export function isInHost(): boolean {
  return fileOf(hostModule) !== undefined;
}

function fileOf(name: RegExp): string | undefined {
  return Object.keys(require.cache).find((one) => name.test(one));
}

/** The module as the host has loaded it, from wherever it is installed. */
function loaded<T extends object>(name: RegExp): Partial<T> {
  const file = fileOf(name);
  return (file === undefined ? {} : require.cache[file]!.exports) as Partial<T>;
}

/**
 * Reports which inputs differ, in the two forms that Pulumi understands: `replaceOnChanges` reads one, and only the
 * other makes its display show that a secret changes.
 */
function tell(response: Response, changes: readonly Change[], PropertyDiff: PropertyDiffClass | undefined): void {
  response.setDiffsList?.(changes.map(({ key }) => key));
  const differences = response.getDetaileddiffMap?.();
  if (!PropertyDiff?.Kind || !differences || !response.setHasdetaileddiff) return;
  const kinds = PropertyDiff.Kind as Readonly<Record<string, number>>;
  for (const { key, isNew, isGone, replaces } of changes) {
    const kind = `${isNew ? "ADD" : isGone ? "DELETE" : "UPDATE"}${replaces ? "_REPLACE" : ""}`;
    const difference = new PropertyDiff();
    difference.setKind(kinds[kind]!);
    difference.setInputdiff(true);
    differences.set(key, difference);
  }
  response.setHasdetaileddiff(true);
}

/** Does the work of one call. The response of a diff then says which inputs differ. */
export async function attend<T extends object>(
  urn: string,
  request: Request,
  work: (call: Call) => Promise<T>,
  PropertyDiff: PropertyDiffClass,
): Promise<T> {
  const current = new CallUnderWay(urn, request);
  try {
    const response = await work(current);
    if (current.changes?.length) tell(response, current.changes, PropertyDiff);
    return response;
  } finally {
    current.end();
  }
}

class CallUnderWay implements Call {
  changes?: readonly Change[];
  private converted: Call["inputs"];

  constructor(
    readonly urn: string,
    private request: Request | undefined,
  ) {}

  get timeoutSeconds(): number | undefined {
    return this.request?.getTimeout?.() || undefined;
  }

  /** Converted when they are needed: for a delete, that would take longer than all the rest. */
  get inputs(): Call["inputs"] {
    const { request } = this;
    this.converted ??= (request?.getInputs ?? request?.getOldInputs)?.call(request)?.toJavaScript();
    return this.converted;
  }

  /** Whatever outlasts the call, such as a promise that others wait for, keeps hold of this. */
  end(): void {
    this.request = undefined;
    this.converted = undefined;
  }
}

/** The handler, with the call to be found by the properties that it passes on. */
function attended(handler: Handler): Handler {
  if (typeof handler.func !== "function") return handler;
  return {
    ...handler,
    func(call, callback) {
      const urn = call.request?.getUrn?.();
      if (!call.request || typeof urn !== "string") return handler.func(call, callback);
      const current = new CallUnderWay(urn, call.request);
      note(current, call.request);
      const finish: Callback = (error, response, ...more) => {
        if (current.changes && current.changes.length > 0 && response) {
          const { PropertyDiff } = loaded<{ PropertyDiff?: PropertyDiffClass }>(protocolModule);
          tell(response, current.changes, PropertyDiff);
        }
        current.end();
        callback(error, response, ...more);
      };
      return handler.func(call, finish);
    },
  };
}

/** Calls whose properties the host has not converted yet. */
const expected = new WeakMap<Struct, Call>();
/** Classes of properties that tell what they were converted to. */
const observed = new WeakSet<Struct>();

/** Whatever the host converts the request's properties to stands for the call. */
function note(call: Call, request: Request): void {
  const struct = (request.getNews ?? request.getProperties)?.call(request);
  if (!struct) return;
  // A property of their own would make all properties slower.
  observe(Object.getPrototypeOf(struct) as Struct);
  expected.set(struct, call);
}

function observe(prototype: Struct): void {
  if (observed.has(prototype)) return;
  observed.add(prototype);
  const { toJavaScript: convert } = prototype;
  prototype.toJavaScript = function () {
    const properties = convert.call(this);
    const call = expected.get(this);
    if (call) calls.set(properties, call);
    return properties;
  };
}

/** Name of a resource in its program. */
export function nameIn(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

import { AsyncLocalStorage } from "node:async_hooks";

/**
 * What Pulumi's calls carry, and its host for dynamic providers keeps to itself (see `@pulumi/pulumi/cmd/dynamic-provider`):
 * which resource a call is about, whether an update was canceled, and which inputs a diff found to differ. This listens
 * to the calls as they arrive. Where the host is built otherwise than known, nothing of it is there: whoever asks must
 * do without.
 */

/** One call of Pulumi's. */
export interface Call {
  /** Name of the resource in the state, such as `urn:pulumi:dev::shop::…AwsKey::orders`. */
  readonly urn: string;
  /** The inputs that Pulumi has of it, where the call carries them. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Set by a diff: the inputs that differ. */
  changed?: readonly string[];
}

interface Struct {
  toJavaScript(): Record<string, unknown>;
}
interface Request {
  getUrn?(): string;
  getInputs?(): Struct | undefined;
}
interface Response {
  setDiffsList?(keys: readonly string[]): void;
}
type Callback = (error: unknown, response?: Response, ...more: unknown[]) => void;
interface Handler {
  func(call: { request?: Request }, callback: Callback): unknown;
}
interface ServerClass {
  prototype: { _retrieveHandler?(this: unknown, path: string): Handler | null };
}

const serverModule = /@grpc[\\/]grpc-js[\\/]build[\\/]src[\\/]server\.js$/;
const service = "/pulumirpc.ResourceProvider/";
const aboutResources = new Set(["Check", "Diff", "Create", "Read", "Update", "Delete"].map((name) => service + name));

const underWay = new AsyncLocalStorage<Call>();

/** The call that is being worked on. */
export function currentCall(): Call | undefined {
  return underWay.getStore();
}

/**
 * Begins to listen, and says whether it can. `onCancel` is called when Pulumi cancels: it keeps its plugins out of the reach of Ctrl-C, in process
 * groups of their own, and tells them by a call, which its host answers without doing anything.
 */
export function listen(onCancel: () => void): boolean {
  // The host has loaded its server already, from wherever it is installed.
  const loaded = Object.keys(require.cache).find((file) => serverModule.test(file));
  const { Server } = (loaded === undefined ? {} : require.cache[loaded]!.exports) as { Server?: ServerClass };
  const retrieve = Server?.prototype._retrieveHandler;
  if (!Server || typeof retrieve !== "function") return false;
  Server.prototype._retrieveHandler = function (path) {
    const handler = retrieve.call(this, path);
    if (path === `${service}Cancel`) onCancel();
    return handler && aboutResources.has(path) ? attended(handler) : handler;
  };
  return true;
}

/** The handler, with the call at hand for whatever it does. */
function attended(handler: Handler): Handler {
  if (typeof handler.func !== "function") return handler;
  return {
    ...handler,
    func(call, callback) {
      const urn = call.request?.getUrn?.();
      if (typeof urn !== "string") return handler.func(call, callback);
      const current: Call = { urn, inputs: call.request?.getInputs?.()?.toJavaScript() };
      const finish: Callback = (error, response, ...more) => {
        if (current.changed && response) response.setDiffsList?.([...current.changed]);
        callback(error, response, ...more);
      };
      return underWay.run(current, () => handler.func(call, finish));
    },
  };
}

/** What a resource is called in its program. */
export function nameIn(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

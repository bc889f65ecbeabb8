/**
 * Pulumi keeps its plugins out of the reach of Ctrl-C: they run in process groups of their own, and are told by a call that
 * the deployment is cancelled. Its host for dynamic providers answers that call and does nothing (see `cancel` in
 * `@pulumi/pulumi/cmd/dynamic-provider`), so a wait would last to its end. This listens to the calls as they arrive.
 */

interface ServerClass {
  prototype: { _retrieveHandler?(this: unknown, path: string): unknown };
}

const serverModule = /@grpc[\\/]grpc-js[\\/]build[\\/]src[\\/]server\.js$/;
const cancelCall = "/pulumirpc.ResourceProvider/Cancel";

/** Calls `listener` when Pulumi cancels. Where its host is built otherwise than known, nothing happens: signals still count. */
export function onCancel(listener: () => void): void {
  // The host has loaded its server already, from wherever it is installed.
  const loaded = Object.keys(require.cache).find((file) => serverModule.test(file));
  const { Server } = (loaded === undefined ? {} : require.cache[loaded]!.exports) as { Server?: ServerClass };
  const retrieve = Server?.prototype._retrieveHandler;
  if (!Server || typeof retrieve !== "function") return;
  Server.prototype._retrieveHandler = function (path) {
    if (path === cancelCall) listener();
    return retrieve.call(this, path);
  };
}

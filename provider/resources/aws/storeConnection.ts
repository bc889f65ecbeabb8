import { segment, type Api, type Wire } from "../../api/client";
import type { Scope } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { pick } from "../../lifecycle/values/wire";

/** The connection of a custom key store with AWS, which is made and ended in the background. */

export const customKeyStores = "/cckm/aws/custom-key-stores";

const item = (id: string): string => `${customKeyStores}/${segment(id)}`;

/** Actions return the store; if a response is empty, the store is read. */
export async function storeAction(api: Api, id: string, action: string, body?: Wire, repeatable = true): Promise<Wire> {
  const response = await api.post(`${item(id)}/${segment(action)}`, body, { repeatable });
  return response.id === id ? response : api.get(item(id));
}

export function connectionOf(store: Wire): string {
  return (pick(store, "aws_param.connection_state") as string | undefined) ?? "DISCONNECTED";
}

/** Responses contain it among the parameters of the hosted store; newer ones perhaps beside them. */
export function isLinked(store: Wire): unknown {
  return pick(store, "local_hosted_params.linked_state") ?? store.linked_state;
}

export function unlinkable(label: string): ResourceError {
  return new ResourceError(
    `${label}: a linked store cannot be unlinked. Set linkedState to true, or create a new store.`,
  );
}

/** Connects or disconnects a store, and waits until AWS is done. Idempotent. */
export async function setConnected(
  scope: Pick<Scope, "api" | "label" | "poll" | "progress"> & { inputs: object },
  id: string,
  record: Wire,
  connected: boolean,
  password?: string,
): Promise<Wire> {
  const { api } = scope;
  const [action, goal] = connected ? (["connect", "CONNECTED"] as const) : (["disconnect", "DISCONNECTED"] as const);
  const now = await settledStore(scope, id, record);
  if (connectionOf(now) === goal) return now;
  // What failed has to be disconnected before it can be tried again.
  if (connected && connectionOf(now) === "FAILED") await setConnected(scope, id, now, false);
  const body = connected && password !== undefined ? { key_store_password: password } : undefined;
  const then = await settledStore(scope, id, await storeAction(api, id, action, body));
  if (connectionOf(then) === goal) return then;
  const details = (pick(then, "aws_param.connection_error_details") as string | undefined) ?? "no details";
  throw new ResourceError(
    `${scope.label}: the store is ${connectionOf(then)}, not ${goal}; AWS says: ${details}. ` +
      "Fix that, then run `pulumi up` again.",
  );
}

async function settledStore(
  scope: Pick<Scope, "api" | "label" | "poll" | "progress"> & { inputs: object },
  id: string,
  record: Wire,
): Promise<Wire> {
  let store = record;
  let first = true;
  const { connectTimeoutSeconds: seconds = 1800 } = scope.inputs as { connectTimeoutSeconds?: number };
  const look = async () => {
    if (!first) store = await scope.api.get(item(id));
    first = false;
    if (!["CONNECTING", "DISCONNECTING"].includes(connectionOf(store))) return store;
    scope.progress(`${scope.label} is ${connectionOf(store)}; waiting`);
    return undefined;
  };
  const overdue = () =>
    `${scope.label} is still ${connectionOf(store)} after ${seconds} s: raise connectTimeoutSeconds.`;
  return scope.poll(look, seconds, overdue);
}

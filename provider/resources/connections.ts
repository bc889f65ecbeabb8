import { segment, type Wire } from "../api/client";
import * as z from "zod";
import {
  defineResource,
  type Defined,
  type Bag,
  type Definition,
  type Failure,
  type Ready,
  type Shape,
} from "../lifecycle/vocabulary/definition";
import { field, named } from "../lifecycle/vocabulary/field";

/** Common parts of connections of every kind. */

/**
 * The state of a connection. The service keeps `last_connection_ok` (absent, true, false);
 * `untested`, `ready` and `failed` are our names for it, after service.md. If a response contains a
 * state of its own, that one counts.
 */
export function connectionState(response: Wire): string {
  if (typeof response.state === "string" && response.state !== "") return response.state;
  if (typeof response.last_connection_ok !== "boolean") return "untested";
  return response.last_connection_ok ? "ready" : "failed";
}

export const connectionNameFields = {
  /** Name of the connection, unique in the service. */
  name: named(z.string().min(1), {
    change: "replace",
    // Connections of all kinds share one set of names.
    uniqueAmong: { path: "/connectionmgmt/connections", kind: "service" },
  }),
  /** Free text. */
  description: field(z.string().optional(), { absent: "keep" }),
};

export const connectionMetaFields = {
  /** Arbitrary JSON values by key. */
  meta: field(z.record(z.string(), z.unknown()).optional(), { absent: "theirs", as: "merge" }),
};

export const connectionFields = {
  /** Parts of the service that may use the connection. Default `["cckm"]`, cloud key management. */
  products: field(z.array(z.string()).min(1, "needs at least one product").default(["cckm"]), { as: "set" }),
  ...connectionMetaFields,
  /** Labels, a map of strings. Default: none. */
  labels: field(z.record(z.string(), z.string()).default({}), { as: "merge", wire: { readBack: true } }),
  /** Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. */
  readyTimeoutSeconds: field(z.number().min(1).max(3600).optional(), { seen: "local" }),
};

export const connectionOutputs = {
  /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry containers. */
  state: field(z.enum(["untested", "testing", "ready", "failed"]), { wire: { to: false, from: connectionState } }),
  /** Why the last test failed, in the service's wording; absent when it succeeded. */
  lastConnectionError: field(z.string().optional(), { wire: { to: false, from: "last_connection_error" } }),
};

/** Inputs of every connection, on which no test depends. */
const common = Object.keys({ ...connectionNameFields, ...connectionFields });

/**
 * Create, test, wait until `ready`: a test that fails is repeated until the deadline, because
 * credentials take time to propagate.
 */
function connectionReady(path: string, untested: readonly string[]): Ready {
  return {
    output: "state",
    is: ["ready"],
    pending: ["testing"],
    reason: "lastConnectionError",
    timeoutSeconds: 30,
    untested: [...common, ...untested],
    async test(api, id) {
      const item = `${path}/${segment(id)}`;
      const response = await api.post(`${item}/test`, {}, { repeatable: true });
      // Only the result of a test says how it ended: a connection may be as it was before.
      return response.name === undefined ? testedRecord(response) : api.get(item);
    },
  };
}

/**
 * A test returns `{connection_ok, connection_error}`; a connection has the same as
 * `last_connection_*`.
 */
function testedRecord(response: Wire): Bag {
  if (typeof response.connection_ok !== "boolean") return response;
  return {
    last_connection_ok: response.connection_ok,
    last_connection_error: response.connection_error,
    state: undefined,
  };
}

/** Filters that the list of every connection service takes. */
const connectionFilters = ["id", "name", "products", "cloudName", "lastConnectionOk", "metaContains"] as const;

/**
 * What connections of every kind have in common. They are tested again when any input of their own
 * changes that is not `untested`.
 */
export function connectionTo(service: string, untested: readonly string[] = []) {
  const path = `/connectionmgmt/services/${segment(service)}/connections`;
  return {
    role: "connection",
    path,
    mark: "meta",
    filters: connectionFilters,
    ready: connectionReady(path, untested),
  } as const;
}

/** What a connection has of its own; a field under the name of a common one replaces that. */
interface Own<I extends Shape, O extends Shape> extends Pick<Definition<I, O>, "type" | "update" | "rules"> {
  readonly inputs: I;
  readonly outputs?: O;
  /** What its schemas and rules cannot say. */
  readonly check?: (inputs: { [K in keyof I]?: z.output<I[K]> }) => Failure[];
  /** Inputs of its own on which no test depends. */
  readonly untested?: readonly (keyof I & string)[];
}

/**
 * Declares a usual connection to what the service calls `service`, beside the fields that every one
 * has.
 */
export function defineConnection<const I extends Shape, const O extends Shape = Record<never, never>>(
  service: string,
  { untested, inputs, outputs, check, ...own }: Own<NoInfer<I>, NoInfer<O>> & { inputs: I; outputs?: O },
): Defined<I, O> {
  const particular = Object.entries(inputs).filter(([key]) => !common.includes(key));
  const definition: Definition = defineResource({
    ...connectionTo(service, untested),
    ...own,
    inputs: { ...connectionNameFields, ...Object.fromEntries(particular), ...connectionFields, ...inputs },
    outputs: { ...connectionOutputs, ...outputs },
    ...(check && { hooks: { check } }),
  });
  return definition as Defined<I, O>;
}

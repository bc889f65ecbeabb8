import { segment, type Wire } from "../api/client";
import type { Bag, Ready, WirePlace } from "../engine/definition";

/** What connections of every kind have in common. */

/**
 * The state of a connection. The service keeps `last_connection_ok` (absent, true, false); `untested`, `ready` and
 * `failed` are our words for it, after service.md. If an answer carries a state of its own, that one counts.
 */
export function connectionState(answer: Wire): string {
  if (typeof answer.state === "string" && answer.state !== "") return answer.state;
  if (typeof answer.last_connection_ok !== "boolean") return "untested";
  return answer.last_connection_ok ? "ready" : "failed";
}

export const connectionWire = {
  state: { to: false, from: connectionState } satisfies WirePlace,
  lastConnectionError: { to: false, from: "last_connection_error" } satisfies WirePlace,
};

/** Create, test, wait until `ready`: a test that fails is repeated until the deadline, because credentials take time to spread. */
export function connectionReady(path: string, credentials: readonly string[]): Ready {
  return {
    output: "state",
    is: ["ready"],
    pending: ["testing"],
    reason: "lastConnectionError",
    timeoutSeconds: 30,
    retestOn: credentials,
    async test(api, id) {
      const answer = await api.post(`${path}/${segment(id)}/test`, {}, { repeatable: true });
      return testedRecord(answer);
    },
  };
}

/** A test answers `{connection_ok, connection_error}`; the connection itself then shows the same as `last_connection_*`. */
function testedRecord(answer: Wire): Bag {
  if (typeof answer.connection_ok !== "boolean") return answer;
  return { last_connection_ok: answer.connection_ok, last_connection_error: answer.connection_error, state: undefined };
}

/** Connections of every kind share one set of names. */
export const connectionNames = { path: "/connectionmgmt/connections", kind: "service" } as const;

/** Filters that the list of every connection service takes. */
export const connectionFilters = ["id", "name", "products", "cloudName", "lastConnectionOk", "metaContains"] as const;

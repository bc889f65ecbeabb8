import { isAway, isKind, ApiError } from "../../api/errors";
import type { Alone } from "../../api/exclusion";
import type { Verbs } from "../../api/verbs";

/**
 * The restart of the interface that serves the API: whoever orders it loses the connection to
 * whoever carries it out.
 */

const path = "/system/services/restart";
const statusPath = "/system/services/status";
const service = "web";

/** Milliseconds between two looks. */
const step = 250;
/**
 * Milliseconds. Behind a proxy, no connection of ours ends when the service's do; and a status may
 * stay as it is.
 */
const grace = 20_000;
const orders = 3;

/**
 * Restarts the interface, and returns when it responds again. `written` is what takes effect with
 * it, for messages.
 */
export async function restart(alone: Alone, written: string): Promise<void> {
  const before = alone.lost();
  await order(alone, written);
  // The response to the order comes before the restart, and the ends of all connections a moment after the first.
  let waited = 0;
  do {
    await alone.pause(step);
    waited += step;
  } while (alone.lost() === before && waited < grace && alone.left() > 0 && (await stateOf(alone.api)) === "up");
  await responds(alone, notBack(written));
}

/**
 * An order whose response was lost may not have arrived, and is given again: a second restart does
 * no harm.
 */
async function order(alone: Alone, written: string): Promise<void> {
  for (let given = 1; ; given++) {
    try {
      await alone.api.post(path, { services: [service] }, { expect: "silent" });
      return;
    } catch (error) {
      if (!isAway(error)) throw error;
      const failure = notOrdered(written, given, error);
      if (given === orders || alone.left() <= 0) throw failure;
      await alone.pause(step);
      await responds(alone, failure);
    }
  }
}

/**
 * Returns when the interface has started, or has responded for a while: its status alone never
 * decides. Throws `late` at the deadline.
 */
async function responds(alone: Alone, late: ApiError): Promise<void> {
  let responding = 0;
  for (;;) {
    const state = await stateOf(alone.api);
    if (state === "up" || (state === "starting" && responding >= grace)) return;
    if (alone.left() <= 0) throw late;
    await alone.pause(step);
    responding = state === "starting" ? responding + step : 0;
  }
}

/** The words of a service that is not ready; others are no reason to wait. */
const notReady: unknown[] = ["starting", "error"];

/**
 * Any response of the service's own means that the interface is up, unless its status can be read
 * and says otherwise.
 */
async function stateOf(api: Verbs): Promise<"up" | "starting" | "away"> {
  try {
    const { services } = (await api.get(statusPath)) as { services?: { name?: string; status?: string }[] | null };
    return notReady.includes(services?.find(({ name }) => name === service)?.status) ? "starting" : "up";
  } catch (error) {
    if (isKind(error, "badRequest", "forbidden", "notFound", "unimplemented")) return "up";
    if (isAway(error)) return "away";
    throw error;
  }
}

// None of these is of a kind that is in doubt: the lookup that follows would find the list changed, and take that for success.
const failed = (message: string, advice: string, cause?: unknown): ApiError =>
  new ApiError(message, { kind: "unreachable", call: `POST ${path}`, advice }, { cause });

const notBack = (written: string): ApiError =>
  failed(
    `the web interface did not respond again after its restart (${written})`,
    "Check the appliance. Then run the same command again: it repeats the restart.",
  );

const notOrdered = (written: string, given: number, cause: ApiError): ApiError =>
  failed(
    `the list of CAs that the web interface trusts was written (${written}), but the restart that puts it into effect ` +
      `could not be ordered (${given} of ${orders} attempts): ${cause.message}`,
    "Restart the web interface, then run `pulumi up` again.",
    cause,
  );

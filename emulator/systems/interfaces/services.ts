import { body, integer, texts } from "../../core/body";
import { invalid } from "../../core/errors";
import type { Call, Operations, Scope } from "../../core/scope";
import { restartMilliseconds } from "./world";
import { interfaces, start, web } from "./record";
import { onlyFromRoot } from "./interfaces";

const names = [web, "nae-kmip"];

const order = body({
  /** All of them unless named. */
  services: texts.or(names),
  /** Seconds. */
  delay: integer(0).or(0),
});

/**
 * The web interface restarts: from now on it trusts what it is configured to trust. Returns how
 * long it is away.
 */
function started(scope: Scope, services: readonly string[]): number | undefined {
  if (!services.includes(web)) return undefined;
  for (const one of scope.service.root.all(interfaces)) start(scope, one);
  return restartMilliseconds(scope);
}

/** The planned end of a delay. */
export function restart(scope: Scope, services: readonly string[]): void {
  const away = started(scope, services);
  if (away !== undefined) scope.service.outage.begin(away);
}

function orderRestart(call: Call): object {
  onlyFromRoot(call);
  const { services, delay } = order(call.body);
  const unknown = services.find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(`services: there is no service ${unknown}`);
  if (delay > 0) call.plan(delay * 1000, "restart", { services });
  const away = delay > 0 ? undefined : started(call, services);
  if (away !== undefined) call.service.outage.plan(away);
  return { services };
}

/** Services of the appliance. A service that restarts shows nothing, because nobody responds. */
export const serviceOperations: Operations = {
  "POST /system/services/restart": orderRestart,
};

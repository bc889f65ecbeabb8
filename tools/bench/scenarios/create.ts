import { row, type Scenario } from "../bench";
import { countsOf, requestsTo } from "../figures";
import { withoutCheckpoints } from "../project";
import { everyKind, type Kinds } from "../programs";
import type { Figure } from "../report";
import { targets } from "../targets";
import { regions, worldOf } from "../world";

/** What each kind of resource asks of the service when it is created. */

export const create: Scenario = {
  name: "create",
  title: "Requests to create a stack of every kind",
  async run(bench) {
    const kinds = {
      containers: Math.min(regions.length, bench.sizes.few),
      keys: bench.sizes.few,
      schedules: bench.sizes.few,
    };
    return bench.with(worldOf(), (emulator) =>
      bench.stack(everyKind(kinds), { ...emulator.environment, ...withoutCheckpoints }, async (project) => {
        await bench.measure("up of every kind", emulator, () => project.step("up"));
        return { figures: createFigures(await emulator.routes(), kinds) };
      }),
    );
  },
};

/** The requests of an `up` that creates a connection and, below it, so many of each kind. */
export function createFigures(routes: Record<string, number>, { containers, keys, schedules }: Kinds): Figure[] {
  const { requests, logins } = countsOf(routes);
  const { requestsToCreate, listsOfRecoverable, readinessChecks, requestsPerFirstChange, loginsPerProcess } = targets;
  const checks = requestsTo(routes, /^GET .*\/connectionmgmt\//);
  const lists = requestsTo(routes, /^GET .*\/cckm\/aws\/keys/);
  const counted = {
    connection: requestsTo(routes, /\/connectionmgmt\//) - checks,
    container: requestsTo(routes, /\/cckm\/aws\/kms/),
    key: requestsTo(routes, /\/cckm\/aws\/keys/) - lists,
    schedule: requestsTo(routes, /\/scheduler\//),
  };
  const known = Object.values(counted).reduce((sum, count) => sum + count, checks + lists);
  const line = (kind: keyof typeof counted, number: number): Figure =>
    row(`requests to create a ${kind}`, "requests", counted[kind] / number, { at: requestsToCreate[kind] });
  return [
    line("connection", 1),
    line("container", containers),
    line("key", keys),
    line("schedule", schedules),
    row("lists of keys that can be recovered, for each container", "requests", lists / containers, {
      at: listsOfRecoverable,
    }),
    row(`readiness checks of a connection with ${containers} containers`, "requests", checks, { at: readinessChecks }),
    row("other requests", "requests", requests - known, { at: requestsPerFirstChange }),
    row("logins", "requests", logins, { at: loginsPerProcess }),
  ];
}

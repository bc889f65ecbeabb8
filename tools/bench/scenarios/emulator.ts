import { row, type Scenario } from "../bench";
import { forEach } from "../client";
import { targets } from "../targets";
import { addConnections, worldOf } from "../world";

/**
 * Whether the emulator would be what is measured: its own share, asked for by very many clients at
 * once.
 */

const clients = 100;

export const emulator: Scenario = {
  name: "emulator",
  title: "The emulator",
  run: (bench) =>
    bench.with(worldOf(), async (service) => {
      const { emulatorRequests: count, few } = bench.sizes;
      const session = await service.client.session();
      const ids = await addConnections(session, "read", few);
      const collection = "/connectionmgmt/services/aws/connections";
      // Not the first requests of a process, which compiles what it runs for the first time.
      const load = (requests: number): Promise<unknown> =>
        forEach(requests, (number) => session("GET", `${collection}/${ids[number % ids.length]}`), clients);
      await load(Math.ceil(count / 10));
      bench.step(`${count} requests of ${clients} clients`);
      const [cpu, started] = [service.cpuSeconds, performance.now()];
      await load(count);
      const elapsed = performance.now() - started;
      const own = (service.cpuSeconds - cpu) * 1000;
      return {
        figures: [
          row(`CPU time of a request, ${clients} clients at once`, "ms", own > 0 ? own / count : undefined, {
            at: targets.emulatorMsPerRequest,
            below: true,
            timed: true,
          }),
          row("time of a request, its client's share included", "ms", elapsed / count),
        ],
      };
    }),
};

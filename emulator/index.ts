import { resolve } from "node:path";
import { pages } from "./console";
import { publishCertificate, RunningEmulator } from "./core/emulator";
import { coverage } from "./core/operations";
import type { Emulator, EmulatorOptions } from "./core/options";
import { worldSchema as schemaOf } from "./core/worldSchema";
import { demoUser } from "./systems/identity/demo";
import { systems } from "./systems";

export type { Emulator, EmulatorOptions } from "./core/options";
export { StartError } from "./core/errors";

/**
 * Starts the embedded key management service over HTTPS, with simulated clouds behind it.
 *
 * @throws StartError when the port is taken, the world has a mistake, or the data folder cannot be
 *   used
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const data = options.data === undefined ? undefined : resolve(options.data);
  const running = await RunningEmulator.start(systems, { ...options, data }, pages);
  const certificate = publishCertificate(running.caCertificate, data);
  return {
    address: running.address,
    ...demoUser,
    caCertificate: certificate.path,
    operations: () => running.operations(),
    advance: (seconds) => running.advance(seconds),
    reset: () => running.reset(),
    close: async () => {
      await running.close();
      certificate.remove();
    },
  };
}

/** Every operation that the service has, and whether the emulator does it. */
export function operations(): { operation: string; implemented: boolean }[] {
  return coverage(systems);
}

/** What a world file may hold, as a JSON schema: the text of `world.schema.json`. */
export function worldSchema(): object {
  return schemaOf(systems);
}

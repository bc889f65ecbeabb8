import { publishCertificate, RunningEmulator } from "../../emulator/core/emulator";
import type { Stored } from "../../emulator/core/record";
import { systems } from "../../emulator/systems";
import { demoUser } from "../../emulator/systems/identity/demo";
import { neverStop, type Clock } from "../../provider/api/clock";
import { readSettings, type Settings } from "../../provider/api/settings";
import { transport, type ApiRequest, type ApiResponse, type Send } from "../../provider/api/transport";
import { startRig, type Rig } from "../lifecycle/rig";
import { faultHeader, nobody, startFaultServer, type FaultServer, type Said } from "./faultServer";

/**
 * The route of a request. All are real TLS connections of the provider's own transport, or attempts
 * at one.
 */
type Way = "service" | "faults" | "resetting" | "nobody";

/** A service of its own for the matrix, whose time and records a run can restore. */
export interface Site {
  readonly rig: Rig;
  readonly settings: Settings;
  readonly ways: Readonly<Record<Way, Send>>;
  /** Gets that response to a request, which never reaches the service. */
  answered(call: ApiRequest, response: Said): Promise<ApiResponse>;
  /** The service's clock is the provider's: waits take no real time. */
  readonly clock: Clock;
  advance(milliseconds: number): Promise<void>;
  /** The contents of the service and the clouds behind it, by kind. */
  records(): ReadonlyMap<string, readonly Stored[]>;
  /** Takes a snapshot; the result restores it, including the clock. */
  checkpoint(): () => Promise<void>;
  /** Reads the records as they were when `then` was taken, and nothing else. */
  asOf<T>(then: Then, look: () => Promise<T>): Promise<T>;
  now(): Then;
  close(): Promise<void>;
}

export type Then = ReturnType<RunningEmulator["service"]["store"]["snapshot"]>;

/** What is never restored: the service's own identity. */
const spared = "keepsakes";

export async function startSite(): Promise<Site> {
  let running!: RunningEmulator;
  const rig = await startRig({}, async (options) => {
    running = await RunningEmulator.start(systems, options ?? {});
    const published = publishCertificate(running.caCertificate, undefined);
    return {
      address: running.address,
      ...demoUser,
      caCertificate: published.path,
      operations: () => running.operations(),
      advance: (seconds) => running.advance(seconds),
      reset: () => running.reset(),
      close: async () => {
        await running.close();
        published.remove();
      },
    };
  });
  await running.advance(secondsUntilNoon());
  const faults = await startFaultServer(running["identity"].tls);
  return siteOf(rig, running, faults);
}

/** Schedules in the lives run at night: whatever the time of day, no run of the matrix comes near. */
function secondsUntilNoon(): number {
  const day = 24 * 3600;
  const today = (Date.now() / 1000) % day;
  return (day / 2 - today + day) % day;
}

function siteOf(rig: Rig, running: RunningEmulator, faults: FaultServer): Site {
  const { store, clock, timeline } = running["service"];
  const advance = (milliseconds: number) => running.advance(milliseconds / 1000);
  const { address, username, password, caCertificate } = rig.emulator;
  const given: Record<string, string> = { address, username, password, caCertificate };
  const settings = readSettings((name) => given[name], {});
  const clockOfAll: Clock = { now: () => clock.now(), sleep: advance, random: () => 0.5 };
  const transports = {
    service: transport(settings, neverStop.calls, clockOfAll),
    faults: transport({ ...settings, address: faults.address }, neverStop.calls, clockOfAll),
    resetting: transport({ ...settings, address: faults.resetting }, neverStop.calls, clockOfAll),
    nobody: transport({ ...settings, address: nobody }, neverStop.calls, clockOfAll),
  };
  return {
    rig,
    settings,
    ways: Object.fromEntries(Object.entries(transports).map(([name, { send }]) => [name, send])) as Site["ways"],
    answered: (call, response) =>
      transports.faults.send({ ...call, headers: { ...call.headers, [faultHeader]: faults.saying(response) } }),
    clock: clockOfAll,
    advance,
    records: () => new Map([...store.snapshot()].map(([name, rows]) => [name, rows.map(({ record }) => record)])),
    checkpoint() {
      const [then, at] = [store.snapshot(), clock.now()];
      return () =>
        timeline.inTurn(async () => {
          store.restore(then, spared);
          clock.offset = at - Date.now();
          running["service"].outage.end();
        });
    },
    now: () => store.snapshot(),
    async asOf(then, look) {
      const present = store.snapshot();
      store.restore(then, spared);
      try {
        return await look();
      } finally {
        store.restore(present, spared);
      }
    },
    async close() {
      await Promise.all(Object.values(transports).map((one) => one.close()));
      await rig.close();
      await faults.close();
    },
  };
}

import { createApi, type Api } from "../../../provider/api/client";
import { neverStop, type Clock, type Stop } from "../../../provider/api/clock";
import type { Settings } from "../../../provider/api/settings";
import { transport, type Send } from "../../../provider/api/transport";
import { atRate } from "../readOnly";
import type { Seen } from "../seen";

/** Opens sessions that share one limit of requests a second, logins and retries included. */
export type Connect = (settings: Settings, stop: Stop) => Api;

export function connector(rate: number, seen: Seen, clock: Clock): Connect {
  const nothing: Send = () => Promise.resolve({ status: 200, body: undefined });
  const turn = atRate(nothing, rate, clock, neverStop.waits);
  return (settings, stop) => {
    const wire = transport(settings, stop.calls, clock);
    const send: Send = async (request) => {
      await turn(request);
      return wire.send(request);
    };
    return Object.assign(createApi(settings, { clock, stop, send: seen.hear(send) }), { close: wire.close });
  };
}

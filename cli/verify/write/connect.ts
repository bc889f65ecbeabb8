import { createApi, type Api } from "../../../provider/api/client";
import { neverStop, type Clock, type Stop } from "../../../provider/api/clock";
import type { Settings } from "../../../provider/api/settings";
import { transport, type Send } from "../../../provider/api/transport";
import { atRate } from "../readOnly";
import type { Seen } from "../seen";

/** Opens sessions that share one limit of requests a second, logins and retries included. */
export type Connect = (settings: Settings, stop: Stop) => Api;

interface Options {
  rate: number;
  clock: Clock;
  through(send: Send): Send;
}

export function connector({ rate, clock, through }: Options, seen: Seen): Connect {
  const nothing: Send = () => Promise.resolve({ status: 200, body: undefined });
  const turn = atRate(nothing, rate, clock, neverStop.waits);
  return (settings, stop) => {
    const wire = transport(settings, stop.calls, clock);
    const service = through(wire.send);
    const send: Send = async (request) => {
      await turn(request);
      return service(request);
    };
    return Object.assign(createApi(settings, { clock, stop, send: seen.hear(send) }), { close: wire.close });
  };
}

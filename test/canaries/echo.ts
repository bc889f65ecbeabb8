import { createApi, type Api } from "../../provider/api/client";
import { neverStop, systemClock } from "../../provider/api/clock";
import { readSettings } from "../../provider/api/settings";
import { transport, type ApiRequest, type ApiResponse, type Send } from "../../provider/api/transport";
import type { Emulator } from "../../emulator/index";
import { sightings } from "./canary";

/** The emulator, as indiscreet as a service can be: it repeats what it receives. */

export type Manner =
  /** Responds normally. */
  | { does: "obey" }
  /**
   * Refuses what holds a canary, and repeats body and headers; `padding` characters stand before
   * them.
   */
  | { does: "refuse"; status: number; padding: number }
  /** Obeys, and repeats in every text that tells of states and progress. */
  | { does: "tell" }
  /** Refuses everything, in words that hold the secret of the object. */
  | { does: "betray"; status: number; secret: string };

export class Echo {
  manner: Manner = { does: "obey" };
  /** Paths and queries of all requests. */
  readonly urls: string[] = [];
  /** Tokens that requests carried. */
  readonly tokens = new Set<string>();
  readonly api: Api;
  private said = "";

  constructor({ address, username, password, caCertificate }: Emulator) {
    const settings = readSettings((name) => ({ address, username, password, caCertificate })[name as string], {});
    const wire = transport(settings, neverStop.calls, systemClock);
    this.api = createApi(settings, { send: (call) => this.send(call, wire.send) });
    const close = this.api.close.bind(this.api);
    this.api.close = async () => {
      await close();
      await wire.close();
    };
  }

  private async send(call: ApiRequest, pass: Send): Promise<ApiResponse> {
    this.urls.push(`${call.path}?${JSON.stringify(call.query ?? {})}`);
    const authorization = call.headers?.authorization;
    if (authorization) this.tokens.add(authorization.replace("Bearer ", ""));
    if (call.path.startsWith("/auth/")) return pass(call);
    const { manner } = this;
    const body = JSON.stringify(call.body ?? {});
    const sent = `${body} with ${JSON.stringify(call.headers)}`;
    if (manner.does === "betray") return refused(manner.status, `no access with ${manner.secret} and ${sent}`);
    const carries = sightings([body]).length > 0;
    if (manner.does === "refuse" && carries) return refused(manner.status, "x".repeat(manner.padding) + sent);
    if (manner.does === "tell" && carries) this.said = `failed with ${sent}`;
    const response = await pass(call);
    return manner.does === "tell" ? { ...response, body: telling(response.body, this.said) } : response;
  }
}

function refused(status: number, text: string): ApiResponse {
  return { status, body: { codeDesc: `NCERRBadRequest: ${text}`, requestID: text } };
}

const strings = [
  "last_connection_error",
  "connection_error",
  "error",
  "message",
  "reason",
  "status_message",
  "gone_reason",
];

/** The response, with what was sent in each of these strings, and a connection that does not work. */
function telling(body: unknown, said: string): unknown {
  if (typeof body !== "object" || body === null || said === "" || Array.isArray(body)) return body;
  const { resources } = body as { resources?: unknown[] };
  if (resources) return { ...body, resources: resources.map((one) => telling(one, said)) };
  const told = Object.fromEntries(strings.map((name) => [name, said]));
  return { ...body, ...told, last_connection_ok: false, connection_ok: false };
}

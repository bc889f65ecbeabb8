import { body, text } from "../../core/body";
import type { Call, Header, Scope, System } from "../../core/scope";
import { defineKind } from "../../core/store";

/** What the service says of itself: which version it is, and whether its parts run. */

/** The version that the emulator claims to be. */
const version = "2.19.0";
const model = "CipherTrust Manager k170v";

/** There is one of it, whatever the domain of the caller. */
interface Appliance extends Header {
  readonly name: string;
}

const kind = defineKind<Appliance>("appliance");
const id = "appliance";
const changes = body({ name: text.required });

function info({ service }: Scope): object {
  return { name: service.root.get(kind, id)?.name ?? "ciphertrust", version, model };
}

function rename(call: Call): object {
  const { root } = call.service;
  root.put(kind, { ...root.header("system:info", "", id), ...changes(call.body) });
  return info(call);
}

const status = "started";
const services = ["nae-kmip", "web"].map((name) => ({ name, status }));

/** The appliance itself. */
export const appliance: System = {
  name: "appliance",
  unlisted: {
    "GET /system/info": info,
    "PATCH /system/info": rename,
    "GET /system/services/status": { handler: () => ({ status, services }), open: true },
  },
};

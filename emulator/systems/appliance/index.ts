import { body, text } from "../../core/body";
import * as z from "zod";
import type { Stored } from "../../core/record";
import { outside, type Call, type Header, type Scope, type System, type WorldPart } from "../../core/scope";
import { defineKind } from "../../core/store";

/** What the service says of itself: which version it is, and whether its parts run. */

/** The version that the emulator claims to be: the oldest that has all of its operations. */
const usual = "2.23.0";
const model = "CipherTrust Manager k170v";

/** There is one of it, whatever the domain of the caller. */
interface Appliance extends Header {
  readonly name: string;
}

interface Release extends Stored {
  readonly version: string;
}

const kind = defineKind<Appliance>("appliance");
const releases = defineKind<Release>("appliance-world");
const id = "appliance";
const changes = body({ name: text.required });

const schema = z.strictObject({
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, "must be a version such as 2.23.0")
    .default(usual)
    .describe("The version that the service says it is; clients switch by it."),
});

const versionOf = (scope: Scope): string => scope.in(outside).get(releases, id)?.version ?? usual;

/** What the appliance says of itself. */
const world: WorldPart = {
  name: "appliance",
  schema,
  initial: {},
  seed: (scope, part) => void scope.put(releases, { id, domain: outside, ...schema.parse(part) }),
  show: (scope) => ({ version: versionOf(scope) }),
  changes: {},
};

function info(scope: Scope): object {
  const { service } = scope;
  const version = versionOf(scope);
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
  world,
  unlisted: {
    "GET /system/info": info,
    "PATCH /system/info": rename,
    "GET /system/services/status": { handler: () => ({ status, services }), open: true },
  },
};

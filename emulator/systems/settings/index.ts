import type { Call, Header, Scope, Operations, System } from "../../core/scope";
import { defineKind } from "../../core/store";

/**
 * Settings of cloud key management whose fields no public source shows: what a PATCH sends is kept
 * and returned.
 */

interface Settings extends Header {
  readonly hidden: { readonly values: object };
}

const kind = defineKind<Settings>("settings");
const names = ["aws_key_expiry_notification", "azure_key_expiry_notification", "backups"];

const valuesOf = (scope: Scope, name: string): object => scope.get(kind, name)?.hidden.values ?? { enabled: false };

function change(call: Call, name: string): object {
  const values = { ...valuesOf(call, name), ...call.request.body.all() };
  call.put(kind, { ...call.header("cckm:settings", "", name), hidden: { values } });
  return values;
}

const operations = names.flatMap((name): [string, Operations[string]][] => [
  [`GET /cckm/settings/${name}`, (call) => valuesOf(call, name)],
  [`PATCH /cckm/settings/${name}`, (call) => change(call, name)],
]);

/** Settings that are always there. */
export const settings: System = { name: "settings", operations: Object.fromEntries(operations) };

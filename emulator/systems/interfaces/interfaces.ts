import { body, object, text, texts } from "../../core/body";
import { forbidden, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { shown } from "../../core/response";
import { rootDomain, type Call, type Operations } from "../../core/scope";
import type { Kind } from "../../core/record";
import { domains } from "../../shared/identities";
import { externalCas, localCas, type Authority } from "../ca/records";
import { interfaces } from "./record";

const change = body({
  mode: text,
  cert_user_field: text,
  trusted_cas: object(body({ local: texts, external: texts })),
});

/** Interfaces belong to the appliance, not to a domain. */
export function onlyFromRoot(call: Call): void {
  if (call.domain !== rootDomain) throw forbidden("interfaces and services are managed in the root domain");
}

/** Authorities of any domain, by URI; those of the root domain also by id or name. */
function uriOf<T extends Authority>(call: Call, kind: Kind<T>, field: string, reference: string): string {
  const scopes = call.service.root.all(domains).map(({ id }) => call.in(id));
  const named = call.find(kind, reference) ?? scopes.flatMap((scope) => scope.by(kind, "address", reference))[0];
  if (named?.cert === undefined) throw invalid(`trusted_cas.${field}: there is no CA ${reference} with a certificate`);
  return named.uri;
}

function urisOf<T extends Authority>(
  call: Call,
  kind: Kind<T>,
  field: "local" | "external",
  sent: readonly string[] | undefined,
  before: readonly string[],
): readonly string[] {
  if (sent === undefined) return before;
  // What is trusted already stays possible, whatever became of it.
  return [...new Set(sent.map((one) => (before.includes(one) ? one : uriOf(call, kind, field, one))))];
}

function changeInterface(call: Call): object {
  onlyFromRoot(call);
  const before = call.target(interfaces, "interface");
  const { trusted_cas, ...rest } = change(call.body, before);
  const sent = call.body.object("trusted_cas") === undefined ? undefined : trusted_cas;
  const { local, external } = before.trusted_cas;
  const trusted = {
    local: urisOf(call, localCas, "local", sent?.local, local),
    external: urisOf(call, externalCas, "external", sent?.external, external),
  };
  return shown(call.change(interfaces, before, { ...rest, trusted_cas: trusted }));
}

/** Interfaces of the appliance: a changed one has to be restarted. */
export const interfaceOperations: Operations = {
  "GET /configs/interfaces/": (call) => {
    onlyFromRoot(call);
    return list(call, {
      kind: interfaces,
      view: shown,
      filters: ["name", "interface_type", "port", "enabled", "mode"],
    });
  },
  "GET /configs/interfaces/{interface}": (call) => {
    onlyFromRoot(call);
    return shown(call.target(interfaces, "interface"));
  },
  "PATCH /configs/interfaces/{interface}": changeInterface,
};

import type { Authority } from "../ca/records";
import { addresses, rootDomain, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";

/** The URIs of authorities, by where the service has them. */
export interface TrustedCas {
  readonly local: readonly string[];
  readonly external: readonly string[];
}

/** A network interface of the appliance. */
export interface Interface extends Header {
  readonly name: string;
  readonly interface_type: string;
  readonly mode: string;
  readonly cert_user_field: string;
  readonly port: number;
  readonly network_interface: string;
  readonly enabled: boolean;
  readonly trusted_cas: TrustedCas;
  /** What it trusted when it was last started: that is what counts. */
  readonly hidden: { readonly started: TrustedCas };
}

export const interfaces = defineKind<Interface>("interfaces", { address: addresses });

/** The interface that serves this API. */
export const web = "web";

export function webOf(scope: Scope): Interface | undefined {
  return scope.in(rootDomain).find(interfaces, web);
}

/** A new service trusts these authorities on its web interface. */
export function seedWeb(scope: Scope, trusted_cas: TrustedCas): void {
  scope.put(interfaces, {
    ...scope.header("admin:interfaces"),
    name: web,
    interface_type: web,
    mode: "tls-cert-opt-pw-opt",
    cert_user_field: "CN",
    port: 443,
    network_interface: "all",
    enabled: true,
    trusted_cas,
    hidden: { started: trusted_cas },
  });
}

/** A started interface trusts what it is configured to trust. */
export function start(scope: Scope, one: Interface): void {
  scope.put(interfaces, { ...one, hidden: { started: one.trusted_cas } });
}

/** Whether clients may present certificates of that authority to the web interface at this moment. */
export function isTrusted(scope: Scope, ca: Authority): boolean {
  const { local = [], external = [] } = webOf(scope)?.hidden.started ?? {};
  return local.includes(ca.uri) || external.includes(ca.uri);
}

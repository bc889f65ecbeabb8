import { defineKind } from "../../core/store";
import type { OfferedContainer } from "../../shared/cloud/offered";

/** A domain of a DSM as a container of keys. */
export interface Domain extends OfferedContainer {
  readonly cloud_name: "dsm";
  readonly description: string;
  readonly dsm_params: {
    readonly id: number;
    readonly url: string;
    readonly name: string;
    readonly adminType: string;
    readonly kmipEnabled: boolean;
    readonly fingerprintRegistrationDisabled: boolean;
  };
  readonly hidden: { readonly place: string };
}

export const domains = defineKind<Domain>("dsm-domains", {
  address: (domain) => [domain.dsm_params.name, domain.uri, domain.uri.slice(domain.uri.lastIndexOf(":") + 1)],
  connection: (domain) => domain.connection,
  place: (domain) => domain.hidden.place,
});

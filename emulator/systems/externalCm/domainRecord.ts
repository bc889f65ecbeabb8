import { addresses } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { OfferedContainer } from "../../shared/cloud/offered";

/** A domain of another manager as a container of keys. */
export interface Domain extends OfferedContainer {
  readonly name: string;
  /** Id of the domain at the other manager. */
  readonly domain_id: string;
  readonly cloud_name: "external-cm";
}

export const domains = defineKind<Domain>("external-cm-domains", {
  address: addresses,
  domain_id: (domain) => domain.domain_id,
  connection: (domain) => domain.connection,
});

import { offeredKind, type OfferedContainer } from "../../shared/cloud/offered";

/** A group of SAP Data Custodian as a container of keys. */
export interface Group extends OfferedContainer {
  readonly name: string;
  readonly group_id: string;
  readonly cloud_name: "sap";
  readonly application: string;
  readonly tier: string;
  readonly region: string;
  readonly provider: string;
  readonly key_store_name: string;
  readonly creator_name: string;
  readonly tenant: string;
}

export const groups = offeredKind<Group>("sap-groups", "group_id");

import type { Api, Wire } from "../api/client";
import { idIn } from "../api/responses";

/** What a SAP Data Custodian connection can see before anything is added. */

/** Arguments of `getSapGroups`. */
export interface GetSapGroupsArgs {
  /** Id of the `SapConnection` to look through; it must be `ready`. */
  connection: string;
}

/** A group that a connection reaches. */
export interface FoundSapGroup {
  /** Id of the group in SAP Data Custodian: the argument `groupId` of a `SapGroup`. */
  groupId: string;
  /** Name of the group. */
  name?: string;
  /** Application that the group's keys protect, such as `HANA` or `S4H`. */
  application?: string;
  /** Id of the keystore that holds the group's keys. */
  keystoreId?: string;
  /** Name of who made the group. */
  creatorName?: string;
}

const pageSize = 100;

/**
 * This list has pages of its own: `top` and `skip`, and no total; a page that is not full is the
 * last.
 */
export async function findSapGroups(api: Api, { connection }: GetSapGroupsArgs): Promise<FoundSapGroup[]> {
  const groups: FoundSapGroup[] = [];
  for (;;) {
    const body = { connection, top: pageSize, skip: groups.length };
    const response = await api.post("/cckm/sap/get-groups", body, { repeatable: true, expect: "items" });
    const page = (response.value ?? []) as Wire[];
    groups.push(...page.map(found));
    if (page.length < pageSize) return groups;
  }
}

function found(one: Wire): FoundSapGroup {
  return {
    groupId: idIn(one),
    name: one.name as string | undefined,
    application: one.application as string | undefined,
    keystoreId: one.keystoreId as string | undefined,
    creatorName: (one.meta as Wire | undefined)?.creatorName as string | undefined,
  };
}

import * as z from "zod";
import { segment, type Api } from "../../api/client";
import { defineResource, type Failure } from "../../engine/definition";
import { ociConnection } from "./connection";
import { ocid } from "./ocid";

/** An Oracle Cloud tenancy as the service knows it: what vaults and external vaults belong to. Destroying it forgets the record; nothing in Oracle Cloud changes. */
export const ociTenancy = defineResource({
  type: "OciTenancy",
  path: "/cckm/oci/tenancy",
  feature: "CCKM",
  label: ({ tenancy, tenancyOcid, connection }) => (tenancy ?? tenancyOcid ?? connection) as string | undefined,
  inputs: {
    /** Id of an `OciConnection` whose tenancy is meant; it must be, or become, `ready`. Either this or `tenancyOcid` with `tenancy`. A change replaces the record. */
    connection: z.string().min(1).optional(),
    /** OCID of a tenancy that the service has no connection to. Needs `tenancy`. Default: the connection's. A change replaces the record. */
    tenancyOcid: ocid("tenancy").optional(),
    /** Name of that tenancy. Needs `tenancyOcid`. Default: what Oracle Cloud calls the connection's tenancy. A change replaces the record. */
    tenancy: z.string().min(1).optional(),
  },
  outputs: {},
  // Which tenancy a connection leads to is not known beforehand, so any two may be the same one: the old record goes first.
  unique: [[]],
  immutable: ["connection", "tenancyOcid", "tenancy"],
  computed: ["tenancyOcid", "tenancy"],
  needs: { connection: ociConnection },
  filters: ["id", "tenancy", "tenancyOcid"],
  hooks: {
    check({ connection, tenancyOcid, tenancy }): Failure[] {
      if (connection !== undefined) {
        if (tenancyOcid === undefined && tenancy === undefined) return [];
        return [{ property: "connection", reason: "excludes tenancyOcid and tenancy: the connection tells both" }];
      }
      if (tenancyOcid !== undefined && tenancy !== undefined) return [];
      return [
        { property: "connection", reason: "or tenancyOcid and tenancy are required: say which tenancy is meant" },
      ];
    },
    create: ({ api }, body) => api.post("/cckm/oci/add-tenancy", body),
    async find({ api, inputs }) {
      const tenancy_ocid = inputs.tenancyOcid ?? (await ocidOf(api, inputs.connection!));
      const found = await api.list("/cckm/oci/tenancy", { tenancy_ocid });
      return found.filter((one) => one.tenancy_ocid === tenancy_ocid);
    },
  },
});

async function ocidOf(api: Api, connection: string): Promise<string> {
  return String((await api.get(`${ociConnection.path}/${segment(connection)}`)).tenancy_ocid);
}

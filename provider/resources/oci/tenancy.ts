import * as z from "zod";
import { segment, type Api } from "../../api/client";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field } from "../../lifecycle/vocabulary/field";
import { ociConnection } from "./connection";
import { ocid } from "./ocid";

/**
 * An Oracle Cloud tenancy as the service knows it: what vaults and external vaults belong to.
 * Destroying it deletes the service's record; nothing in Oracle Cloud changes.
 */
export const ociTenancy = defineResource({
  type: "OciTenancy",
  role: "container",
  path: "/cckm/oci/tenancy",
  createPath: "/cckm/oci/add-tenancy",
  label: ({ tenancy, tenancyOcid, connection }) => (tenancy ?? tenancyOcid ?? connection) as string | undefined,
  inputs: {
    /**
     * Id of an `OciConnection` whose tenancy is meant; it must be, or become, `ready`. Either this
     * or `tenancyOcid` with `tenancy`.
     */
    connection: field(z.string().min(1).optional(), { ref: ociConnection, holds: true, change: "replace" }),
    /**
     * OCID of a tenancy that the service has no connection to. Needs `tenancy`. Default: the
     * connection's.
     */
    tenancyOcid: field(ocid("tenancy").optional(), { change: "replace", absent: "theirs" }),
    /**
     * Name of that tenancy. Needs `tenancyOcid`. Default: what Oracle Cloud calls the connection's
     * tenancy.
     */
    tenancy: field(z.string().min(1).optional(), { change: "replace", absent: "theirs" }),
  },
  outputs: {},
  // Which tenancy a connection leads to is not known beforehand, so any two may be the same one: the old record goes first.
  unique: [[]],
  filters: ["id", "tenancy", "tenancyOcid"],
  rules: [{ choose: ["connection", ["tenancyOcid", "tenancy"]], because: "the connection determines the tenancy" }],
  hooks: {
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

import { body, text } from "../../core/body";
import { collection, freely } from "../../core/collection";
import { created, shown } from "../../core/response";
import { conflict, invalid } from "../../core/errors";
import { addresses, type Call, type Header, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { readyConnection } from "../../shared/containerConnection";
import { notAuthorizedOrNotFound } from "./cloud/errors";
import { describeCompartment } from "./lookups";
import { reachTenancy } from "./vault";

/** A tenancy as the service knows it. */
interface TenancyRecord extends Header {
  readonly cloud_name: "oci";
  /** Its name. */
  readonly tenancy: string;
  readonly tenancy_ocid: string;
  /** Id of the connection; "" where it was added by its OCID. */
  readonly connection: string;
}

/** A compartment as the service knows it. */
interface CompartmentRecord extends Header {
  readonly cloud_name: "oci";
  readonly name: string;
  readonly description: string;
  readonly compartment_id: string;
  readonly lifecycle_state: string;
  readonly tenancy: string;
  readonly connection: string;
}

export const tenancyRecords = defineKind<TenancyRecord>("oci-tenancies", {
  address: addresses,
  tenancy: (record) => record.tenancy,
  tenancy_ocid: (record) => record.tenancy_ocid,
  connection: (record) => record.connection,
});

export const compartmentRecords = defineKind<CompartmentRecord>("oci-compartments", {
  address: addresses,
  compartment_id: (record) => record.compartment_id,
  connection: (record) => record.connection,
});

const named = body({ tenancy_ocid: text.required, tenancy: text.required });

function addTenancy(call: Call): object {
  const byConnection = call.body.has("connection");
  if (byConnection === (call.body.has("tenancy_ocid") || call.body.has("tenancy")))
    throw invalid("either connection, or tenancy_ocid with tenancy, is required");
  const connection = byConnection ? readyConnection(call, "oci", "OCI") : undefined;
  const cloud = connection && reachTenancy(call, connection);
  const { tenancy_ocid, tenancy } = cloud ? { tenancy_ocid: cloud.id, tenancy: cloud.name } : named(call.body);
  if (!tenancy_ocid.startsWith("ocid1.tenancy.")) throw invalid("tenancy_ocid must be the OCID of a tenancy");
  const taken =
    call.by(tenancyRecords, "tenancy_ocid", tenancy_ocid)[0] ?? call.by(tenancyRecords, "tenancy", tenancy)[0];
  if (taken !== undefined) throw conflict(`the tenancy ${tenancy} exists already`);
  const header = call.header("cckm:oci-tenancy");
  const about = { tenancy, tenancy_ocid, connection: connection?.id ?? "" };
  return created(shown(call.put(tenancyRecords, { ...header, cloud_name: "oci", ...about })));
}

function addCompartments(call: Call): object {
  const connection = readyConnection(call, "oci", "OCI");
  const cloud = reachTenancy(call, connection);
  const compartments = call.body.requiredTexts("compartment_id").map((ocid) => {
    const found = cloud.compartments.find((one) => one.ocid === ocid);
    if (found === undefined) throw notAuthorizedOrNotFound(`The compartment ${ocid}`);
    if (call.by(compartmentRecords, "compartment_id", ocid).length > 0)
      throw conflict(`the compartment ${found.name} was added already`);
    const record: CompartmentRecord = {
      ...describeCompartment(found),
      ...call.header("cckm:oci-compartment"),
      cloud_name: "oci",
      name: found.name,
      description: found.description,
      lifecycle_state: "ACTIVE",
      compartment_id: ocid,
      tenancy: cloud.name,
      connection: connection.id,
    };
    return shown(call.put(compartmentRecords, record));
  });
  return created({ compartments });
}

export const tenancyOperations: Operations = {
  "POST /cckm/oci/add-tenancy": addTenancy,
  ...collection<TenancyRecord>({
    kind: tenancyRecords,
    path: "/cckm/oci/tenancy",
    filters: ["id", "tenancy", "tenancy_ocid", "connection", "cloud_name"],
    remove: freely,
  }),
  "POST /cckm/oci/add-compartments": addCompartments,
  ...collection<CompartmentRecord>({
    kind: compartmentRecords,
    path: "/cckm/oci/compartments",
    filters: ["id", "name", "compartment_id", "tenancy", "connection", "cloud_name"],
    remove: freely,
  }),
};

import { created, shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { addresses, type Call, type Header } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { readyConnection } from "../../shared/container-connection";
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

function addTenancy(call: Call): object {
  const { body } = call;
  const byConnection = body.has("connection");
  if (byConnection === (body.has("tenancy_ocid") || body.has("tenancy")))
    throw invalid("either connection, or tenancy_ocid with tenancy, is required");
  const connection = byConnection ? readyConnection(call, "oci", "OCI") : undefined;
  const cloud = connection && reachTenancy(call, connection);
  const tenancy_ocid = cloud?.id ?? body.requiredText("tenancy_ocid");
  const tenancy = cloud?.name ?? body.requiredText("tenancy");
  if (!tenancy_ocid.startsWith("ocid1.tenancy.")) throw invalid("tenancy_ocid must be the OCID of a tenancy");
  const taken =
    call.by(tenancyRecords, "tenancy_ocid", tenancy_ocid)[0] ?? call.by(tenancyRecords, "tenancy", tenancy)[0];
  if (taken !== undefined) throw conflict(`the tenancy ${tenancy} exists already`);
  const header = call.header("cckm:oci-tenancy");
  const record: TenancyRecord = {
    ...header,
    cloud_name: "oci",
    tenancy,
    tenancy_ocid,
    connection: connection?.id ?? "",
  };
  return created(shown(call.put(tenancyRecords, record)));
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
  "GET /cckm/oci/tenancy": (call) =>
    list(call, {
      kind: tenancyRecords,
      view: shown,
      filters: ["id", "tenancy", "tenancy_ocid", "connection", "cloud_name"],
    }),
  "GET /cckm/oci/tenancy/{id}": (call) => shown(call.target(tenancyRecords)),
  "DELETE /cckm/oci/tenancy/{id}": (call) => call.remove(tenancyRecords, call.target(tenancyRecords)),
  "POST /cckm/oci/add-compartments": addCompartments,
  "GET /cckm/oci/compartments": (call) =>
    list(call, {
      kind: compartmentRecords,
      view: shown,
      filters: ["id", "name", "compartment_id", "tenancy", "connection", "cloud_name"],
    }),
  "GET /cckm/oci/compartments/{id}": (call) => shown(call.target(compartmentRecords)),
  "DELETE /cckm/oci/compartments/{id}": (call) => call.remove(compartmentRecords, call.target(compartmentRecords)),
};

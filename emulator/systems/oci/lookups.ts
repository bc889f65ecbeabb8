import { invalid } from "../../core/errors";
import { outside, type Call, type Operations } from "../../core/scope";
import { namedConnection } from "../../shared/containerConnection";
import { notAuthorizedOrNotFound } from "./cloud/errors";
import { reachTenancy } from "./vault";
import { cloudVaults, type Compartment, type Tenancy } from "./world/tenancies";

const tenancy = (call: Call): Tenancy => reachTenancy(call, namedConnection(call, "oci", "OCI"));

/** The compartment that a lookup names. */
function compartment(call: Call, { compartments }: Tenancy): Compartment {
  const ocid = call.body.requiredText("compartment_id");
  const found = compartments.find((one) => one.ocid === ocid);
  if (found?.accessible !== true) throw notAuthorizedOrNotFound(`The compartment ${ocid}`);
  return found;
}

/** One page of what Oracle Cloud returns; `ociNextPage` is absent on the last. */
function page(call: Call, items: readonly object[]): object {
  const limit = call.body.integer("limit", 1, 1000) ?? 100;
  const token = call.body.text("ociNextPage");
  const start = token === undefined ? 0 : Number(/^page-(\d+)$/.exec(token)?.[1] ?? NaN);
  if (Number.isNaN(start)) throw invalid(`ociNextPage is not a page: "${token}"`);
  const end = start + limit;
  return { data: items.slice(start, end), ...(end < items.length ? { ociNextPage: `page-${end}` } : {}) };
}

/** A compartment as the service records it. */
export const describeCompartment = (one: Compartment): object => ({
  compartment_id: one.ocid,
  parent_compartment_id: one.parent,
  ...factsOf(one),
});

/** The same in the words of Oracle Cloud, which a lookup passes on. */
const found = (one: Compartment): object => ({ id: one.ocid, compartment_id: one.parent, ...factsOf(one) });

function factsOf(one: Compartment): object {
  return {
    name: one.name,
    description: one.description,
    time_created: one.createdAt,
    lifecycle_state: "ACTIVE",
    inactive_status: 0,
    is_accessible: one.accessible,
    freeform_tags: one.freeformTags,
    defined_tags: {},
  };
}

function listVaults(call: Call): object {
  const own = tenancy(call);
  const { ocid } = compartment(call, own);
  const region = call.body.requiredText("region");
  if (!own.regions.includes(region)) throw invalid(`the tenancy ${own.name} is not subscribed to the region ${region}`);
  const found = call.in(outside).by(cloudVaults, "place", `${ocid}/${region}`);
  return page(
    call,
    found.map((vault) => ({
      vault_id: vault.id,
      display_name: vault.displayName,
      compartment_id: vault.compartment,
      lifecycle_state: vault.state,
      management_endpoint: `https://${vault.id.slice(-12)}-management.kms.${vault.region}.oraclecloud.com`,
      time_created: vault.createdAt,
      vault_type: vault.type,
      freeform_tags: vault.freeformTags,
      defined_tags: {},
    })),
  );
}

function listBuckets(call: Call): object {
  const own = tenancy(call);
  const { ocid, createdAt } = compartment(call, own);
  const found = own.buckets.filter((bucket) => bucket.compartment === ocid);
  return page(
    call,
    found.map(({ name }) => ({
      name,
      namespace: own.namespace,
      compartment_id: ocid,
      time_created: createdAt,
      freeform_tags: {},
      defined_tags: {},
    })),
  );
}

/** Questions to Oracle Cloud that store nothing. */
export const lookupOperations: Operations = {
  "POST /cckm/oci/get-subscribed-regions": (call) => ({ regions: tenancy(call).regions }),
  "POST /cckm/oci/get-compartments": (call) => page(call, tenancy(call).compartments.map(found)),
  "POST /cckm/oci/get-defined-tags": (call) =>
    page(
      call,
      tenancy(call).tagNamespaces.map(({ name, tags }) => ({
        namespace: name,
        tags: tags.map((tag) => ({ name: tag })),
      })),
    ),
  "POST /cckm/oci/get-vaults": listVaults,
  "POST /cckm/oci/storage/list-buckets": listBuckets,
};

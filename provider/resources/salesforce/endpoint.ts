import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, named, ref } from "../../lifecycle/vocabulary/field";
import { salesforceOrganization } from "./organization";

const path = "/cckm/sfdc/endpoints";

/**
 * Endpoint from which Salesforce requests cache-only keys: a named credential in Salesforce points
 * at `endpointUrl`, with this login. Destroying it leaves the endpoint (see `onDestroy`).
 */
export const salesforceEndpoint = defineResource({
  type: "SalesforceEndpoint",
  path,
  inputs: {
    /** Name of the endpoint, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /** Id of the `SalesforceOrganization` whose keys it hands out. */
    organization: ref(salesforceOrganization, { change: "replace", wire: "organization_id" }),
    /**
     * Host name at which Salesforce reaches this service. Updated in place, and changes
     * `endpointUrl`.
     */
    urlHostname: z.string().min(1),
    /** Login that Salesforce uses. Secret as a whole; the password is never returned. */
    passwordAuthentication: field(
      z.object({
        /** Name of the user. */
        username: z.string().min(1),
        /** Password of the user. */
        password: z.string().min(1),
      }),
      { seen: "never", secret: true },
    ),
    /**
     * On destroy, `retain` leaves the endpoint, so that Salesforce goes on reading its cache-only
     * keys. `remove` deletes it, and what they protect can no longer be read.
     */
    onDestroy: onDestroy({ retain: [], remove: ["DELETE"] }),
  },
  outputs: {
    /** Address at which Salesforce requests keys. */
    endpointUrl: z.string().optional(),
  },
  filters: ["id", "name", "organizationId"],
});

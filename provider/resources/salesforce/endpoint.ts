import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { salesforceOrganization } from "./organization";

const path = "/cckm/sfdc/endpoints";

/** Where Salesforce asks this service for cache-only keys: a named credential in Salesforce points at `endpointUrl`, with this login. Destroying it leaves the endpoint (see `onDestroy`). */
export const salesforceEndpoint = defineResource({
  type: "SalesforceEndpoint",
  path,
  feature: "CCKM",
  inputs: {
    /** Name of the endpoint, unique in the service. Default: the resource's name in the program. A change replaces the endpoint. */
    name: namedAfterResource(z.string().min(1)),
    /** Id of the `SalesforceOrganization` whose keys it hands out. A change replaces the endpoint. */
    organization: z.string().min(1),
    /** Host name at which Salesforce reaches this service. Changes in place, and changes `endpointUrl`. */
    urlHostname: z.string().min(1),
    /** Login that Salesforce uses. Secret as a whole; the password is never returned. Changes in place. */
    passwordAuthentication: z.object({
      /** Name of the user. */
      username: z.string().min(1),
      /** Password of the user. */
      password: z.string().min(1),
    }),
    /** What destroying the resource does: `retain` leaves the endpoint, so that Salesforce goes on reading its cache-only keys; `remove` deletes it, and what they protect can then no longer be read. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "remove"]).default("retain"),
  },
  outputs: {
    /** Address at which Salesforce asks for keys. */
    endpointUrl: z.string().optional(),
  },
  keepsPlace: { retain: "every" },
  immutable: ["name", "organization"],
  secret: ["passwordAuthentication"],
  writeOnly: ["passwordAuthentication"],
  local: ["onDestroy"],
  needs: { organization: salesforceOrganization },
  filters: ["id", "name", "organizationId"],
  wire: { organization: "organization_id" },
  hooks: {
    async remove({ api, inputs }, id) {
      if (inputs.onDestroy === "remove") await api.delete(`${path}/${segment(id)}`);
    },
  },
});

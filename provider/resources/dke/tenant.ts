import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { uuid } from "../../lifecycle/values/diff";
import { field, named, open } from "../../lifecycle/vocabulary/field";
import { azureConnection } from "../azure/connection";

/**
 * A Microsoft tenant whose users can open documents through `DkeEndpoint`s. Destroying it removes
 * it from the service, unless endpoints authorize it.
 */
export const dkeTenant = defineResource({
  type: "DkeTenant",
  role: "container",
  path: "/cckm/microsoft/dke/auth-tenants",
  inputs: {
    /** Name of the authorized tenant, unique in the service. */
    name: named(z.string().min(1)),
    /** Id of the Microsoft tenant, a UUID. */
    tenantId: field(z.string().regex(uuid, "must be the id of a Microsoft tenant, a UUID"), { change: "replace" }),
    /**
     * Issuer of the tokens that users present, an https URL. Default: the service's choice,
     * `https://sts.windows.net/<tenantId>/` (the API's public sources do not show this).
     */
    issuer: field(z.string().startsWith("https://", "must be an https URL").optional(), { absent: "theirs" }),
    /**
     * Who is let in: `email` for the addresses of `authorizedEmailAddresses`, `role` for holders of
     * `authorizedRoles`.
     */
    authorizationType: field(open(["email", "role"]), { guards: true }),
    /** E-mail addresses that are let in, with the wildcards `*` and `?`. Required for `email`. */
    authorizedEmailAddresses: field(z.array(z.string().min(1)).default([]), { as: "set", guards: true }),
    /** Directory roles whose holders are let in; `getDkeRoles` lists them. Required for `role`. */
    authorizedRoles: field(z.array(z.string().min(1)).default([]), { as: "set", guards: true }),
    /**
     * Id of the `AzureConnection` through which the service looks up who holds a role. Required for
     * `role`; it must be, or become, `ready`.
     */
    connection: field(z.string().min(1).optional(), { ref: azureConnection, holds: true, absent: "keep" }),
    /** Free text. */
    description: z.string().optional(),
  },
  outputs: {},
  filters: ["id", "name", "tenantId", "issuer", "authorizationType", "connection"],
  rules: [
    { when: { authorizationType: "email" }, requires: ["authorizedEmailAddresses"] },
    { when: { authorizationType: "role" }, requires: ["authorizedRoles", "connection"] },
  ],
});

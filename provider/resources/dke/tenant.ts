import * as z from "zod";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { azureConnection } from "../azure/connection";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A Microsoft tenant whose people may open documents through `DkeEndpoint`s. Destroying it removes it from the service, unless endpoints authorize it. */
export const dkeTenant = defineResource({
  type: "DkeTenant",
  path: "/cckm/microsoft/dke/auth-tenants",
  feature: "CCKM",
  inputs: {
    /** Name of the authorized tenant, unique in the service. Default: the resource's name in the program. Changes in place. */
    name: namedAfterResource(z.string().min(1)),
    /** Id of the Microsoft tenant, a UUID. A change replaces the authorized tenant. */
    tenantId: z.string().regex(uuid, "must be the id of a Microsoft tenant, a UUID"),
    /** Issuer of the tokens that people present, an https URL. Default: the service's choice, `https://sts.windows.net/<tenantId>/` (the API's public sources do not show this). Changes in place. */
    issuer: z.string().startsWith("https://", "must be an https URL").optional(),
    /** Who is let in: `email` for the addresses of `authorizedEmailAddresses`, `role` for holders of `authorizedRoles`. Changes in place. */
    authorizationType: z.enum(["email", "role"]),
    /** E-mail addresses that are let in, with the wildcards `*` and `?`. Required for `email`. Order has no meaning. Changes in place. Default: none. */
    authorizedEmailAddresses: z.array(z.string().min(1)).default([]),
    /** Directory roles whose holders are let in; `getDkeRoles` lists them. Required for `role`. Order has no meaning. Changes in place. Default: none. */
    authorizedRoles: z.array(z.string().min(1)).default([]),
    /** Id of the `AzureConnection` through which the service looks up who holds a role. Required for `role`; it must be, or become, `ready`. Changes in place; once set, the service cannot empty it. */
    connection: z.string().min(1).optional(),
    /** Free text. Changes in place. Default: none. */
    description: z.string().optional(),
  },
  outputs: {},
  immutable: ["tenantId"],
  unordered: ["authorizedEmailAddresses", "authorizedRoles"],
  computed: ["issuer"],
  sticky: ["connection"],
  needs: { connection: azureConnection },
  filters: ["id", "name", "tenantId", "issuer", "authorizationType", "connection"],
  hooks: {
    check({ authorizationType, authorizedEmailAddresses = [], authorizedRoles = [], connection }): Failure[] {
      const needed = {
        email: { authorizedEmailAddresses: authorizedEmailAddresses.length > 0 },
        role: { authorizedRoles: authorizedRoles.length > 0, connection: connection !== undefined },
      }[authorizationType ?? "email"];
      if (authorizationType === undefined) return [];
      return Object.entries(needed)
        .filter(([, given]) => !given)
        .map(([property]) => ({ property, reason: `is required with authorizationType "${authorizationType}"` }));
    },
    async users(api, id) {
      const endpoints = await api.list("/cckm/microsoft/dke/endpoints", { auth_tenants: id });
      return endpoints.map(({ name }) => `DkeEndpoint "${String(name)}"`).join(", ") || undefined;
    },
  },
});

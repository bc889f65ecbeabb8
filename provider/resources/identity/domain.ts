import * as z from "zod";
import { defineResource, namedAfterResource } from "../../engine/definition";

/** A child domain: a tenant with users, keys and connections of its own. Destroying it leaves it in the service, unless `onDestroy` says otherwise. */
export const domain = defineResource({
  type: "Domain",
  path: "/domains",
  inputs: {
    /** Name of the domain, unique. Default: the resource's name in the program. A change replaces the domain. */
    name: namedAfterResource(z.string().min(1)),
    /** Ids of the users, `local|<uuid>`, who administer the domain, at least one. Never returned by the service. A change replaces the domain. */
    admins: z.array(z.string()).min(1, "needs at least one user id"),
    /** True to let the domain have users of its own. Default false. A change replaces the domain. */
    allowUserManagement: z.boolean().default(false),
    /** Id of the local CA that signs the domain's own CA. Default: the service's oldest CA. A change replaces the domain. */
    parentCaId: z.string().optional(),
    /** Id of the connection to the HSM that anchors the domain's keys. Default: none. Changes in place; anchoring cannot be undone. */
    hsmConnectionId: z.string().optional(),
    /** Label of the key encryption key in that HSM. Default: none. Changes in place; cannot be removed. */
    hsmKekLabel: z.string().optional(),
    /** Free JSON values by key. Changes in place. Default: none. */
    meta: z.record(z.string(), z.unknown()).default({}),
    /** What destroying the resource does: `retain` leaves the domain in the service; `destroy` deletes it, and leaves the keys in it without an owner. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "destroy"]).default("retain"),
  },
  outputs: {},
  filters: ["name"],
  keepsPlace: { retain: "every" },
  immutable: ["name", "admins", "allowUserManagement", "parentCaId"],
  references: ["admins", "parentCaId"],
  writeOnly: ["admins"],
  unordered: ["admins"],
  computed: ["parentCaId"],
  sticky: ["hsmConnectionId", "hsmKekLabel"],
  local: ["onDestroy"],
  mark: "meta",
  existing: {
    owner: ({ name }) => (name === "root" ? "the service: it is the domain that all others are in" : undefined),
  },
  hooks: {
    async remove({ api, inputs }, id) {
      if (inputs.onDestroy === "destroy") await api.delete(`/domains/${encodeURIComponent(id)}`);
    },
  },
});

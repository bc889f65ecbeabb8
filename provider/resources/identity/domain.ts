import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, named } from "../../lifecycle/vocabulary/field";
import { localCa } from "../clients/localCa";

/**
 * A child domain: a tenant with users, keys and connections of its own. Destroying it leaves it in
 * the service, unless `onDestroy` says otherwise.
 */
export const domain = defineResource({
  type: "Domain",
  path: "/domains",
  role: "domain",
  inputs: {
    /** Name of the domain, unique. */
    name: named(z.string().min(1), { change: "replace" }),
    /** Users who administer the domain, at least one: ids, `local|<uuid>`, or names. */
    admins: field(z.array(z.string()).min(1, "needs at least one user"), {
      ref: "any",
      change: "replace",
      seen: "never",
      as: "set",
    }),
    /** True to let the domain have users of its own. */
    allowUserManagement: field(z.boolean().default(false), { change: "replace", guards: true }),
    /** Id of the local CA that signs the domain's own CA. Default: the service's oldest CA. */
    parentCaId: field(z.string().optional(), {
      ref: "any",
      names: [localCa, "id"],
      holds: true,
      change: "replace",
      absent: "theirs",
    }),
    /**
     * Id of the connection to the HSM that anchors the domain's keys. Updated in place; anchoring
     * cannot be undone.
     */
    hsmConnectionId: field(z.string().optional(), { absent: "keep", guards: true }),
    /** Label of the key encryption key in that HSM. Updated in place; cannot be removed. */
    hsmKekLabel: field(z.string().optional(), { absent: "keep", guards: true }),
    /** Arbitrary JSON values by key. */
    meta: field(z.record(z.string(), z.unknown()).default({}), { as: "merge" }),
    /**
     * On destroy, `retain` leaves the domain in the service. `destroy` deletes it, and leaves the
     * keys in it without an owner.
     */
    onDestroy: onDestroy({ retain: [], destroy: ["DELETE"] }),
  },
  outputs: {},
  filters: ["name"],
  mark: "meta",
  existing: {
    owner: ({ name }) => (name === "root" ? "the service: it is the domain that all others are in" : undefined),
  },
});

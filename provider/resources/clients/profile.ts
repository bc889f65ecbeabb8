import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { externalCa } from "./externalCa";
import { localCa } from "./localCa";
import { csrWire, requestParameters } from "./requestParameters";

const path = "/client-management/profiles";

/**
 * How the certificates of clients are made and renewed: by which CA, for how long, and which groups
 * their owners join. Destroying it does not affect clients that registered with it.
 */
export const clientProfile = defineResource({
  type: "ClientProfile",
  path,
  item: (id) => `${path}/${segment(id)}`,
  inputs: {
    /** Name of the profile, unique. */
    name: named(z.string().min(1)),
    /**
     * Id of the `LocalCa` that signs the clients' certificates, or of the `ExternalCa` that has
     * signed them. Updated in place, for certificates to come.
     */
    ca: field(z.string().min(1).optional(), {
      absent: "theirs",
      names: [[localCa, externalCa], "id"],
      holds: true,
      wire: "ca_id",
    }),
    /**
     * Days for which a client's certificate is valid, at least 1. Updated in place, for
     * certificates to come.
     */
    certDuration: z.number().int().min(1).default(730),
    /**
     * Names of the groups that clients join when they register. Updated in place, for clients to
     * come. Registered ones keep theirs, also those that are removed here, and previews say so.
     */
    groups: field(z.array(z.string()).default([]), {
      as: "set",
      spares:
        "its groups are those of clients to come: registered ones keep theirs, also those that are taken away here, unless the " +
        "argument groups of their RegisteredClient, or RestClient, changes as well",
      guards: true,
    }),
    /**
     * What the service writes into the certificate signing requests that it makes itself, for
     * clients that cannot make a key pair.
     */
    csrParameters: field(requestParameters.optional(), {
      wire: {
        to: "csr_parameters",
        from: "csr_parameters",
        encode: (parameters: Wire) => csrWire(parameters),
        decode: (response: Wire) => csrWire(response, "read"),
      },
    }),
  },
  outputs: {},
  filters: ["name", "caId"],
});

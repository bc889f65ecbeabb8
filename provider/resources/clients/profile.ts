import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { csrWire, requestParameters } from "./requestParameters";

const path = "/client-management/profiles";

/** How the certificates of clients are made and renewed: by which CA, for how long, and which groups their owners join. Destroying it leaves clients that registered with it. */
export const clientProfile = defineResource({
  type: "ClientProfile",
  path,
  item: (id) => `${path}/${segment(id)}`,
  inputs: {
    /** Name of the profile, unique. Default: the resource's name in the program. Changes in place. */
    name: namedAfterResource(z.string().min(1)),
    /** Id of the `LocalCa` that signs the clients' certificates, or of the `ExternalCa` that has signed them. Changes in place, for certificates to come. Default: the service's choice. */
    ca: z.string().min(1).optional(),
    /** Days for which a client's certificate is valid, at least 1. Default 730. Changes in place, for certificates to come. */
    certDuration: z.number().int().min(1).default(730),
    /** Names of the groups that clients join when they register. Order has no meaning. Default: none. Changes in place, for clients to come. */
    groups: z.array(z.string()).default([]),
    /** What the service writes into the certificate signing requests that it makes itself, for clients that cannot make a key pair. Default: none. Changes in place. */
    csrParameters: requestParameters.optional(),
  },
  outputs: {},
  filters: ["name", "caId"],
  unordered: ["groups"],
  computed: ["ca"],
  wire: {
    ca: "ca_id",
    csrParameters: {
      to: "csr_parameters",
      from: "csr_parameters",
      encode: (parameters: Wire) => csrWire(parameters),
      decode: (answer: Wire) => csrWire(answer, "read"),
    },
  },
  hooks: {
    async users(api, id) {
      const tokens = await api.list("/client-management/regtokens/", { client_management_profile_id: id });
      const using = tokens.filter((one) => one.client_management_profile_id === id);
      return using.map((one) => `the registration token ${idIn(one)}`).join(", ") || undefined;
    },
  },
});

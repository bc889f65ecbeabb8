import * as z from "zod";
import type { Wire } from "../../api/client";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { connectionFilters, connectionNames, connectionReady, connectionWire } from "../connections";
import { ocid, ociRegion } from "./ocid";

const path = "/connectionmgmt/services/oci/connections";

/** An Oracle Cloud user's API key, under which the service reaches a tenancy; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless vaults use it; nothing in Oracle Cloud changes. */
export const ociConnection = defineResource({
  type: "OciConnection",
  path,
  inputs: {
    /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place; once set, the service cannot empty it. Default: none. */
    description: z.string().optional(),
    /** OCI region whose endpoints the service calls, one the tenancy is subscribed to, such as `eu-frankfurt-1`. Changes in place and tests the connection again. */
    region: ociRegion,
    /** OCID of the tenancy. Changes in place and tests the connection again. */
    tenancyOcid: ocid("tenancy"),
    /** OCID of the user whose API key it is. Changes in place and tests the connection again. */
    userOcid: ocid("user"),
    /** Fingerprint of the API key: 16 pairs of hexadecimal digits with colons between them. Changes in place and tests the connection again. */
    fingerprint: z
      .string()
      .regex(/^[\da-f]{2}(:[\da-f]{2}){15}$/i, "must be 16 pairs of hexadecimal digits with colons between them"),
    /** The private half of the API key. Secret as a whole; never returned by the service, so that a change made elsewhere is not seen. Changes in place and tests again. */
    credentials: z.object({
      /** The private key, PEM text. */
      keyFile: z.string().min(1),
      /** Pass phrase of the private key. Default: none. */
      passPhrase: z.string().optional(),
    }),
    /** Parts of the service that may use the connection. Default `["cckm"]`, cloud key management. Changes in place. */
    products: z.array(z.string()).min(1, "needs at least one product").default(["cckm"]),
    /** Free JSON values by key. Changes in place; keys can be changed but not removed. Default: none. */
    meta: z.record(z.string(), z.unknown()).optional(),
    /** Labels, text by key. Changes in place. Default: none. */
    labels: z.record(z.string(), z.string()).default({}),
    /** Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. Kept by the provider. */
    readyTimeoutSeconds: z.number().min(1).max(3600).optional(),
  },
  outputs: {
    /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry vaults. */
    state: z.enum(["untested", "testing", "ready", "failed"]),
    /** Why the last test failed, in the service's words; absent when it succeeded. */
    lastConnectionError: z.string().optional(),
  },
  immutable: ["name"],
  secret: ["credentials"],
  writeOnly: ["credentials"],
  together: [["tenancyOcid", "userOcid", "fingerprint", "credentials"]],
  unordered: ["products"],
  merged: ["labels"],
  sticky: ["description", "meta"],
  local: ["readyTimeoutSeconds"],
  wire: connectionWire,
  filters: connectionFilters,
  namesWithin: connectionNames,
  mark: "meta",
  ready: connectionReady(path, ["region", "tenancyOcid", "userOcid", "fingerprint", "credentials"]),
  hooks: {
    async users(api, id) {
      const found = await Promise.all(
        ["vaults", "tenancy", "compartments"].map((list) => api.list(`/cckm/oci/${list}`)),
      );
      const ours = found.flat().filter(({ connection }) => connection === id);
      const nameOf = (one: Wire) => String(one.vault_name ?? one.display_name ?? one.name ?? one.tenancy);
      return ours.map((one) => `"${nameOf(one)}"`).join(", ") || undefined;
    },
  },
});

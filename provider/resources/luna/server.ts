import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field } from "../../lifecycle/vocabulary/field";
import { oneCertificate } from "../pem";

const lunaServers = "/connectionmgmt/services/luna-network/servers";

/**
 * A Luna network HSM that the service may talk to, with the certificate it presents. Destroying it
 * removes it from the service, unless connections use it; nothing in the HSM changes.
 */
export const lunaServer = defineResource({
  type: "LunaServer",
  role: "connection",
  path: lunaServers,
  inputs: {
    /** Host name or address of the HSM, unique among the servers. */
    hostname: field(z.string().min(1), { change: "replace" }),
    /** Certificate that the HSM presents, PEM text. */
    hsmCertificate: field(oneCertificate("an HSM presents one certificate"), { change: "replace" }),
    /** Free text. Changing it forces replacement of the server, which the service cannot change. */
    description: field(z.string().optional(), { change: "replace" }),
    /**
     * Parts of the service that may use the HSM: `cckm`, cloud key management, and
     * `hsm_anchored_domain`.
     */
    products: field(z.array(z.string()).min(1, "needs at least one product").default(["cckm"]), {
      change: "replace",
      as: "set",
    }),
    /** Arbitrary JSON values by key. */
    meta: field(z.record(z.string(), z.unknown()).optional(), { change: "replace" }),
    /** How the service talks to the HSM: `NTLS`, or `STC`, the secure trusted channel. */
    channel: field(z.enum(["NTLS", "STC"]).default("NTLS"), {
      by: { verbs: { STC: "enable-stc", NTLS: "disable-stc" } },
    }),
  },
  outputs: {},
  unique: [["hostname"]],
  mark: "meta",
  filters: ["id", "hostname", "products", "channel"],
});

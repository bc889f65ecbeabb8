import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { defineResource } from "../../engine/definition";

export const lunaServers = "/connectionmgmt/services/luna-network/servers";

/** A Luna network HSM that the service may talk to, with the certificate it presents. Destroying it removes it from the service, unless connections use it; nothing in the HSM changes. */
export const lunaServer = defineResource({
  type: "LunaServer",
  path: lunaServers,
  inputs: {
    /** Host name or address of the HSM, unique among the servers. A change replaces the server. */
    hostname: z.string().min(1),
    /** Certificate that the HSM presents, PEM text. A change replaces the server. */
    hsmCertificate: z.string().min(1),
    /** Free text. A change replaces the server, which the service cannot change. Default: none. */
    description: z.string().optional(),
    /** Parts of the service that may use the HSM: `cckm`, cloud key management, and `hsm_anchored_domain`. Order has no meaning. A change replaces the server. Default `["cckm"]`. */
    products: z.array(z.string()).min(1, "needs at least one product").default(["cckm"]),
    /** Free JSON values by key. A change replaces the server. Default: none. */
    meta: z.record(z.string(), z.unknown()).optional(),
    /** How the service talks to the HSM: `NTLS`, or `STC`, the secure trusted channel. Changes in place. Default `NTLS`. */
    channel: z.enum(["NTLS", "STC"]).default("NTLS"),
  },
  outputs: {},
  label: ({ hostname }) => hostname as string | undefined,
  unique: [["hostname"]],
  immutable: ["hostname", "hsmCertificate", "description", "products", "meta"],
  unordered: ["products"],
  mark: "meta",
  filters: ["id", "hostname", "products", "channel"],
  wire: { channel: { to: false, from: "channel" } },
  actions: [
    {
      inputs: ["channel"],
      async run({ api, inputs }, { id, record }): Promise<Wire> {
        const action = inputs.channel === "STC" ? "enable-stc" : "disable-stc";
        const answer = await api.post(`${lunaServers}/${segment(id)}/${action}`, undefined, { repeatable: true });
        return { ...record, ...answer, channel: inputs.channel };
      },
    },
  ],
  hooks: {
    async users(api, id) {
      const { hostname } = await api.get(`${lunaServers}/${segment(id)}`);
      const connections = await api.list("/connectionmgmt/services/luna-network/connections");
      const named = (one: Wire) => ((one.partitions ?? []) as Wire[]).some((place) => place.hostname === hostname);
      const users = connections.filter(named).map((one) => `LunaConnection "${String(one.name)}"`);
      return users.join(", ") || undefined;
    },
  },
});

import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { nodeProblems, nodeSchema, removeKey, settleNodes } from "../keySources";

export const externalCmServers = "/connectionmgmt/services/external-cm";

// The API's public sources show the paths of this object but not its fields; we chose those of similar objects.
/** Another CipherTrust Manager as this one trusts it: its nodes, and the CAs that signed their certificates. Destroying it ends that trust; nothing at the other manager changes. */
export const externalCmServer = defineResource({
  type: "ExternalCmServer",
  path: externalCmServers,
  inputs: {
    /** Name of the server, unique in the service. Default: the resource's name in the program. A change replaces the server. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. A change replaces the server, which the service cannot change. Default: none. */
    description: z.string().optional(),
    /** Nodes of the other manager with their certificates, at least one. Order has no meaning. Changes in place, one call for each node. */
    nodes: z.array(nodeSchema).min(1, "needs at least one node"),
    /** Ids of local or external CAs of this service whose certificates the nodes may present. Order has no meaning. Changes in place, one call for each CA. Default: none. */
    trustedCas: z.array(z.string().min(1)).default([]),
    /** Free JSON values by key. A change replaces the server. Default: none. */
    meta: z.record(z.string(), z.unknown()).optional(),
  },
  outputs: {},
  immutable: ["name", "description", "meta"],
  unordered: ["nodes", "trustedCas"],
  mark: "meta",
  filters: ["id", "name"],
  wire: {
    trustedCas: { to: false, from: "trusted_cas", decode: (held: HeldCa[]) => held.map((ca) => ca.ca_id ?? ca.id) },
  },
  actions: [
    {
      inputs: ["nodes"],
      async run({ api, inputs }, { id, record }) {
        const item = `${externalCmServers}/${segment(id)}`;
        await settleNodes(api, `${item}/nodes`, record, inputs.nodes);
        return api.get(item);
      },
    },
    {
      inputs: ["trustedCas"],
      run: ({ api, inputs }, { id, record }) => settleCas(api, id, record, inputs.trustedCas),
    },
  ],
  hooks: {
    check: ({ nodes }): Failure[] => nodeProblems(nodes),
    async users(api, id) {
      const { nodes } = await api.get(`${externalCmServers}/${segment(id)}`);
      const hosts = ((nodes ?? []) as Wire[]).map(({ hostname }) => hostname);
      const connections = await api.list("/connectionmgmt/services/cm/connections");
      const uses = (one: Wire) => ((one.nodes ?? []) as Wire[]).some(({ hostname }) => hosts.includes(hostname));
      const users = connections.filter(uses).map((one) => `ExternalCmConnection "${String(one.name)}"`);
      return users.join(", ") || undefined;
    },
  },
});

interface HeldCa {
  id: string;
  ca_id?: string;
}

async function settleCas(api: Api, id: string, record: Wire, wanted: readonly string[]): Promise<Wire> {
  const item = `${externalCmServers}/${segment(id)}`;
  const held = (record.trusted_cas ?? []) as HeldCa[];
  const known = held.map((ca) => ca.ca_id ?? ca.id);
  for (const ca_id of wanted.filter((one) => !known.includes(one))) await api.post(`${item}/ca`, { ca_id });
  for (const ca of held.filter((one) => !wanted.includes(one.ca_id ?? one.id))) {
    await removeKey(api, `${item}/ca/${segment(ca.id)}`);
  }
  return api.get(item);
}

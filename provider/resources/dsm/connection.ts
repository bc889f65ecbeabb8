import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { connectionFilters, connectionNames, connectionReady, connectionWire } from "../connections";
import { nodeProblems, nodeSchema, settleNodes } from "../keySources";

export const dsmConnections = "/connectionmgmt/services/dsm/connections";

/** A Data Security Manager, DSM: its nodes, and a user that may see its domains; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless domains use it; nothing in the DSM changes. */
export const dsmConnection = defineResource({
  type: "DsmConnection",
  path: dsmConnections,
  inputs: {
    /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place; once set, the service cannot empty it. Default: none. */
    description: z.string().optional(),
    /** User at the DSM. Changes in place and tests the connection again. */
    username: z.string().min(1),
    /** Password of the user. Secret; never returned by the service. Changes in place and tests again. */
    password: z.string().min(1),
    /** Number of the DSM domain that the user is restricted to. Changes in place and tests again. Default: the user sees all domains. */
    domainId: z.string().min(1).optional(),
    /** Nodes of the DSM with their certificates, at least one. Order has no meaning. Changes in place, one call for each node, and tests again. */
    nodes: z.array(nodeSchema).min(1, "needs at least one node"),
    /** Parts of the service that may use the connection. Default `["cckm"]`, cloud key management. Order has no meaning. Changes in place. */
    products: z.array(z.string()).min(1, "needs at least one product").default(["cckm"]),
    /** Free JSON values by key. Changes in place; keys can be changed but not removed. Default: none. */
    meta: z.record(z.string(), z.unknown()).optional(),
    /** Labels, text by key. Changes in place. Default: none. */
    labels: z.record(z.string(), z.string()).default({}),
    /** Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. Kept by the provider. */
    readyTimeoutSeconds: z.number().min(1).max(3600).optional(),
  },
  outputs: {
    /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry domains. */
    state: z.enum(["untested", "testing", "ready", "failed"]),
    /** Why the last test failed, in the service's words; absent when it succeeded. */
    lastConnectionError: z.string().optional(),
  },
  immutable: ["name"],
  secret: ["password"],
  writeOnly: ["password"],
  together: [["username", "password", "domainId"]],
  unordered: ["nodes", "products"],
  merged: ["labels"],
  sticky: ["description", "meta"],
  local: ["readyTimeoutSeconds"],
  mark: "meta",
  filters: connectionFilters,
  namesWithin: connectionNames,
  wire: connectionWire,
  ready: connectionReady(dsmConnections, ["username", "password", "domainId", "nodes"]),
  actions: [
    {
      inputs: ["nodes"],
      async run({ api, inputs }, { id, record }) {
        const item = `${dsmConnections}/${segment(id)}`;
        await settleNodes(api, `${item}/nodes`, record, inputs.nodes);
        return api.get(item);
      },
    },
  ],
  hooks: {
    check: ({ nodes }): Failure[] => nodeProblems(nodes),
    async users(api, id) {
      const containers = await api.list("/cckm/dsm/domains", { connection: id });
      const names = containers.map(({ dsm_params }) => String((dsm_params as { name?: string } | undefined)?.name));
      return names.map((name) => `DsmDomain "${name}"`).join(", ") || undefined;
    },
  },
});

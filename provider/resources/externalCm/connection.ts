import * as z from "zod";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { connectionFilters, connectionNames, connectionReady, connectionWire } from "../connections";
import { nodeProblems } from "../keySources";

export const externalCmConnections = "/connectionmgmt/services/cm/connections";

// The API's public sources show the paths of this object but not its fields; we chose those of similar connections.
/** A login to another CipherTrust Manager, whose keys the service then manages; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless domains use it; nothing at the other manager changes. */
export const externalCmConnection = defineResource({
  type: "ExternalCmConnection",
  path: externalCmConnections,
  inputs: {
    /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place; once set, the service cannot empty it. Default: none. */
    description: z.string().optional(),
    /** User at the other manager. Changes in place and tests the connection again. */
    username: z.string().min(1),
    /** Password of the user. Secret; never returned by the service. Changes in place and tests again. */
    password: z.string().min(1),
    /** Name of the domain to log in to at the other manager. Changes in place and tests again. Default: its root domain, from where all its domains are seen. */
    domain: z.string().min(1).optional(),
    /** Nodes of the other manager, at least one. Order has no meaning. Changes in place, all at once, and tests again. */
    nodes: z
      .array(
        z.object({
          /** Host name or address of the node. */
          hostname: z.string().min(1),
          /** Certificate that the node presents, PEM text. Default: the `ExternalCmServer` that names the host says what to trust. */
          serverCertificate: z.string().min(1).optional(),
        }),
      )
      .min(1, "needs at least one node"),
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
  together: [["username", "password", "domain"]],
  unordered: ["nodes", "products"],
  merged: ["labels"],
  sticky: ["description", "meta"],
  local: ["readyTimeoutSeconds"],
  mark: "meta",
  filters: connectionFilters,
  namesWithin: connectionNames,
  wire: connectionWire,
  ready: connectionReady(externalCmConnections, ["username", "password", "domain", "nodes"]),
  hooks: {
    check: ({ nodes }): Failure[] => nodeProblems(nodes),
    async users(api, id) {
      const containers = await api.list("/cckm/external-cm/domains", { connection: id });
      return containers.map((one) => `ExternalCmDomain "${String(one.name)}"`).join(", ") || undefined;
    },
  },
});

import * as z from "zod";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { connectionFilters, connectionNames, connectionReady, connectionWire } from "../connections";

const path = "/connectionmgmt/services/sap-dc/connections";

/** Credentials under which the service reaches a tenant of SAP Data Custodian, those of a user or of a technical user; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless groups use it; nothing in SAP changes. */
export const sapConnection = defineResource({
  type: "SapConnection",
  path,
  inputs: {
    /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place; once set, the service cannot empty it. */
    description: z.string().optional(),
    /** Address of the key management API of SAP Data Custodian, ending in `/kms/v2`. Changes in place and tests the connection again. */
    apiEndpoint: z
      .url({ protocol: /^https$/, error: "must be an https address" })
      .regex(/\/kms\/v2\/?$/, "must end in /kms/v2"),
    /** Login of a user. Either this or `technicalUserCredentials`. Secret as a whole; the secret part is never returned. Changes in place and tests again. */
    userCredentials: z
      .object({
        /** Name of the user. */
        user: z.string().min(1),
        /** Secret of the user. */
        secret: z.string().min(1),
        /** Tenant of SAP Data Custodian that the user belongs to. */
        tenant: z.string().min(1),
      })
      .optional(),
    /** Login of a technical user. Either this or `userCredentials`. Secret as a whole; the secret part is never returned. Changes in place and tests again. */
    technicalUserCredentials: z
      .object({
        /** API key of the technical user. */
        apiKey: z.string().min(1),
        /** Secret of the technical user. */
        secret: z.string().min(1),
      })
      .optional(),
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
    /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry containers. */
    state: z.enum(["untested", "testing", "ready", "failed"]),
    /** Why the last test failed, in the service's words; absent when it succeeded. */
    lastConnectionError: z.string().optional(),
  },
  immutable: ["name"],
  secret: ["userCredentials", "technicalUserCredentials"],
  writeOnly: ["userCredentials", "technicalUserCredentials"],
  together: [["apiEndpoint", "userCredentials", "technicalUserCredentials"]],
  unordered: ["products"],
  merged: ["labels"],
  sticky: ["description", "meta"],
  local: ["readyTimeoutSeconds"],
  wire: connectionWire,
  filters: connectionFilters,
  namesWithin: connectionNames,
  mark: "meta",
  ready: connectionReady(path, ["apiEndpoint", "userCredentials", "technicalUserCredentials"]),
  hooks: {
    check({ userCredentials, technicalUserCredentials }): Failure[] {
      if (userCredentials === undefined && technicalUserCredentials === undefined) {
        return [{ property: "userCredentials", reason: "is required, unless technicalUserCredentials is given" }];
      }
      if (userCredentials === undefined || technicalUserCredentials === undefined) return [];
      return [{ property: "userCredentials", reason: "excludes technicalUserCredentials: choose one" }];
    },
    async users(api, id) {
      const containers = await api.list("/cckm/sap/groups", { connection: id });
      return containers.map((one) => `SapGroup "${String(one.name)}"`).join(", ") || undefined;
    },
  },
});

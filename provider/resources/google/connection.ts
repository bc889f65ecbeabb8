import * as z from "zod";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { connectionFilters, connectionNames, connectionReady, connectionWire } from "../connections";

const path = "/connectionmgmt/services/gcp/connections";

/** A Google service account under which the service reaches one or more Google Cloud projects; tested until `ready` when it is made and when its key file changes. Destroying it removes it from the service, unless key rings use it; nothing in Google changes. */
export const googleConnection = defineResource({
  type: "GoogleConnection",
  path,
  inputs: {
    /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place; once set, the service cannot empty it. */
    description: z.string().optional(),
    /** Key file of the service account: the JSON text as Google hands it out. Secret; never returned by the service, so that a change made elsewhere shows only in `privateKeyId`. Changes in place and tests the connection again. */
    keyFile: z.string().refine(isKeyFile, {
      error:
        "must be the JSON text of a service account's key file, with type, project_id, private_key_id, private_key and client_email",
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
    /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry containers. */
    state: z.enum(["untested", "testing", "ready", "failed"]),
    /** Why the last test failed, in the service's words; absent when it succeeded. */
    lastConnectionError: z.string().optional(),
    /** E-mail address of the service account in the key file. */
    clientEmail: z.string().optional(),
    /** Google's id of the private key in the key file. */
    privateKeyId: z.string().optional(),
  },
  immutable: ["name"],
  secret: ["keyFile"],
  writeOnly: ["keyFile"],
  unordered: ["products"],
  merged: ["labels"],
  sticky: ["description", "meta"],
  local: ["readyTimeoutSeconds"],
  wire: connectionWire,
  filters: connectionFilters,
  namesWithin: connectionNames,
  mark: "meta",
  ready: connectionReady(path, ["keyFile"]),
  hooks: {
    async users(api, id) {
      const rings = await api.list("/cckm/google/key-rings", { connection: id });
      return rings.map((one) => `GoogleKeyRing "${String(one.name)}"`).join(", ") || undefined;
    },
  },
});

/** What a key file must hold for the service to log in with it. */
function isKeyFile(text: string): boolean {
  try {
    const file = JSON.parse(text) as Record<string, unknown>;
    const needed = ["project_id", "private_key_id", "private_key", "client_email"];
    return file.type === "service_account" && needed.every((key) => typeof file[key] === "string" && file[key] !== "");
  } catch {
    return false;
  }
}

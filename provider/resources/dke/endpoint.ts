import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, named } from "../../lifecycle/vocabulary/field";
import { dkeTenant } from "./tenant";

const dkeEndpoints = "/cckm/microsoft/dke/endpoints";

export const endpointPath = (id: string): string => `${dkeEndpoints}/${segment(id)}`;

/** The documentation writes `Archived`; related parts of the service write `archived`. */
const isStatus = (response: Wire, status: string): boolean => String(response.status).toLowerCase() === status;
const isArchived = (response: Wire): boolean => isStatus(response, "archived");
const archive = { verb: "archive", unless: (one: Wire) => (one.status === undefined ? undefined : isArchived(one)) };

/**
 * An endpoint for Microsoft's double key encryption: the key that, beside Microsoft's own, protects
 * the documents of authorized tenants. Destroying it archives it (see `onDestroy`).
 */
export const dkeEndpoint = defineResource({
  type: "DkeEndpoint",
  role: "key",
  path: dkeEndpoints,
  inputs: {
    /** Name of the endpoint, unique in the service. */
    name: named(z.string().min(1)),
    /** Host, or host and port, under which Office reaches the service; it becomes part of `keyUri`. */
    keyUriHostname: z.string().regex(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, "must be a host, or a host and a port"),
    /** Ids of the `DkeTenant`s whose users can use it, at least one. */
    authTenants: field(z.array(z.string().min(1)).min(1, "needs at least one DkeTenant"), {
      ref: dkeTenant,
      holds: true,
      as: "set",
      guards: true,
    }),
    /**
     * Kind of key and padding, such as `RSA_DECRYPT_OAEP_2048_SHA256`. Default that one; the API's
     * public sources do not show the values, so any string is accepted.
     */
    algorithm: field(z.string().min(1).default("RSA_DECRYPT_OAEP_2048_SHA256"), { change: "replace" }),
    /**
     * Id of a key encryption key that exists in the service already, 64 hexadecimal digits.
     * Default: a new one is made. Never returned as such: a rotation changes it. The API's public
     * sources do not show its name; we send `kek_id`.
     */
    existingKekId: field(
      z
        .string()
        .regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits")
        .optional(),
      { ref: "any", change: "replace", seen: "never", wire: { to: "kek_id", from: false } },
    ),
    /** Free text. */
    description: z.string().optional(),
    /** True to record successful calls, too, in the audit trail. */
    enableSuccessAuditEvent: z.boolean().default(true),
    /** Arbitrary JSON values by key. */
    meta: field(z.record(z.string(), z.unknown()).optional(), { as: "merge" }),
    /** False to refuse Office the key: documents can neither be protected nor opened. */
    enabled: field(z.boolean().default(true), {
      by: { verbs: { true: "enable", false: "disable" } },
      wire: { from: (response) => (isArchived(response) ? undefined : !isStatus(response, "disabled")) },
      guards: true,
    }),
    /**
     * True to archive the endpoint. It frees its license, opens no documents, and takes no changes
     * until this is false again, which recovers it.
     */
    archived: field(z.boolean().default(false), {
      by: { verbs: { true: "archive", false: "recover" }, locks: "true" },
      wire: { from: isArchived },
      guards: true,
    }),
    /**
     * Values of any kind. When one changes, the endpoint is rotated at once: it gets a new key, and
     * a new `keyUri`. The first values rotate nothing, nor do any while the endpoint is archived.
     */
    rotationTriggers: field(z.record(z.string(), z.unknown()).optional(), { seen: "local", by: { trigger: "rotate" } }),
    /**
     * On destroy, `archive` archives the endpoint and its keys, which can be recovered. `delete`
     * archives and deletes it: no document that it protected can be opened again. `retain` leaves
     * it as it is. An endpoint that stays keeps its name, and still uses its tenants, which cannot
     * be deleted then.
     */
    onDestroy: onDestroy({ archive: [archive], delete: [archive, "DELETE"], retain: [] }),
  },
  outputs: {
    /** Address of the key, for the label's settings in Microsoft Purview. A rotation changes it. */
    keyUri: z.string().optional(),
    /** Name of the key's current version, `ks-` and 64 hexadecimal digits. A rotation changes it. */
    kekName: z.string().optional(),
    /** Id of the key's current version. A rotation changes it. */
    kekId: z.string().optional(),
    /** Type of the key: `asymmetric`. */
    keyType: z.string().optional(),
    /** `Enabled`, `Disabled` or `Archived`. */
    status: z.string().optional(),
  },
  /** Archived ones are among them. */
  filters: ["id", "name", "algorithm", "status", "keyType", "keyUri", "authTenants"],
  mark: "meta",
  rules: [{ when: { archived: true }, excludes: ["enabled"] }],
});

/** The endpoint, `undefined` when the service has none of that id. */
export function endpointRecord(api: Api, id: string): Promise<Wire | undefined> {
  return ifFound(api.get(endpointPath(id)));
}

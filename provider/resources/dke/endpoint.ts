import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { defineResource, namedAfterResource, type Bag, type Failure } from "../../engine/definition";
import { encodeSome } from "../../engine/wire";
import { dkeTenant } from "./tenant";

export const dkeEndpoints = "/cckm/microsoft/dke/endpoints";

export const endpointPath = (id: string): string => `${dkeEndpoints}/${segment(id)}`;

const settings = ["name", "keyUriHostname", "authTenants", "description", "enableSuccessAuditEvent", "meta"] as const;

/** An endpoint for Microsoft's double key encryption: the key that, beside Microsoft's own, protects the documents of authorized tenants. Destroying it archives it (see `onDestroy`). */
export const dkeEndpoint = defineResource({
  type: "DkeEndpoint",
  path: dkeEndpoints,
  feature: "CCKM",
  inputs: {
    /** Name of the endpoint, unique in the service. Default: the resource's name in the program. Changes in place. */
    name: namedAfterResource(z.string().min(1)),
    /** Host, or host and port, under which Office reaches the service; it becomes part of `keyUri`. Changes in place. */
    keyUriHostname: z.string().regex(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, "must be a host, or a host and a port"),
    /** Ids of the `DkeTenant`s whose people may use it, at least one. Order has no meaning. Changes in place. */
    authTenants: z.array(z.string().min(1)).min(1, "needs at least one DkeTenant"),
    /** Kind of key and padding, such as `RSA_DECRYPT_OAEP_2048_SHA256`. Default that one; the API's public sources do not show the values, so any text is passed on. A change replaces the endpoint and its key. */
    algorithm: z.string().min(1).default("RSA_DECRYPT_OAEP_2048_SHA256"),
    /** Id of a key encryption key that exists in the service already, 64 hexadecimal digits. Default: a new one is made. Never returned as such: a rotation changes it. The API's public sources do not show its name; we send `kek_id`. A change replaces the endpoint. */
    existingKekId: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits")
      .optional(),
    /** Free text. Changes in place. Default: none. */
    description: z.string().optional(),
    /** True to record successful calls, too, in the audit trail. Default true. Changes in place. */
    enableSuccessAuditEvent: z.boolean().default(true),
    /** Free JSON values by key. Changes in place. Default: none. */
    meta: z.record(z.string(), z.unknown()).optional(),
    /** False to refuse Office the key: documents can neither be protected nor opened. Default true. Changes in place. */
    enabled: z.boolean().default(true),
    /** True to put the endpoint away: it frees its licence, opens no documents, and takes no changes until this is false again, which recovers it. Default false. Changes in place. */
    archived: z.boolean().default(false),
    /** Values of any kind; when one changes, the endpoint is rotated at once: it gets a new key, and a new `keyUri`. The first values rotate nothing, nor do any while the endpoint is archived. Default: none. Kept by the provider. */
    rotationTriggers: z.record(z.string(), z.unknown()).optional(),
    /** What destroying the resource does: `archive` puts the endpoint and its keys away, from where they can be recovered; `delete` archives and deletes it, after which no document it protected can ever be opened again; `retain` leaves it as it is. An endpoint that stays keeps its name. Default `archive`. Kept by the provider. */
    onDestroy: z.enum(["archive", "delete", "retain"]).default("archive"),
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
  keepsPlace: { archive: "every", retain: "every" },
  immutable: ["algorithm", "existingKekId"],
  references: ["existingKekId"],
  writeOnly: ["existingKekId"],
  unordered: ["authTenants"],
  local: ["rotationTriggers", "onDestroy"],
  needs: { authTenants: dkeTenant },
  /** Archived ones are among them. */
  filters: ["id", "name", "algorithm", "status", "keyType", "keyUri", "authTenants"],
  mark: "meta",
  wire: {
    existingKekId: { to: "kek_id", from: false },
    enabled: { to: false, from: (answer) => (isArchived(answer) ? undefined : !isStatus(answer, "disabled")) },
    archived: { to: false, from: isArchived },
  },
  actions: [
    {
      // First of all: an archived endpoint refuses everything else.
      inputs: ["archived"],
      run: async ({ api, inputs }, { id, record }) =>
        inputs.archived || !isArchived(record) ? record : act(api, id, "recover"),
    },
    {
      inputs: settings,
      run: ({ api, inputs }, { id, changed }) => api.patch(endpointPath(id), changedSettings(inputs, changed)),
    },
    {
      inputs: ["rotationTriggers"],
      async run({ api, inputs }, { id, record, state }) {
        const isFirst = state.rotationTriggers === undefined || inputs.rotationTriggers === undefined;
        return isFirst || isArchived(record) ? record : api.post(`${endpointPath(id)}/rotate`);
      },
    },
    {
      inputs: ["enabled", "archived"],
      run: async ({ api, inputs }, { id, record }) => {
        const off = isStatus(record, "disabled");
        if (inputs.archived || isArchived(record) || off !== inputs.enabled) return record;
        return act(api, id, inputs.enabled ? "enable" : "disable");
      },
    },
    {
      inputs: ["archived"],
      run: async ({ api, inputs }, { id, record }) =>
        !inputs.archived || isArchived(record) ? record : act(api, id, "archive"),
    },
  ],
  hooks: {
    check({ enabled, archived }): Failure[] {
      if (!archived || enabled !== false) return [];
      return [{ property: "enabled", reason: "has no meaning while archived is true" }];
    },
    async remove({ api, inputs }, id) {
      if (inputs.onDestroy === "retain") return;
      await archive(api, id);
      if (inputs.onDestroy === "delete") await api.delete(endpointPath(id));
    },
  },
});

/** The documentation writes `Archived`; related parts of the service write `archived`. */
function isStatus(answer: Wire, status: string): boolean {
  return String(answer.status).toLowerCase() === status;
}

function isArchived(answer: Wire): boolean {
  return isStatus(answer, "archived");
}

function act(api: Api, id: string, action: string): Promise<Wire> {
  return api.post(`${endpointPath(id)}/${action}`, undefined, { repeatable: true });
}

/** What was taken out of the program is sent as its empty value. */
function changedSettings(inputs: Bag, changed: readonly string[]): Wire {
  const sent = settings.filter((key) => changed.includes(key));
  return encodeSome(dkeEndpoint, { ...inputs, description: inputs.description ?? "", meta: inputs.meta ?? {} }, sent);
}

async function archive(api: Api, id: string): Promise<void> {
  if (isArchived(await api.get(endpointPath(id)))) return;
  await act(api, id, "archive");
}

/** The endpoint, `undefined` when the service has none of that id. */
export function endpointRecord(api: Api, id: string): Promise<Wire | undefined> {
  return ifFound(api.get(endpointPath(id)));
}

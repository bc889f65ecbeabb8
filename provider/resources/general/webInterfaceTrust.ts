import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { isThere } from "../../lifecycle/service/references";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field } from "../../lifecycle/vocabulary/field";
import { builtIn, listLocalCas } from "../clients/builtInCa";
import { changeTrust, isFor, kinds, path, trustedBy, type Kind } from "./webInterface";

const collections: Record<Kind, string> = { local: "/ca/local-cas", external: "/ca/external-cas" };

// The interface always exists; what is managed is one entry of its lists.
/**
 * Trust of the web interface in a CA. Without it the service accepts no client certificate of that
 * CA, neither of registered clients nor of users. The interface restarts when trust begins and
 * ends, which interrupts every client of the appliance for a moment. Other requests of the same
 * Pulumi run wait meanwhile. Its id is the id of the CA, so that `ca: trust.id` makes others wait
 * for it. Other CAs that the interface trusts stay, with one limit. The service replaces the whole
 * list and knows no conditional update. A CA that another client adds between the read and the
 * write that follows at once is lost unnoticed. An overwritten change of its own is noticed, and
 * made again together with what else was lost. After three attempts an error names what is missing.
 * Do not change the list in several runs at the same time. Destroying it ends the trust, also if
 * somebody else began it, and the logins of the CA's clients. Requires the root domain.
 */
export const webInterfaceTrust = defineResource({
  type: "WebInterfaceTrust",
  path,
  item: () => path,
  label: ({ ca }) => String(ca),
  inputs: {
    /**
     * Id of the `LocalCa` or `ExternalCa` to trust; of an intermediate CA, trust those above it,
     * too.
     */
    ca: field(z.string().min(1), { ref: "any", change: "replace" }),
  },
  outputs: {},
  unique: [["ca"]],
  existing: { list: listTrusted, owner: (record) => (record[builtIn] ? "the service: it came with it" : undefined) },
  hooks: {
    async create({ api, inputs: { ca }, progress, label }) {
      const entry = await entryOf(api, ca);
      progress(`${label}: the web interface restarts to trust it`);
      await api.alone(changeTrust, { ...entry, trusted: true });
      return recordOf(ca);
    },
    find: async ({ api, inputs: { ca } }) => ((await trusts(api, ca)) ? [recordOf(ca)] : []),
    read: async (api, id) => ((await trusts(api, id)) ? recordOf(id) : undefined),
    async remove({ api, progress, label }, id) {
      const web = await api.get(path);
      const held = kinds.flatMap((kind) => trustedBy(web, kind).map((uri) => ({ kind, uri })));
      const entries = held.filter(({ uri }) => isFor(uri, id));
      // An interrupted run may have ended the trust, and not restarted the interface.
      if (entries.length === 0) entries.push({ kind: "local", uri: id });
      progress(`${label}: the web interface restarts, and trusts it no longer`);
      await Promise.all(entries.map((entry) => api.alone(changeTrust, { ...entry, trusted: false })));
    },
    async culprit(api, { ca }) {
      for (const kind of kinds) if (await isThere(api, caPath(kind, ca))) return undefined;
      return `ca: the service has no CA with the id "${ca}". Give the id of a LocalCa or an ExternalCa.`;
    },
  },
});

const caPath = (kind: Kind, ca: string) => `${collections[kind]}/${segment(ca)}`;

const recordOf = (ca: string): Wire => ({ id: ca, ca });

async function trusts(api: Api, ca: string): Promise<boolean> {
  const web = await api.get(path);
  return kinds.some((kind) => trustedBy(web, kind).some((entry) => isFor(entry, ca)));
}

/** How the interface names the CA, and in which of its lists. */
async function entryOf(api: Api, ca: string): Promise<{ kind: Kind; uri: string }> {
  const local = await ifFound(api.get(caPath("local", ca)));
  const found = local ?? (await api.get(caPath("external", ca)));
  return { kind: local ? "local" : "external", uri: String(found.uri) };
}

/** Every trusted CA that the service still has. */
async function listTrusted(api: Api): Promise<Wire[]> {
  const web = await api.get(path);
  const cas = [...(await listLocalCas(api)), ...(await api.list(collections.external))];
  const entries = kinds.flatMap((kind) => trustedBy(web, kind));
  return cas
    .filter(({ id }) => entries.some((entry) => isFor(entry, String(id))))
    .map(({ id, [builtIn]: own }) => ({ ...recordOf(String(id)), ...(own ? { [builtIn]: own } : {}) }));
}

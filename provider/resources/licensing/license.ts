import * as z from "zod";
import { defineResource } from "../../engine/definition";
import { ResourceError } from "../../engine/failure";

const path = "/licensing/licenses/";

/** A licence installed in the service. Destroying it takes the licence out of the service, which then refuses what the licence was for. */
export const license = defineResource({
  type: "License",
  path,
  item: (id) => `${path}${encodeURIComponent(id)}`,
  label: ({ feature }) => feature as string | undefined,
  inputs: {
    /** The licence text as delivered. Secret; never returned by the service. A change replaces the licence. */
    license: z.string().min(1),
    /** What the licence is bound to: `instance` or `cluster`. Default `instance`. A change replaces the licence. */
    bindType: z.enum(["instance", "cluster"]).default("instance"),
  },
  outputs: {
    /** The licensed feature. */
    feature: z.string(),
    /** `active`, `inactive` or `expired`. */
    state: z.string(),
    /** `Normal` or `Trial`. */
    licenseType: z.string(),
    /** When it ends, as the service writes it; `no expiration` is possible. */
    expiration: z.string().optional(),
  },
  filters: [],
  immutable: ["license", "bindType"],
  secret: ["license"],
  writeOnly: ["license"],
  wire: { licenseType: { from: "type" } },
  hooks: {
    // The service answers a new licence with an empty body: only the list tells its id.
    async create({ api, label }, body) {
      const before = new Set((await api.list(path)).map((one) => one.id));
      await api.post(path, body, { expect: "silent" });
      const added = (await api.list(path)).find((one) => !before.has(one.id));
      if (added) return added;
      throw new ResourceError(
        `creating ${label} failed: the service accepted the licence but lists none that is new. It may be installed already: adopt it with the argument  adopt: "<its id>".`,
      );
    },
  },
});

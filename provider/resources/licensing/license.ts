import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, open } from "../../lifecycle/vocabulary/field";
import { ResourceError } from "../../lifecycle/vocabulary/failure";

const path = "/licensing/licenses/";

/**
 * A license installed in the service. Destroying it removes the license from the service, which
 * then refuses what it licensed.
 */
export const license = defineResource({
  type: "License",
  path,
  item: (id) => `${path}${segment(id)}`,
  label: ({ feature }) => feature as string | undefined,
  inputs: {
    /** The license string as delivered. */
    license: field(z.string().min(1), { change: "replace", seen: "never", secret: true }),
    /** What the license is bound to: `instance` or `cluster`. */
    bindType: field(open(["instance", "cluster"]).default("instance"), { change: "replace" }),
  },
  outputs: {
    /** The licensed feature. */
    feature: z.string(),
    /** `active`, `inactive` or `expired`. */
    state: z.string(),
    /** `Normal` or `Trial`. */
    licenseType: field(z.string(), { wire: { from: "type" } }),
    /** When it ends, as the service writes it; `no expiration` is possible. */
    expiration: z.string().optional(),
  },
  filters: [],
  hooks: {
    // The service responds to a new license with an empty body: only the list contains its id.
    async create({ api, label }, body) {
      const first = await api.list(path);
      // An empty list would make every license look new: it is not believed at once.
      const before = new Set((first.length > 0 ? first : await api.list(path)).map((one) => one.id));
      await api.post(path, body, { expect: "silent" });
      const all = await api.list(path);
      const [added, ...others] = all.filter((one) => !before.has(one.id));
      if (added && others.length === 0) return added;
      const known = all.map(({ id, feature }) => `${String(id)} (${String(feature)})`).join(", ");
      const advice = known && ` If it was installed before, give the argument adopt its id; the service has: ${known}.`;
      throw new ResourceError(
        `creating ${label} failed: the service accepted the license but lists ${others.length > 0 ? "several new ones" : "no new one"}. Run \`pulumi up\` again.${advice}`,
      );
    },
  },
});

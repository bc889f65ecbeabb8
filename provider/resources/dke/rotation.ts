import type { RotationFacet } from "../system";
import { dkeEndpoints } from "./endpoint";

export const dkeRotation: RotationFacet = {
  list: dkeEndpoints,
  type: ({ status }) => (String(status).toLowerCase() === "archived" ? undefined : "DkeEndpoint"),
  name: ({ name }) => String(name),
  /** An endpoint shows its current version, but not since when. The version of an endpoint that never rotated is its first. */
  facts: (_api, record) => ({
    created: record.createdAt as string,
    rotated: record.kek_version === 0 ? undefined : null,
  }),
};

import { rotationOf } from "../rotation";
import { dkeEndpoint } from "./endpoint";

export const dkeRotation = rotationOf(dkeEndpoint, {
  // An endpoint is in no container: it only names the tenants that may use it.
  containers: false,
  type: ({ status }) => (String(status).toLowerCase() === "archived" ? undefined : "DkeEndpoint"),
  /**
   * An endpoint shows its current version, but not since when. The version of an endpoint that
   * never rotated is its first.
   */
  rotated: ({ kek_version }) => (kek_version === 0 ? undefined : null),
});

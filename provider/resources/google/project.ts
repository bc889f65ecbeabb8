import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field } from "../../lifecycle/vocabulary/field";
import { googleConnection } from "./connection";

/**
 * A Google Cloud project that the service knows; `EkmEndpoint`s need one. Destroying it leaves the
 * project in Google untouched.
 */
export const googleProject = defineResource({
  type: "GoogleProject",
  role: "container",
  path: "/cckm/google/projects",
  inputs: {
    /**
     * Id of the project in Google, such as `acme-prod`. The service has each project once, also
     * that of every `GoogleConnection`: take such a project over with `adopt: true`.
     */
    projectId: field(
      z
        .string()
        .regex(
          /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
          "must be the id of a Google project: 6 to 30 lowercase letters, digits and -",
        ),
      { change: "replace" },
    ),
    /**
     * Id of the `GoogleConnection` to reach the project through; external key management needs
     * none. Default: none, or the one that the service recorded.
     */
    connection: field(z.string().min(1).optional(), { ref: googleConnection, change: "replace", absent: "theirs" }),
    /** True to record successful calls of Google on this project's endpoints in the audit log, too. */
    enableSuccessAuditEvent: z.boolean().default(false),
  },
  outputs: {
    /** Name under which the service shows the project. */
    name: z.string().optional(),
  },
  unique: [["projectId"]],
  filters: ["id", "name", "projectId", "connection", "cloudName"],
});

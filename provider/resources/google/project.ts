import * as z from "zod";
import { defineResource } from "../../engine/definition";
import { googleConnection } from "./connection";

/** A Google Cloud project that the service knows; `EkmEndpoint`s need one. Destroying it leaves the project in Google untouched. */
export const googleProject = defineResource({
  type: "GoogleProject",
  path: "/cckm/google/projects",
  feature: "CCKM",
  label: ({ projectId }) => projectId as string | undefined,
  inputs: {
    /** Id of the project in Google, such as `acme-prod`; once only in the service, which also records the project of every `GoogleConnection`: take that over with `adopt: true`. A change replaces the record. */
    projectId: z
      .string()
      .regex(
        /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
        "must be the id of a Google project: 6 to 30 small letters, digits and -",
      ),
    /** Id of the `GoogleConnection` to reach the project through; external key management needs none. Default: none, or the one that the service recorded. A change replaces the record. */
    connection: z.string().min(1).optional(),
    /** True to record successful calls of Google on this project's endpoints in the audit log, too. Default false. Changes in place. */
    enableSuccessAuditEvent: z.boolean().default(false),
  },
  outputs: {
    /** Name under which the service shows the project. */
    name: z.string().optional(),
  },
  unique: [["projectId"]],
  immutable: ["projectId", "connection"],
  computed: ["connection"],
  needs: { connection: googleConnection },
  filters: ["id", "name", "projectId", "connection", "cloudName"],
});

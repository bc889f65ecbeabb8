import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, ref } from "../../lifecycle/vocabulary/field";
import { clientProfile } from "./profile";

const path = "/client-management/regtokens/";

/**
 * Token with which clients register. Destroying it revokes it; clients that registered with it
 * stay.
 */
export const registrationToken = defineResource({
  type: "RegistrationToken",
  path,
  item: (id) => `${path}${segment(id)}`,
  inputs: {
    /**
     * Id of the `ClientProfile` that clients registered with it follow. Updated in place, for
     * clients to come.
     */
    profile: ref(clientProfile, { holds: true, wire: "client_management_profile_id" }),
    /**
     * How long it can be used: a number with `s`, `m`, `h` or `d`, such as `24h`. Default:
     * unlimited. Never returned; `validUntil` shows the end. Updated in place, counted from then.
     */
    lifetime: field(
      z
        .string()
        .regex(/^[1-9]\d*[smhd]$/, "must be a number with s, m, h or d, such as 24h")
        .optional(),
      { seen: "never" },
    ),
    /** How many clients can register with it, at least 1. Default: the service's choice, any number. */
    maxClients: field(z.number().int().min(1).optional(), { absent: "theirs", guards: true }),
    /** Name prefix of clients that register without a name. */
    namePrefix: field(z.string().optional(), { change: "replace" }),
    /**
     * The profile of another protocol that its clients follow, such as `{ KmipClientProfile: "name"
     * }`.
     */
    label: field(z.record(z.string(), z.string()).default({}), { change: "replace" }),
    /** Labels to find it by. */
    labels: field(z.record(z.string(), z.string()).default({}), { as: "merge" }),
    /** Any values; a change of them creates a new token, for example to replace one that is used up. */
    triggers: field(z.record(z.string(), z.unknown()).default({}), { change: "replace", seen: "local" }),
  },
  outputs: {
    /** The token itself. */
    token: field(z.string(), { seen: "once", secret: true }),
    /** Until when it can be used, RFC 3339; absent if unlimited. */
    validUntil: z.string().optional(),
    /** How many clients have registered with it. */
    clientsRegistered: z.number().default(0),
  },
  mark: "labels",
  existing: { list: "a registration token is returned only when it is created" },
  label: (inputs) => (typeof inputs.namePrefix === "string" ? inputs.namePrefix : undefined),
});

import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource } from "../../engine/definition";
import { clientProfile } from "./profile";

const path = "/client-management/regtokens/";

/** What a client needs once, to register. Destroying it revokes it; clients that registered with it stay. */
export const registrationToken = defineResource({
  type: "RegistrationToken",
  path,
  item: (id) => `${path}${segment(id)}`,
  inputs: {
    /** Id of the `ClientProfile` that clients registered with it follow. Changes in place, for clients to come. */
    profile: z.string().min(1),
    /** How long it can be used: a number with `s`, `m`, `h` or `d`, such as `24h`. Default: without end. Never returned; `validUntil` shows the end. Changes in place, counted from then. */
    lifetime: z
      .string()
      .regex(/^[1-9]\d*[smhd]$/, "must be a number with s, m, h or d, such as 24h")
      .optional(),
    /** How many clients can register with it, at least 1. Default: the service's choice, any number. Changes in place. */
    maxClients: z.number().int().min(1).optional(),
    /** What the names of clients begin with that register without one. Default: none. A change replaces the token. */
    namePrefix: z.string().optional(),
    /** The profile of another protocol that its clients follow, such as `{ KmipClientProfile: "name" }`. Default: none. A change replaces the token. */
    label: z.record(z.string(), z.string()).default({}),
    /** Labels to find it by. Changes in place. Default: none. */
    labels: z.record(z.string(), z.string()).default({}),
    /** Any values; a change of them makes a new token: the way to replace one that is used up. Kept by the provider. Default: none. */
    triggers: z.record(z.string(), z.unknown()).default({}),
  },
  outputs: {
    /** The token itself. Secret. */
    token: z.string(),
    /** Until when it can be used, RFC 3339; absent when there is no end. */
    validUntil: z.string().optional(),
    /** How many clients have registered with it. */
    clientsRegistered: z.number().default(0),
  },
  immutable: ["namePrefix", "label", "triggers"],
  secret: ["token"],
  writeOnly: ["lifetime"],
  merged: ["labels"],
  computed: ["maxClients"],
  local: ["triggers"],
  shownOnce: ["token"],
  needs: { profile: clientProfile },
  wire: { profile: "client_management_profile_id" },
  mark: "labels",
  existing: { list: "the text of a registration token is shown only when it is made" },
  label: (inputs) => (typeof inputs.namePrefix === "string" ? inputs.namePrefix : undefined),
});

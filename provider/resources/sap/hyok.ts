import type { Wire } from "../../api/client";

/** What keystores that stay with the service, and their keys, have in common. */

/** The public sources spell states in several ways. */
const isIn = ({ status }: Wire, state: string): boolean => String(status).toLowerCase() === state;

const isArchived = (record: Wire): boolean => isIn(record, "archived");
const isBlocked = (record: Wire): boolean => record.blocked === true || isIn(record, "blocked");
export const isDisabled = (record: Wire): boolean => record.enabled === false || isIn(record, "disabled");

/** An archived object is not archived again. */
export const archive = {
  verb: "archive",
  unless: (record: Wire) => (record.status === undefined ? undefined : isArchived(record)),
};

/** The calls behind `blocked`. */
export const blocking = {
  by: { verbs: { true: "block", false: "unblock" } },
  wire: { from: isBlocked },
  guards: true,
} as const;

/** The calls behind `archived`: an archived object refuses everything else. */
export const archiving = {
  by: { verbs: { true: "archive", false: "recover" }, locks: "true" },
  wire: { from: isArchived },
} as const;

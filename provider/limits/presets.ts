import type { Limit } from "./limits";

/** Limits of standards that state numbers. A limit with the same conditions takes the place of one. */
export const presets: Readonly<Record<string, readonly Limit[]>> = {
  /**
   * The longest originator usage periods of table 1: of symmetric keys that encrypt or wrap data
   * and of private key-transport and key-agreement keys; of symmetric authentication keys; of
   * private signature keys.
   */
  "nist-sp-800-57": [
    { purpose: "encrypt", every: "730d" },
    { purpose: "mac", every: "730d" },
    { purpose: "sign", every: "1095d" },
  ].map((limit) => ({ ...limit, says: "NIST SP 800-57 Part 1 Rev. 5, section 5.3.6, table 1" }) as Limit),
};

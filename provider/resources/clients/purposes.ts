import type { Wire } from "../../api/client";
import { pick } from "../../lifecycle/values/wire";

/** What the certificates of a CA may be used for: flags in requests, words in responses. */

/** Not part of what makes a CA; read from `purpose`. */
export const purposePlace = (who: "client" | "user") => ({
  to: `allow_${who}_authentication`,
  only: "update" as const,
  from: (response: Wire) => {
    const word = pick(response, `purpose.${who}_authentication`);
    return typeof word === "string" ? word === "Enabled" : word;
  },
});

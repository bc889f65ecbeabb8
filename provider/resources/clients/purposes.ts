import type { Wire } from "../../api/client";
import { pick } from "../../engine/wire";

/** What the certificates of a CA may be used for: flags in requests, words in answers. */

interface Purposes {
  allowClientAuthentication?: boolean;
  allowUserAuthentication?: boolean;
}

/** Not part of what makes a CA; read from `purpose`. */
export const purposePlace = (who: "client" | "user") => ({
  to: false as const,
  from: (answer: Wire) => {
    const word = pick(answer, `purpose.${who}_authentication`);
    return typeof word === "string" ? word === "Enabled" : word;
  },
});

/** The update that sets the flags which were given. */
export function purposeOf({ allowClientAuthentication, allowUserAuthentication }: Purposes): Wire {
  return {
    ...(allowClientAuthentication === undefined ? {} : { allow_client_authentication: allowClientAuthentication }),
    ...(allowUserAuthentication === undefined ? {} : { allow_user_authentication: allowUserAuthentication }),
  };
}

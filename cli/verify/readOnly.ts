import { ApiError } from "../../provider/api/errors";
import type { Clock } from "../../provider/api/clock";
import type { ApiRequest, Send } from "../../provider/api/transport";

/** Sends only what changes nothing, slowly. */

/** The POSTs that only read, beside the login: each looks something up in a cloud or a key manager. */
export const readingPosts: readonly string[] = [
  "/auth/tokens/",
  "/cckm/aws/accounts",
  "/cckm/aws/get-all-regions",
  "/cckm/aws/get-iam-users",
  "/cckm/aws/get-iam-roles",
  "/cckm/aws/get-log-groups",
  "/cckm/aws/custom-key-stores/get-unused-cloudhsm-clusters",
  "/cckm/azure/get-subscriptions",
  "/cckm/azure/get-vaults",
  "/cckm/azure/get-managed-hsms",
  "/cckm/google/get-projects",
  "/cckm/google/get-locations",
  "/cckm/google/get-key-rings",
  "/cckm/oci/get-subscribed-regions",
  "/cckm/oci/get-compartments",
  "/cckm/oci/get-vaults",
  "/cckm/oci/storage/list-buckets",
  "/cckm/sfdc/get-organizations",
  "/cckm/sap/get-groups",
  "/cckm/dsm/get-domains",
  "/cckm/external-cm/get-domains",
  "/cckm/microsoft/dke/get-roles",
];

/** Refuses every request that could change something, before it is sent. */
export function readingOnly(send: Send): Send {
  return async (call) => {
    if (!onlyReads(call)) {
      const facts = { kind: "interrupted", call: `${call.method} ${call.path}` } as const;
      throw new ApiError("nothing was sent: this command only reads", facts);
    }
    return send(call);
  };
}

function onlyReads({ method, path }: ApiRequest): boolean {
  return method === "GET" || (method === "POST" && readingPosts.includes(path));
}

/** At most so many requests a second, evenly spread. */
export function atRate(send: Send, rate: number, clock: Clock, stop: AbortSignal): Send {
  const interval = 1000 / rate;
  let next = 0;
  return async (call) => {
    const now = clock.now();
    const mine = Math.max(now, next);
    next = mine + interval;
    try {
      if (mine > now) await clock.sleep(mine - now, stop);
    } catch {
      throw new ApiError("the call was canceled", { kind: "interrupted", call: `${call.method} ${call.path}` });
    }
    return send(call);
  };
}

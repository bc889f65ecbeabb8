import type { Api, Wire } from "../../api/client";

export const hsmType = "Microsoft.KeyVault/managedHSMs";

/** A subscription as a connection sees it, and the kind of vault that is looked for there. */
interface Place {
  connection: string;
  subscriptionId: string;
  type: string;
}

/** The vaults of a subscription, as Azure describes them, all pages. */
export async function offeredVaults(api: Api, args: Place): Promise<Wire[]> {
  const path = args.type === hsmType ? "/cckm/azure/get-managed-hsms" : "/cckm/azure/get-vaults";
  const found: Wire[] = [];
  let nextLink: unknown = undefined;
  do {
    const body = { connection: args.connection, subscription_id: args.subscriptionId, nextLink };
    const page = await api.post(path, body, { repeatable: true, expect: "items" });
    found.push(...((page.vaults ?? []) as Wire[]));
    // A repeated link must not cause an endless loop.
    nextLink = page.nextLink === nextLink ? undefined : page.nextLink;
  } while (typeof nextLink === "string" && nextLink !== "");
  return found;
}

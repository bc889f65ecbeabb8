import { invalid } from "../../core/errors";
import { outside, type Call, type Operations } from "../../core/scope";
import { namedConnection } from "../../shared/containerConnection";
import { subscriptions, type Subscription } from "./cloud/directory";
import { azureError, cloudVaults, vaultData, type CloudVault } from "./cloud/vault";
import { openDirectory } from "./vaultRecord";

function visible(call: Call): Subscription[] {
  const { tenantId } = openDirectory(call, namedConnection(call, "azure", "Azure"));
  return call.in(outside).by(subscriptions, "tenantId", tenantId);
}

/** Subscriptions as Azure lists them; nothing is stored. */
function getSubscriptions(call: Call): object {
  return visible(call).map(({ subscriptionId, displayName, tenantId, state }) => ({
    id: `/subscriptions/${subscriptionId}`,
    subscriptionId,
    displayName,
    state,
    authorizationSource: "RoleBased",
    tenantId,
    subscriptionPolicies: {
      locationPlacementId: "Public_2014-09-01",
      quotaId: "PayAsYouGo_2014-09-01",
      spendingLimit: "Off",
    },
  }));
}

/** The subscription that a request names, if the connection can see it. */
export function visibleSubscription(call: Call): Subscription {
  const id = call.body.requiredText("subscription_id");
  const found = visible(call).find(({ subscriptionId }) => subscriptionId === id);
  if (found === undefined) throw azureError("SubscriptionNotFound", `The subscription '${id}' could not be found`);
  return found;
}

export function vaultsOf(call: Call, { subscriptionId }: Subscription): CloudVault[] {
  return call.in(outside).by(cloudVaults, "subscriptionId", subscriptionId);
}

const usualPage = 10;
const largestPage = 1000;

/** One page of vaults; `nextLink` leads to the next one and is empty on the last. */
function page(call: Call, managedHsm: boolean): object {
  const found = vaultsOf(call, visibleSubscription(call)).filter((vault) => vault.managedHsm === managedHsm);
  const limit = call.body.integer("limit", 1) ?? usualPage;
  const from = skipOf(call.body.text("nextLink"));
  const to = from + Math.min(limit, largestPage);
  return {
    vaults: found.slice(from, to).map(vaultData),
    connection: call.body.text("connection"),
    subscription_id: call.body.text("subscription_id"),
    nextLink: to < found.length ? `https://management.azure.com/vaults?$skiptoken=${to}` : "",
  };
}

function skipOf(link: string | undefined): number {
  if (link === undefined) return 0;
  const token = /\$skiptoken=(\d+)$/.exec(link)?.[1];
  if (token === undefined) throw invalid("nextLink must be what the page before gave");
  return Number(token);
}

export const lookupOperations: Operations = {
  "POST /cckm/azure/get-subscriptions": getSubscriptions,
  "POST /cckm/azure/get-vaults": (call) => page(call, false),
  "POST /cckm/azure/get-managed-hsms": (call) => page(call, true),
};

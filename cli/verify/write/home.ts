import type { Wire } from "../../../provider/api/client";
import { idOf } from "../../../provider/lifecycle/paths";
import { everySample } from "./clouds/samples";
import { domainDefinition, findDomain, refuseUsed } from "./domain";
import { inventory, kindsOf, type Inventory, type Item } from "./inventory";
import { Life, type Site } from "./life";
import type { Sessions } from "./sessions";
import type { Ground, Sample } from "./sample";

/** The domain that a run works in: one that it makes for itself and removes, or one that exists and is empty. */
export interface Home {
  readonly domain: Wire;
  /** Absent for a domain that existed. */
  readonly own?: { readonly life: Life; readonly site: Site; readonly before: Inventory };
}

export async function openHome(sessions: Sessions, ground: Ground, name: string, tell: Site["log"]): Promise<Home> {
  const site: Site = { ...sessions.root(), run: ground.run, log: tell };
  const existing = await findDomain(site.api, name);
  if (existing) {
    await refuseUsed((await sessions.inside(existing)).api, existing, name);
    return { domain: existing };
  }
  const life = new Life(domainDefinition, await sampleOf(site, name), ground, site);
  tell(`The domain "${name}" is made for this run.`);
  await life.begin();
  const domain = (await findDomain(site.api, name))!;
  const before = await inventory((await sessions.inside(domain)).api, idOf(domainDefinition, domain));
  return { domain, own: { life, site, before } };
}

async function sampleOf({ api }: Site, name: string): Promise<Sample> {
  const { user_id } = await api.get("/usermgmt/users/self");
  return {
    type: domainDefinition.type,
    inputs: () => ({ name, admins: [user_id], allowUserManagement: true }),
    change: "its metadata says which run made it",
    ending: { onDestroy: "destroy" },
  };
}

/** What keeps a run from deleting a domain that a run made: it would take this along. `undefined` if there is nothing. */
export function holderOf(
  { items, unseen }: Inventory,
  before: Inventory = { items: [], unseen: [] },
): string | undefined {
  const known = new Set(before.items.map(keyOf));
  const others = items.filter((one) => !known.has(keyOf(one)) && !isEnding(one));
  if (others.length > 0) return kindsOf(others);
  const blind = unseen.filter(({ type }) => !before.unseen.some((one) => one.type === type));
  return blind.length > 0 ? `perhaps ${blind.map(({ type }) => type).join(", ")}, which cannot be listed` : undefined;
}

/** Of a run, and about to end in its cloud: the domain has only a record of it. */
const isEnding = ({ run, definition }: Item): boolean =>
  run !== undefined && everySample.some(({ type, stays }) => type === definition.type && stays !== undefined);

const keyOf = ({ definition: { path }, id }: Item): string => `${path} ${id}`;

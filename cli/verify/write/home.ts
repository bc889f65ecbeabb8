import type { Wire } from "../../../provider/api/client";
import { ResourceError } from "../../../provider/lifecycle/vocabulary/failure";
import { idOf } from "../../../provider/lifecycle/vocabulary/record";
import { everySample } from "./clouds/samples";
import { domainDefinition, findDomain, refuseUsed } from "./domain";
import { blindOf, inventory, kindsOf, type Inventory, type Item } from "./inventory";
import { Life, type Site } from "./life";
import { markedRunOf } from "./mark";
import { removeItem } from "./removal";
import type { Sessions } from "./sessions";
import type { Ground, Sample } from "./sample";

/**
 * The domain that a run works in: one that it makes for itself and removes, or one that exists and
 * is empty.
 */
export interface Home {
  readonly domain: Wire;
  /** Absent for a domain that existed. */
  readonly own?: { readonly life: Life; readonly site: Site };
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
  try {
    await life.begin();
    const domain = await findDomain(site.api, name);
    if (!domain) throw new Error("the service does not list the domain that it made");
    await sessions.inside(domain);
    return { domain, own: { life, site } };
  } catch (error) {
    if (await isOfRival(site, name)) throw beaten(name, error);
    const left = await removeAgain(sessions, site, name).catch(
      (why: unknown) => `it could not be removed: ${said(why)}`,
    );
    const advice = left === undefined ? "Nothing is left of it." : `It may be left: ${left}. Run  ${cleaning(name)}.`;
    throw new ResourceError(`making the domain "${name}" for the run failed: ${said(error)}. ${advice}`, {
      cause: error,
    });
  }
}

/**
 * True if another run has made the domain of that name meanwhile. If nobody can look, it is not
 * known.
 */
async function isOfRival({ api, run }: Site, name: string): Promise<boolean> {
  const domain = await findDomain(api, name).catch(() => undefined);
  return domain !== undefined && ![undefined, run].includes(markedRunOf(domainDefinition, domain));
}

function beaten(name: string, cause: unknown): ResourceError {
  return new ResourceError(
    `verifying in the domain "${name}" was refused: another run of  verify --write  has just made it, and works there. ` +
      "This run changed nothing. Wait until the other has ended, or give the name of another domain.",
    { cause },
  );
}

/** Removes a domain that this run made, if nothing is in it. Returns why it did not. */
async function removeAgain(sessions: Sessions, site: Site, name: string): Promise<string | undefined> {
  const domain = await findDomain(site.api, name);
  if (!domain || markedRunOf(domainDefinition, domain) !== site.run) return undefined;
  const id = idOf(domainDefinition, domain);
  const inside = await sessions.inside(domain);
  const holder = holderOf(await inventory(inside.api, id));
  if (holder !== undefined) return `it has ${holder}`;
  await removeItem({ definition: domainDefinition, id }, site, { onDestroy: "destroy" });
  return undefined;
}

export const cleaning = (domain: string) => `pulumi-ciphertrust verify --clean --domain ${domain}`;

/** The words of a failure, to be continued. */
export function said(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
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

/**
 * What keeps a run from deleting a domain that a run made: it would take this along. `undefined` if
 * there is nothing.
 */
export function holderOf(held: Inventory): string | undefined {
  const others = held.items.filter((one) => !isEnding(one));
  const shown = [others.length > 0 ? kindsOf(others) : undefined, blindOf(held)].filter(Boolean);
  return shown.length > 0 ? shown.join(", and ") : undefined;
}

/** Of a run, and about to end in its cloud: the domain has only a record of it. */
const isEnding = ({ run, definition }: Item): boolean =>
  run !== undefined && everySample.some(({ type, stays }) => type === definition.type && stays !== undefined);

import type { Settings } from "../../../provider/api/settings";
import { idOf } from "../../../provider/lifecycle/paths";
import { titleOf } from "../../adopt/survey";
import { domainDefinition, findDomain, isMadeByVerify } from "./domain";
import { holderOf } from "./home";
import { inventory, kindsOf, type Item } from "./inventory";
import { lifecycleOf, type Site } from "./life";
import { newRun } from "./mark";
import { inReverse, removeItem } from "./removal";
import { Sessions, type SessionOptions } from "./sessions";

export interface CleanOptions extends SessionOptions {
  readonly settings: Settings;
  readonly domain: string;
  readonly stop: AbortSignal;
}

/** Removes what runs that did not end have left in a domain, and the domain if one of them made it. Returns whether nothing of theirs is left. */
export async function runClean(options: CleanOptions, progress: (text: string) => void): Promise<boolean> {
  const sessions = new Sessions(options.settings, options);
  try {
    const root = { ...sessions.root(), run: newRun(), log: progress };
    const domain = await findDomain(root.api, options.domain);
    if (!domain) {
      progress(`There is no domain "${options.domain}": nothing was left.`);
      return true;
    }
    const id = idOf(domainDefinition, domain);
    const site = { ...root, ...(await sessions.inside(domain, options.stop)) };
    const isClean = await removeItems(site, await leftIn(site, id), options.stop);
    if (!isMadeByVerify(domain)) {
      progress(`The domain "${options.domain}" was not made by a run: it stays.`);
      return isClean;
    }
    const holder = holderOf(await inventory(site.api, id));
    if (holder !== undefined) {
      progress(`The domain "${options.domain}" was not deleted: it has ${holder}.`);
      return false;
    }
    await removeDomain(root, id);
    progress(`The domain "${options.domain}" was deleted: a run made it.`);
    return true;
  } finally {
    await sessions.close();
  }
}

/** What carries the mark of a run, listed before anything is deleted. */
async function leftIn({ api, log }: Site, domain: string): Promise<Item[]> {
  const { items } = await inventory(api, domain);
  const left = inReverse(items.filter(({ run }) => run !== undefined));
  const others = items.filter(({ run }) => run === undefined);
  if (others.length > 0) log(`Not of a run, so it stays: ${kindsOf(others)}.`);
  if (left.length > 0) log(`Left by runs that did not end, and deleted now: ${kindsOf(left)}:`);
  for (const { definition, record } of left) log(`  ${definition.type} ${titleOf(definition, record)}`);
  return left;
}

async function removeItems(site: Site, items: readonly Item[], stop: AbortSignal): Promise<boolean> {
  let isClean = true;
  for (const item of items) {
    if (stop.aborted) return false;
    try {
      await removeItem(item, site);
    } catch (error) {
      isClean = false;
      site.log(error instanceof Error ? error.message : String(error));
    }
  }
  return isClean;
}

async function removeDomain(root: Site, id: string): Promise<void> {
  const lifecycle = lifecycleOf(domainDefinition, root);
  const seen = await lifecycle.read(id, {});
  if (seen) await lifecycle.delete(id, { ...seen.state, onDestroy: "destroy" });
}

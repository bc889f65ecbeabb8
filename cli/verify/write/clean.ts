import type { Settings } from "../../../provider/api/settings";
import { idOf } from "../../../provider/lifecycle/vocabulary/record";
import { titleOf } from "../../../provider/lifecycle/values/label";
import { domainDefinition, findDomain, isMadeByVerify } from "./domain";
import { holderOf } from "./home";
import { inventory, isLeft, kindsOf, type Item } from "./inventory";
import type { Site } from "./life";
import { newRun } from "./mark";
import { inReverse, removeItem } from "./removal";
import { Sessions, type SessionOptions } from "./sessions";

export interface CleanOptions extends SessionOptions {
  readonly settings: Settings;
  readonly domain: string;
  readonly stop: AbortSignal;
}

/**
 * Removes what runs that did not end have left in a domain, and the domain if one of them made it.
 * Returns whether nothing of theirs is left.
 */
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
    const isRemoved = await removeItems(site, await leftIn(site, id), options.stop);
    const held = await inventory(site.api, id);
    if (!isMadeByVerify(domain)) {
      const still = holderOf({ ...held, items: held.items.filter(isLeft) });
      if (still !== undefined) progress(`The domain "${options.domain}" is not clean: it has ${still}.`);
      progress(`The domain "${options.domain}" was not made by a run: it stays.`);
      return isRemoved && still === undefined;
    }
    const holder = holderOf(held);
    if (holder !== undefined) {
      progress(`The domain "${options.domain}" was not deleted: it has ${holder}.`);
      return false;
    }
    await removeItem({ definition: domainDefinition, id }, root, { onDestroy: "destroy" });
    progress(`The domain "${options.domain}" was deleted: a run made it.`);
    return true;
  } finally {
    await sessions.close();
  }
}

/** What carries the mark of a run, listed before anything is deleted. */
async function leftIn({ api, log }: Site, domain: string): Promise<Item[]> {
  const { items } = await inventory(api, domain);
  const left = inReverse(items.filter(isLeft));
  const others = items.filter((item) => !isLeft(item));
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

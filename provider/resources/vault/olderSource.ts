import type { Api } from "../../api/client";
import type { Bag } from "../../lifecycle/vocabulary/definition";
import { unknownValue } from "../../lifecycle/vocabulary/schema";
import { keyVersions } from "./versions";

/**
 * Warns of an upload from a version of a vault key that has a newer one: the key's `id` stays that
 * of its first version.
 */
export const olderSource =
  (input: string) =>
  async (inputs: Bag, api: Api, changed: readonly string[] = [input]): Promise<string[]> => {
    const { [input]: source, sourceKeyTier: tier = "local" } = inputs;
    if (typeof source !== "string" || source === unknownValue || tier !== "local" || !changed.includes(input))
      return [];
    // A source that cannot be read is for the service to refuse.
    const newer = await newerThan(api, source).catch(() => undefined);
    return newer === undefined ? [] : [`${input} is ${newer}`];
  };

async function newerThan(api: Api, source: string): Promise<string | undefined> {
  const own = await api.get(keyVersions.item(source));
  if (own.id !== source) return undefined;
  const versions = (await keyVersions.all(api, own)).map(({ version }) => Number(version));
  const newest = Math.max(...versions);
  if (!(newest > Number(own.version))) return undefined;
  return (
    `version ${String(own.version)} of the vault key ${JSON.stringify(own.name)}, of which version ${newest} is the newest. ` +
    "The older material is uploaded. For the newest, give the currentId of its VaultKey"
  );
}

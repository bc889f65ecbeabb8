import type { Sample } from "../sample";
import { cloudKeyManager } from "./cloudKeyManager";
import { connections } from "./connections";
import { identities } from "./identities";

/** What is tried without any cloud, in the order in which it is made; removed in reverse. */
export const samples: readonly Sample[] = [...identities, ...connections, ...cloudKeyManager];

/** The samples of these types, and of what they refer to. */
export function withNeeds(all: readonly Sample[], types?: readonly string[]): readonly Sample[] {
  if (types === undefined) return all;
  const wanted = new Set(types);
  // What a sample needs comes before it.
  for (const { type, needs = [] } of [...all].reverse()) if (wanted.has(type)) needs.forEach((one) => wanted.add(one));
  return all.filter(({ type }) => wanted.has(type));
}

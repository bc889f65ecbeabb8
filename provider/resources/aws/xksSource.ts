import type { Api, Wire } from "../../api/client";
import { ifFound, isKind } from "../../api/errors";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { itemPath } from "../../lifecycle/vocabulary/record";
import { lunaKey } from "../luna/key";
import { virtualKey } from "../luna/virtualKey";
import { vaultKey } from "../vault/key";

/** The key behind an external key store of AWS: it works where it is, and never leaves. */

interface Source {
  sourceKeyId: string;
  sourceKeyTier: string;
}

/**
 * Refuses a source key that cannot serve AWS, with the reasons: the service's own refusal names
 * none. What cannot be read, or what a response does not contain, is left to the service.
 */
export async function refuseUnfit(label: string, api: Api, source: Source): Promise<void> {
  const reasons = (await unfitIn[source.sourceKeyTier]?.(api, source.sourceKeyId)) ?? [];
  if (reasons.length === 0) return;
  throw new ResourceError(
    `creating ${label} was refused: its source key ${JSON.stringify(source.sourceKeyId)} cannot serve AWS: ` +
      `${reasons.join("; ")}. Give the id of a key that can, or correct that one; what cannot be changed in place takes a new key. The AwsXksKey was not created.`,
  );
}

/** Encrypt, Decrypt, Wrap and Unwrap. */
const usage = 4 + 8 + 16 + 32;

/** By the tier of the source; of any other place, nothing is known. */
const unfitIn: Readonly<Record<string, (api: Api, id: string) => Promise<string[]>>> = {
  local: unfitInVault,
  "hsm-luna": unfitInHsm,
};

async function unfitInVault(api: Api, id: string): Promise<string[]> {
  const key = await readable(api, itemPath(vaultKey, id));
  if (!key) return [];
  return [
    ...otherShape(key, "algorithm: aes, size: 256"),
    ...(key.unexportable === false ? ["it can be exported (needs unexportable: true)"] : []),
    ...(key.undeletable === false ? ["it can be deleted (needs undeletable: true)"] : []),
    ...(typeof key.usageMask === "number" && (key.usageMask & usage) !== usage
      ? [`it may not encrypt, decrypt, wrap and unwrap (needs usageMask: ${usage})`]
      : []),
  ];
}

async function unfitInHsm(api: Api, id: string): Promise<string[]> {
  const virtual = await readable(api, itemPath(virtualKey, id));
  if (!virtual) {
    const isLunaKey = (await readable(api, itemPath(lunaKey, id))) !== undefined;
    return isLunaKey ? ["it is a LunaKey: declare a VirtualKey of it, and give the id of that"] : [];
  }
  const key = await readable(api, itemPath(lunaKey, String(virtual.source_key_id)));
  if (!key) return [];
  const attributes = (key.attributes ?? []) as string[];
  return [
    ...otherShape(key, "mechanism: CKM_AES_KEY_GEN, size: 256"),
    ...(attributes.includes("CKA_EXTRACTABLE") ? ["its LunaKey is CKA_EXTRACTABLE"] : []),
  ];
}

function otherShape({ algorithm, size }: Wire, right: string): string[] {
  const isAes = typeof algorithm !== "string" || algorithm.toLowerCase() === "aes";
  const isLong = size === undefined || Number(size) === 256;
  return !isAes || !isLong ? [`it is no AES-256 key (needs ${right})`] : [];
}

/** `undefined` for what does not exist, and for what this user must not read. */
async function readable(api: Api, path: string): Promise<Wire | undefined> {
  try {
    return await ifFound(api.get(path));
  } catch (error) {
    if (isKind(error, "forbidden")) return undefined;
    throw error;
  }
}

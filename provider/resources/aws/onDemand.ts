import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { pick } from "../../lifecycle/values/wire";
import type { OnDemandRotation } from "../onDemand";
import { textAt } from "../rotation";
import { awsKeys, currentKey } from "./keyRecord";
import { expiry } from "./material";
import { materialOf, materialStateOf, outcomeOf, reasonIn, rotationsOf } from "./materialRotation";
import { awsRotation } from "./rotation";

const made = ["aws_param.CreationDate", "createdAt"];
const isImported = (key: Wire): boolean => pick(key, "aws_param.Origin") === "EXTERNAL";
const isInPlace = (key: Wire): boolean => awsRotation.whyNotInPlace!(key) === undefined;

/**
 * New material inside the key, or else a new key, to which the aliases move. No call is repeatable:
 * each makes new material.
 */
async function rotate(api: Api, key: Wire): Promise<unknown> {
  const path = `${awsKeys}/${segment(idIn(key))}`;
  if (!isInPlace(key)) return api.post(`${path}/rotate`, isImported(key) ? validity(key) : {});
  if (isImported(key)) await importNew(api, path, key);
  return api.post(`${path}/rotate-material`, undefined, { expect: "same" });
}

/** Without a source, the service makes a key in its own vault. Material may be waiting already. */
async function importNew(api: Api, path: string, key: Wire): Promise<void> {
  const entries = await rotationsOf(api, key);
  if (entries.some((one) => String(materialStateOf(one)).startsWith("PENDING_"))) return;
  const body = { source_key_tier: "local", import_type: "NEW_KEY_MATERIAL", ...validity(key) };
  await api.post(`${path}/import-material`, body, { expect: "same" });
}

/** New material expires when the material before it does. */
const validity = (key: Wire): Wire => expiry({ validTo: textAt(key, "aws_param.ValidTo") });

const otherTier = (key: Wire): boolean => ![undefined, "", "local"].includes(key.source_key_tier as string | undefined);

export const awsOnDemand: OnDemandRotation = {
  find: (api, id) => currentKey(api, id, {}),
  async current(api, key) {
    if (!isInPlace(key)) return { id: idIn(key), made: textAt(key, made) };
    const entry = (await rotationsOf(api, key)).find((one) => materialStateOf(one) === "CURRENT");
    const material = pick(entry, "aws_param.KeyMaterialId") ?? materialOf(key);
    return {
      id: [idIn(key), material].join("/"),
      made: textAt(entry, "aws_param.RotationDate") ?? textAt(key, made),
    };
  },
  rotate: ({ api }, key) => rotate(api, key),
  effect: (key) =>
    isInPlace(key) ? "new material inside the key, which keeps its ARN" : "a new key, to which the aliases move",
  refuses: (key) =>
    isImported(key) && otherTier(key)
      ? `its material comes from ${String(key.source_key_tier)}, and the call would take new material from the service's own ` +
        "vault: bind it with a KeyRotation that names the keySource, and run its schedule"
      : undefined,
  async failure(api, key) {
    const outcome = isInPlace(key) ? await outcomeOf(api, key) : undefined;
    return outcome?.overall_status === "failed" ? reasonIn(outcome) : undefined;
  },
};

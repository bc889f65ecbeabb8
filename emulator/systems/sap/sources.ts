import { invalid } from "../../core/errors";
import type { SourceKey, SourceShape } from "../../core/sourceKey";
import { checkShape, curves, type CloudKey, type KeyType } from "./cloud";
import { own } from "../../core/fields";

/** Size and curve that a key of SAP gets from its source; the source must be of that type. */
export function shapeOf(source: SourceKey, type: KeyType): { size?: number; curve?: string } {
  if (source.algorithm !== type) throw invalid(`source key ${source.name} is ${source.algorithm}, not ${type}`);
  if (type !== "EC") {
    checkShape({ type, size: source.size });
    return { size: source.size };
  }
  const curve = Object.entries(curves).find(([, name]) => name === source.curve?.toLowerCase())?.[0];
  if (curve === undefined) throw invalid(`source key ${source.name} is on a curve that SAP does not have`);
  return { curve };
}

/** The shape of a source key for new material of that key. */
export function wantedShape({ name, type, size = 0, curve }: CloudKey): SourceShape {
  if (type !== "EC") return { algorithm: type, size };
  const wanted = own(curves, curve ?? "");
  if (wanted === undefined) throw invalid(`no source key can be made for ${name} on the curve ${curve}`);
  return { algorithm: "EC", size: Number(/\d+/.exec(wanted)?.[0]), curve: wanted };
}

/** How records name the source of their material. */
export function sourceOf(source: SourceKey): { source_key_identifier: string; source_key_tier: string } {
  return { source_key_identifier: source.id, source_key_tier: source.tier };
}

import { randomUUID } from "node:crypto";
import { body, text, type Body } from "../../core/body";
import { invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import type { Credentials } from "../../shared/connections";

/** The partitions that a connection names: one, or the members of an HA group. */

const named = body({ hostname: text.required, partition_label: text.required, serial_number: text.required });

/** A partition as a connection names it. */
export interface NamedPartition extends Body<typeof named> {
  readonly id: string;
}

export function partitionsIn({ settings }: Pick<Credentials, "settings">): readonly NamedPartition[] {
  return (settings["partitions"] ?? []) as NamedPartition[];
}

export const readPartition = (fields: Fields): NamedPartition => ({ id: randomUUID(), ...named(fields) });

/** An HA group needs more than one partition, and every partition once. */
export function checkPartitions(partitions: readonly NamedPartition[], ha: boolean): readonly NamedPartition[] {
  if (partitions.length === 0) throw invalid("at least one partition is required");
  if (ha && partitions.length < 2) throw invalid("is_ha_enabled needs more than one partition");
  if (new Set(partitions.map(({ serial_number }) => serial_number)).size < partitions.length) {
    throw invalid("a partition is named twice");
  }
  return partitions;
}

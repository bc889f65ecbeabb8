import { addresses, type Header } from "../../core/scope";
import { defineKind } from "../../core/store";

/** Stands for a key in a Luna partition that clouds use there. */
export interface VirtualKey extends Header {
  readonly name: string;
  readonly partition_id: string;
  readonly source_key_id: string;
  readonly source_key_tier: "hsm-luna";
  readonly deletable: boolean;
}

export const virtualKeys = defineKind<VirtualKey>("virtual-keys", {
  address: addresses,
  source_key_id: (key) => key.source_key_id,
});

/** It has a time of its own spelling, and neither URI nor account. */
export const virtualKeyView = ({
  id,
  name,
  partition_id,
  source_key_id,
  source_key_tier,
  deletable,
  createdAt,
}: VirtualKey): object => ({
  id,
  name,
  partition_id,
  created_at: createdAt,
  source_key_id,
  source_key_tier,
  deletable,
});

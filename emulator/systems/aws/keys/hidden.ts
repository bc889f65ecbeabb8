import type { Scope } from "../../../core/scope";
import { defineKind } from "../../../core/store";
import type { Kms } from "../kms";
import { keys, rotations, type AwsKey, type Rotation } from "./record";

/** A key's record between the removal of its container and the next container of its account. */
interface HiddenKey extends AwsKey {
  readonly account_id: string;
  readonly history: readonly Rotation[];
}

const hiddenKeys = defineKind<HiddenKey>("aws-hidden-keys", { account_id: (key) => key.account_id });

/** Without its container, or outside its regions, a key is not found. */
export function hideKeys(scope: Scope, { id, account_id }: Kms, regions: readonly string[] = []): void {
  for (const key of scope.by(keys, "kms_id", id)) {
    if (regions.includes(key.region)) continue;
    const history = scope.by(rotations, "local_key_id", key.id);
    for (const rotation of history) scope.remove(rotations, rotation);
    scope.remove(keys, key);
    scope.put(hiddenKeys, { ...key, account_id, history });
  }
}

/** The records come back, with their ids, when a container covers their region again. */
export function showKeys(scope: Scope, { id: kms_id, account_id, regions }: Kms): void {
  for (const hidden of scope.by(hiddenKeys, "account_id", account_id)) {
    const { account_id: _, history, ...key } = hidden;
    if (!regions.includes(key.region)) continue;
    scope.remove(hiddenKeys, hidden);
    scope.put(keys, { ...key, kms_id });
    for (const rotation of history) scope.put(rotations, { ...rotation, kms_id });
  }
}

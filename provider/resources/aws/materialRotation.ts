import { isDeepStrictEqual } from "node:util";
import { segment, type Api, type Wire } from "../../api/client";
import { ifFound, isKind } from "../../api/errors";
import { idIn } from "../../api/responses";
import type { Scope } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { pick } from "../../lifecycle/values/wire";
import { act, awsKeys, currentKey } from "./keyRecord";
import { existingMaterial, isReplica, materialBody, type MaterialInputs } from "./material";

/** Rotation of a key of origin EXTERNAL to the material of another source, in place. */

const takesSeconds = 120;
/** How long a replica waits for new material of its primary. */
const primarySeconds = 60;
const waitsForReplicas = "PENDING_MULTI_REGION_IMPORT_AND_ROTATION";

export const materialOf = (key: Wire): unknown => pick(key, "aws_param.CurrentKeyMaterialId");

/** Waits until AWS uses the new material. Repeating it continues a rotation that waits for replicas. */
export async function rotateTo(
  scope: Pick<Scope, "api" | "label" | "poll">,
  key: Wire,
  inputs: MaterialInputs,
): Promise<Wire> {
  const { api, label, poll } = scope;
  // A replica takes what its primary has, and is rotated with it.
  if (isReplica(key)) return intoReplica(scope, key, inputs);
  const before = { material: materialOf(key), outcome: await outcomeOf(api, key) };
  const waiting = await stateOf(api, key, inputs.sourceKeyIdentifier);
  if (waiting === waitsForReplicas) throw notRotated(label, "a replica lacks it");
  await act(api, key, "rotate-material", waiting === "PENDING_ROTATION" ? undefined : materialBody(inputs));
  let outcome = before.outcome;
  let hasMoved = false;
  const settled = async () => {
    const now = await currentKey(api, idIn(key), {});
    if (now && materialOf(now) !== before.material) return now;
    outcome = await outcomeOf(api, key);
    // Until it differs, it may be that of an earlier rotation.
    hasMoved ||= !isDeepStrictEqual(outcome, before.outcome);
    if (hasMoved && outcome?.overall_status === "failed") throw notRotated(label, reasonIn(outcome));
    return undefined;
  };
  return poll(settled, takesSeconds, () => overdue(label, outcome));
}

/** Imports what the primary has, for which it may have to wait: both may be updated at once. */
async function intoReplica(
  { api, label, poll }: Pick<Scope, "api" | "label" | "poll">,
  key: Wire,
  inputs: MaterialInputs,
): Promise<Wire> {
  const imported = () => act(api, key, "import-material", { ...materialBody(inputs), ...existingMaterial });
  try {
    return await imported();
  } catch (error) {
    if (!isKind(error, "badRequest") || (await isExpected(api, key))) throw error;
    const overdue = () =>
      `${label}: ${error.message}. Its primary has taken over no new material within ${primarySeconds} s: change ` +
      "`sourceKeyIdentifier` in the AwsKeyMaterial of the primary as well, and run `pulumi up` again.";
    await poll(async () => (await isExpected(api, key)) || undefined, primarySeconds, overdue);
    return imported();
  }
}

/** True once AWS waits for the replica to import new material of its primary. */
async function isExpected(api: Api, key: Wire): Promise<boolean> {
  const entries = await rotationsOf(api, key);
  return entries.some(
    (one) => pick(one, "aws_param.ImportState") === "PENDING_IMPORT" && isWaiting(materialStateOf(one)),
  );
}

const isWaiting = (state: unknown): boolean => state === waitsForReplicas || state === "PENDING_ROTATION";

/** What the service last said of a rotation of this key; older services do not say. */
export async function outcomeOf(api: Api, key: Wire): Promise<Wire | undefined> {
  try {
    return await ifFound(api.get(`${awsKeys}/${segment(idIn(key))}/rotate-material/status`));
  } catch (error) {
    if (isKind(error, "unimplemented")) return undefined;
    throw error;
  }
}

/** What AWS does with the material of a source: an earlier attempt may have imported it. */
async function stateOf(api: Api, key: Wire, source: string | undefined): Promise<unknown> {
  const entries = await rotationsOf(api, key);
  const entry = entries.find((one) => [one.source_key_identifier, one.source_key_name].includes(source));
  return materialStateOf(entry);
}

/** The state of an entry in a key's rotations, such as `CURRENT`. */
export const materialStateOf = (entry: Wire | undefined): unknown => pick(entry, "aws_param.KeyMaterialState");

export const rotationsOf = (api: Api, key: Wire): Promise<Wire[]> =>
  api.list(`${awsKeys}/${segment(idIn(key))}/rotations`);

export const reasonIn = (outcome: Wire | undefined): string =>
  typeof outcome?.error_details === "string" && outcome.error_details !== "" ? outcome.error_details : "no details";

/**
 * A part of AWS's text, for which other clients of the service look. It only decides what is
 * advised.
 */
const hadBefore = "is already associated with KMS key";
const other = "AWS takes the same material only once: name another source key.";
const replicas =
  "If it has replicas, import the same material into each, with an AwsKeyMaterial of the replica; then run `pulumi up` " +
  "again, which continues.";

function notRotated(label: string, reason: string): ResourceError {
  return new ResourceError(
    `rotating ${label} failed: the service accepted the new material, but AWS does not use it yet: ${reason}. The key ` +
      `keeps its material. ${reason.includes(hadBefore) ? other : replicas}`,
  );
}

function overdue(label: string, outcome: Wire | undefined): string {
  const last = outcome?.overall_status === "failed" ? ` The last failure it reports: ${reasonIn(outcome)}.` : "";
  return `${label}: AWS has not taken over the new material after ${takesSeconds} s.${last} Run \`pulumi up\` again.`;
}

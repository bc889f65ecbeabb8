import { isDeepStrictEqual } from "node:util";
import { segment, type Api, type Wire } from "../../api/client";
import { ifFound, isKind } from "../../api/errors";
import { idIn } from "../../api/responses";
import type { Scope } from "../../lifecycle/definition";
import { ResourceError } from "../../lifecycle/failure";
import { pick } from "../../lifecycle/wire";
import { act, awsKeys, currentKey } from "./keyRecord";
import { existingMaterial, isReplica, materialBody, type MaterialInputs } from "./material";

/** Rotation of a key of origin EXTERNAL to the material of another source, in place. */

const takesSeconds = 120;

const materialOf = (key: Wire): unknown => pick(key, "aws_param.CurrentKeyMaterialId");

/** Waits until AWS uses the new material. Repeating it continues a rotation that waits for replicas. */
export async function rotateTo(
  scope: Pick<Scope, "api" | "label" | "poll">,
  key: Wire,
  inputs: MaterialInputs,
): Promise<Wire> {
  const { api, label, poll } = scope;
  // A replica takes what its primary has, and is rotated with it.
  if (isReplica(key)) return act(api, key, "import-material", { ...materialBody(inputs), ...existingMaterial });
  const before = { material: materialOf(key), outcome: await outcomeOf(api, key) };
  const waiting = await stateOf(api, key, inputs.sourceKeyIdentifier);
  if (waiting === "PENDING_MULTI_REGION_IMPORT_AND_ROTATION") throw notRotated(label, "a replica lacks it");
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

/** What the service last said of a rotation of this key; older services do not say. */
async function outcomeOf(api: Api, key: Wire): Promise<Wire | undefined> {
  try {
    return await ifFound(api.get(`${awsKeys}/${segment(idIn(key))}/rotate-material/status`));
  } catch (error) {
    if (isKind(error, "unimplemented")) return undefined;
    throw error;
  }
}

/** What AWS does with the material of a source: an earlier attempt may have imported it. */
async function stateOf(api: Api, key: Wire, source: string | undefined): Promise<unknown> {
  const entries = await api.list(`${awsKeys}/${segment(idIn(key))}/rotations`);
  const entry = entries.find((one) => [one.source_key_identifier, one.source_key_name].includes(source));
  return pick(entry, "aws_param.KeyMaterialState");
}

const reasonIn = (outcome: Wire | undefined): string =>
  typeof outcome?.error_details === "string" && outcome.error_details !== "" ? outcome.error_details : "no details";

function notRotated(label: string, reason: string): ResourceError {
  return new ResourceError(
    `rotating ${label} failed: the service accepted the new material, but AWS does not use it yet: ${reason}. The key ` +
      "keeps its material. If it has replicas, import the same material into each, with an AwsKeyMaterial of the replica; " +
      "then run `pulumi up` again, which continues.",
  );
}

function overdue(label: string, outcome: Wire | undefined): string {
  const last = outcome?.overall_status === "failed" ? ` The last failure it reports: ${reasonIn(outcome)}.` : "";
  return `${label}: AWS has not taken over the new material after ${takesSeconds} s.${last} Run \`pulumi up\` again.`;
}

import { around } from "../../../api/around";
import type { Api, Wire } from "../../../api/client";
import { ApiError, isKind } from "../../../api/errors";
import { errorRedactorOf, redactorOf, withoutSecrets, withoutSecretsIn } from "../../../api/secrets";
import type { At, Bag, Scope } from "../../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../../lifecycle/vocabulary/failure";
import { curveIn } from "../keyFields";
import { keyVersions } from "../versions";
import { publicKeyIn, shownOf, type Proof, type Shown } from "./comparison";
import { isSameMaterial, materialOf } from "./given";
import { materialInputs, writtenIn, type Material } from "./written";

/** Imports material: into a new key, and into a new version of one. */

type Steps = Pick<Scope, "api" | "label" | "pause" | "pauses" | "progress"> & { readonly inputs: Bag };

/** Creates a key, with the material that the program gives, if it does. */
export async function createKey({ api, inputs }: Pick<Steps, "api" | "inputs">, body: Wire): Promise<Wire> {
  const written = writtenIn(inputs);
  if (!written) return api.post(keyVersions.path, body);
  const material = materialOf(written);
  return advised(
    discreet(api, material).post(keyVersions.path, { ...body, ...present(material.sent) }),
    "No key was created.",
  );
}

/** Brings material that differs into a new version, and compares the version that has it. */
export async function applyMaterial(scope: Steps, { record, state, changed, expect }: At): Promise<Wire> {
  const written = writtenIn(scope.inputs);
  // Once it is removed from the program, the key keeps it.
  if (!written) return record;
  const material = materialOf(written);
  const steps = { ...scope, api: discreet(scope.api, material) };
  const isOther = changed.includes("material") && !isSameMaterial(state, material);
  const version = isOther ? await importInto(steps, record, material, state) : record;
  const { checkValue } = material;
  const publicKeyFingerprint = material.publicKeyFingerprint ?? publicKeyIn(version);
  // Until it is compared, a further run compares it, and imports nothing again.
  const given = Object.fromEntries(materialInputs.map((key) => [key, scope.inputs[key]]));
  const mayBeOlder = state.currentId === undefined;
  Object.assign(state, given, { checkValue, publicKeyFingerprint, materialProof: undefined });
  expect(version);
  state.materialProof = await compared(steps, version, material, { isNew: isOther, mayBeOlder });
  return version;
}

/** How an existing key shows that none of its versions has the material that the program gives. */
export async function foreignMaterial(api: Api, record: Wire, inputs: Bag): Promise<string[]> {
  const written = writtenIn(inputs);
  if (!written) return [];
  const material = materialOf(written);
  const shown = await shownOf(api, record, material);
  if (!shown || shown.isSame || (await hasOlder(api, record, material))) return [];
  return [`${shown.what} is ${shown.value}, and that of material is ${ownOf(shown, material)}`];
}

/** Whether a version beside the newest one has the material. */
async function hasOlder(api: Api, newest: Wire, material: Material): Promise<boolean> {
  for (const other of await keyVersions.all(api, newest))
    if (other.id !== newest.id && (await shownOf(api, other, material))?.isSame) return true;
  return false;
}

/** What the service would show of the material. */
const ownOf = ({ proof }: Shown, { publicKeyFingerprint, checkValue }: Material): string =>
  String(proof === "publicKey" ? publicKeyFingerprint : checkValue);

/** When the key has not been compared with the material of the program. */
export const isUncompared = (state: Bag, inputs: Bag): boolean =>
  inputs.material !== undefined && state.materialProof === undefined;

/** A run that was interrupted after its import must not make a second version. */
async function importInto(steps: Steps, newest: Wire, material: Material, before: Bag): Promise<Wire> {
  const { api, label, progress } = steps;
  refuseOtherShape(label, newest, material);
  const shown = await shownOf(api, newest, material);
  if (shown?.isSame && !isAmbiguous(before, material)) {
    progress(`${label}: version ${String(newest.version)} already has this material; nothing is imported`);
    return newest;
  }
  if (!shown)
    progress(
      `${label}: the service shows nothing that can be compared with the material; a repeated import makes another version with it`,
    );
  const { size: _size, curveid: _curve, ...sent } = material.sent;
  return keyVersions.add({ ...steps, api }, newest, (path) =>
    advised(api.post(path, present(sent)), "The key has no new version."),
  );
}

/** Whether a check value cannot tell the material from the one before, which is another one. */
const isAmbiguous = (before: Bag, { checkValue }: Material): boolean =>
  before.material !== undefined && checkValue !== undefined && before.checkValue === checkValue;

/** No version has another size or curve than the key. */
function refuseOtherShape(label: string, newest: Wire, { size, sent }: Material): void {
  const shapes = [
    { what: "size", held: newest.size, wanted: size },
    { what: "curve", held: curveIn(newest), wanted: sent.curveid },
  ];
  for (const { what, held, wanted } of shapes)
    if (held !== undefined && wanted !== undefined && held !== wanted)
      throw new ResourceError(
        `importing other material into ${label} was refused: the ${what} of the key is ${JSON.stringify(held)}, that of the ` +
          `material ${JSON.stringify(wanted)}. Nothing was changed. Declare a key under another name for it.`,
      );
}

/**
 * Throws if the service has another key. One that a run took over may have been rotated since: one
 * of its versions must have the material.
 */
async function compared(
  { api, label }: Steps,
  version: Wire,
  material: Material,
  { isNew, mayBeOlder }: { readonly isNew: boolean; readonly mayBeOlder: boolean },
): Promise<Proof> {
  const shown = await shownOf(api, version, material);
  if (!shown) return "none";
  if (shown.isSame || (mayBeOlder && (await hasOlder(api, version, material)))) return shown.proof;
  throw new ResourceError(
    `${label} is not the key that the program gives: ${shown.what} is ${shown.value} in the service, and that of material is ` +
      `${ownOf(shown, material)}. ${isNew ? `Version ${String(version.version)} was made with it. ` : ""}Encrypt nothing with it, and compare both with the record of the ceremony. ` +
      `If the key is right, remove the argument material; else correct material.`,
  );
}

/** The API without the material in responses and errors, in the form in which it is sent. */
function discreet(api: Api, { sent }: Material): Api {
  const secrets = [sent.material, sent.password].filter((one): one is string => typeof one === "string");
  return around(api, async (_call, work) => {
    try {
      return withoutSecrets(await work(), redactorOf(secrets));
    } catch (error) {
      throw error instanceof ApiError ? withoutSecretsIn(error, errorRedactorOf(secrets)) : error;
    }
  });
}

/** A refusal says what to look at. */
async function advised(call: Promise<Wire>, outcome: string): Promise<Wire> {
  try {
    return await call;
  } catch (error) {
    if (!isKind(error, "badRequest", "notFound", "unimplemented")) throw error;
    const advice = `${outcome} Compare material, its format and password with algorithm and size; of wrapped material, wrapKey and wrapping.`;
    throw new ApiError(error.message, { ...error.facts, advice }, { cause: error });
  }
}

const present = (body: Wire): Wire =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

import type { Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { pick } from "../../lifecycle/values/wire";
import type { Scope } from "../../lifecycle/vocabulary/definition";
import type { Upload } from "../../lifecycle/vocabulary/upload";
import { unlessUploaded, type OnDemandRotation } from "../onDemand";
import { textAt } from "../rotation";
import { keyRecord, lifecycleState, passingStates, pathOf, settled } from "./keyRecord";

const versionId = "oci_key_version_params.version_id";
const state = "oci_key_version_params.lifecycle_state";
const made = ["oci_key_version_params.time_created", "createdAt"];

/** Oracle Cloud first shows a version that it is still making, and then the key as it was before. */
function whyNotYet(key: Wire, version: Wire | undefined): string | undefined {
  const states = [lifecycleState(key), textAt(version, state)];
  const passing = states.find((one) => one !== undefined && passingStates.includes(one));
  return passing && `it is ${passing}`;
}

export const ociUpload: Upload = {
  by: ["sourceKeyIdentifier"],
  again: "declare an OciKeyVersion with a new sourceKeyIdentifier",
};

export const ociOnDemand: OnDemandRotation = {
  find: keyRecord,
  async current(api, key) {
    const current = textAt(key, "oci_params.current_key_version") ?? "";
    const versions = await api.list(`${pathOf(idIn(key))}/versions`);
    const version = versions.find((one) => pick(one, versionId) === current);
    return { id: current, made: textAt(version, made), waits: whyNotYet(key, version) };
  },
  async rotate(scope, key) {
    const { id } = await settled(scope as Scope, key);
    return scope.api.post(`${pathOf(String(id))}/versions`, { is_native: true });
  },
  effect: () => "a new version, which becomes the current one",
  refuses: unlessUploaded(ociUpload),
};

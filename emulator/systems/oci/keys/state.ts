import { conflict, invalid } from "../../../core/errors";
import { outside, type Call, type Handler, type Operations } from "../../../core/scope";
import { ociError } from "../cloud/errors";
import { cancelDeletion, changeCloudKey, changeCompartment, scheduleDeletion, setEnabled, update } from "../cloud/key";
import { openVault, vaults } from "../vault";
import { readCompartment, readTags } from "./create";
import { keys } from "./kinds";
import {
  cloudKeyOf,
  forgetKey,
  keyView,
  openKeyVault,
  polled,
  snapshot,
  targetKey,
  underWay,
  type Target,
} from "./record";

/** An action that changes the key in Oracle Cloud and returns the record with what is under way. */
function action(act: (call: Call, target: Target) => unknown): Handler {
  return (call) => {
    const target = targetKey(call);
    act(call, target);
    return keyView(call, underWay(call, target.key));
  };
}

export const readDays = (call: Call): number => call.body.integer("days", 7, 30) ?? call.body.missing("days");

function changeKey(call: Call): object {
  const key = call.target(keys);
  const { body } = call;
  if (key.hyok_key_params !== undefined) {
    const before = key.hyok_key_params;
    const changes = { name: body.text("name") ?? before.name, policy: body.text("policy") ?? before.policy };
    return keyView(call, call.change(keys, key, { hyok_key_params: { ...before, ...changes } }));
  }
  const { cloud } = targetKey(call);
  const displayName = body.text("display_name");
  update(call, cloud, { ...(displayName === undefined ? {} : { displayName }), ...readTags(call) });
  return keyView(call, underWay(call, key));
}

/** Puts a key back that Oracle Cloud no longer has. */
function restore(call: Call): object {
  const key = call.target(keys);
  openKeyVault(call, key);
  if (cloudKeyOf(call, key) !== undefined) throw conflict(`the OCI key ${key.id} is still there`);
  const { backup } = key.hidden;
  if (backup === undefined) throw ociError("InvalidParameter", `there is no backup of the key ${key.id}`);
  changeCloudKey(call.in(outside), { ...backup, state: "RESTORING", next: "ENABLED", deletionTime: undefined });
  return keyView(call, underWay(call, key));
}

function deleteBackup(call: Call): object {
  const key = call.target(keys);
  if (key.hyok_key_params !== undefined) throw invalid(`the OCI key ${key.id} is an external key`);
  const { backup, ...hidden } = key.hidden;
  if (backup === undefined) throw invalid(`there is no backup of the OCI key ${key.id}`);
  return keyView(call, call.change(keys, key, { hidden }));
}

function refresh(call: Call): object {
  const key = call.target(keys);
  openKeyVault(call, key);
  return keyView(call, snapshot(call, key));
}

export const stateOperations: Operations = {
  "GET /cckm/oci/keys/{id}": (call) => {
    const key = call.target(keys);
    return polled(call, key, () => keyView(call, key));
  },
  "PATCH /cckm/oci/keys/{id}": changeKey,
  "DELETE /cckm/oci/keys/{id}": (call) => forgetKey(call, call.target(keys)),
  "POST /cckm/oci/keys/{id}/enable": action((call, { cloud }) => setEnabled(call, cloud, true)),
  "POST /cckm/oci/keys/{id}/disable": action((call, { cloud }) => setEnabled(call, cloud, false)),
  "POST /cckm/oci/keys/{id}/schedule-deletion": action((call, { cloud }) =>
    scheduleDeletion(call, cloud, readDays(call)),
  ),
  "POST /cckm/oci/keys/{id}/cancel-deletion": action((call, { cloud }) => cancelDeletion(call, cloud)),
  "POST /cckm/oci/keys/{id}/change-compartment": action((call, { cloud, vault }) =>
    changeCompartment(call, cloud, readCompartment(call, openVault(call, call.need(vaults, vault.id)))),
  ),
  "POST /cckm/oci/keys/{id}/refresh": refresh,
  "POST /cckm/oci/keys/{id}/restore": restore,
  "POST /cckm/oci/keys/{id}/delete-backup": deleteBackup,
};

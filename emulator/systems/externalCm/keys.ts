import { created, shown } from "../../core/answer";
import { forbidden, invalid } from "../../core/errors";
import { mergeLabels } from "../../core/fields";
import { list } from "../../core/lists";
import { outside, type Call } from "../../core/scope";
import type { Operations } from "../../core/system";
import { readShape } from "../vault/material";
import { domains, openDomain, type Domain } from "./domains";
import { createRecord, keys, keyVersions, keyView, readAgain, type ExternalKey } from "./key-record";
import { addRemoteKey, newVersion, remoteError, remoteKeys, type RemoteKey } from "./manager";

function container(call: Call): Domain {
  const reference = call.body.requiredText("domainId");
  const domain = call.find(domains, reference);
  if (domain === undefined) throw invalid(`there is no external CM domain ${reference}`);
  return domain;
}

function createKey(call: Call): object {
  const { body } = call;
  const domain = container(call);
  const name = body.requiredText("name");
  if (/[<>\\]/.test(name)) throw invalid("name must not contain any of < > \\");
  const { algorithm, size, curveId } = readShape(body);
  const { id } = openDomain(call, domain);
  const details = {
    ...{ name, algorithm, size, curveId },
    usageMask: body.integer("usageMask", 0, 4_194_303) ?? 12,
    description: body.text("description") ?? "",
    labels: mergeLabels({}, body.labels("labels")) ?? {},
    meta: body.json("meta") ?? {},
    undeletable: body.flag("undeletable") ?? false,
    unexportable: body.flag("unexportable") ?? false,
  };
  const remote = addRemoteKey(call, id, details, [newVersion(0, call.service.clock.stamp())]);
  return created(keyView(createRecord(call, domain, remote)));
}

/** The key that the path names, at the other manager. */
function reach(call: Call): { key: ExternalKey; remote: RemoteKey } {
  const key = call.target(keys);
  openDomain(call, call.need(domains, key.domainId));
  const remote = call.in(outside).get(remoteKeys, key.hidden.remote);
  if (remote === undefined) throw remoteError(`NCERRResourceNotFound: there is no key ${key.name}`);
  return { key, remote };
}

function changeKey(call: Call): object {
  const { key, remote } = reach(call);
  const { body } = call;
  const changed = call.in(outside).put(remoteKeys, {
    ...remote,
    usageMask: body.integer("usageMask", 0, 4_194_303) ?? remote.usageMask,
    description: body.emptiable("description") ?? remote.description,
    labels: mergeLabels(remote.labels, body.labels("labels")) ?? {},
    meta: body.json("meta") ?? remote.meta,
    undeletable: body.flag("undeletable") ?? remote.undeletable,
    unexportable: body.flag("unexportable") ?? remote.unexportable,
  });
  return keyView(readAgain(call, key, changed));
}

/** Drops the service's record only; the next refresh brings it back while the other manager has the key. */
function deleteRecord(call: Call): void {
  const key = call.target(keys);
  for (const version of call.by(keyVersions, "key", key.id)) call.remove(keyVersions, version);
  call.remove(keys, key);
}

/** POST /cckm/external-cm/keys/{id}/delete: the other manager loses the key; the record stays, marked as gone. */
function deleteRemote(call: Call): object {
  const { key, remote } = reach(call);
  if (remote.undeletable) throw forbidden(`key is not deletable: ${key.name}`);
  call.in(outside).remove(remoteKeys, remote);
  return keyView(readAgain(call, key, undefined));
}

/** POST /cckm/external-cm/keys/{id}/versions: new material under the same name. */
function addVersion(call: Call): object {
  const { key, remote } = reach(call);
  const newest = remote.versions.at(-1)?.version ?? -1;
  const version = newVersion(newest + 1, call.service.clock.stamp());
  const changed = call.in(outside).put(remoteKeys, { ...remote, versions: [...remote.versions, version] });
  readAgain(call, key, changed);
  return created(shown(call.by(keyVersions, "key", key.id).find(({ keyId }) => keyId === version.id)!));
}

const filters = [
  "id",
  "name",
  "domainId",
  "domainName",
  "algorithm",
  "size",
  "state",
  "objectType",
  "gone",
  "undeletable",
];

export const keyOperations: Operations = {
  "GET /cckm/external-cm/keys": (call) => list(call, { kind: keys, view: keyView, filters }),
  "POST /cckm/external-cm/keys": createKey,
  "GET /cckm/external-cm/keys/{id}": (call) => keyView(call.target(keys)),
  "PATCH /cckm/external-cm/keys/{id}": changeKey,
  "DELETE /cckm/external-cm/keys/{id}": deleteRecord,
  "POST /cckm/external-cm/keys/{id}/delete": deleteRemote,
  "GET /cckm/external-cm/keys/{id}/versions": (call) =>
    list(call, {
      kind: keyVersions,
      view: shown,
      rows: call.by(keyVersions, "key", call.target(keys).id),
      filters: ["id", "version", "state", "keyId"],
    }),
  "POST /cckm/external-cm/keys/{id}/versions": addVersion,
};

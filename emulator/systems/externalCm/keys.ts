import { body, emptiable, flag, integer, json, labels } from "../../core/body";
import { collection } from "../../core/collection";
import { forbidden, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { created, shown } from "../../core/response";
import { outside, type Call, type Operations } from "../../core/scope";
import { namedContainer } from "../../shared/containers";
import { readShape } from "../vault/material";
import { domains } from "./domainRecord";
import { openDomain } from "./domains";
import { externalKeys, forgetVersions, keys, keyVersions, type ExternalKey } from "./keyRecord";
import { addRemoteKey, newVersion, remoteError, remoteKeys, type RemoteKey } from "./manager";

/** What may be said of a key, and changed. */
const details = body({
  usageMask: integer(0, 4_194_303).or(12),
  description: emptiable.or(""),
  labels: labels.or({}),
  meta: json.or({}),
  undeletable: flag.or(false),
  unexportable: flag.or(false),
});

function createKey(call: Call): ExternalKey {
  const domain = namedContainer(call, domains, "domainId", "external CM domain");
  const name = call.body.requiredText("name");
  if (/[<>\\]/.test(name)) throw invalid("name must not contain any of < > \\");
  const { algorithm, size, curveId } = readShape(call.body);
  const { id } = openDomain(call, domain);
  const wanted = { name, algorithm, size, curveId, ...details(call.body) };
  const remote = addRemoteKey(call, id, wanted, [newVersion(0, call.service.clock.stamp())]);
  return externalKeys.create(call, domain, remote);
}

/** A key's counterpart at the other manager. */
function reach(call: Call, key: ExternalKey): RemoteKey {
  openDomain(call, call.need(domains, key.domainId));
  const remote = call.in(outside).get(remoteKeys, key.hidden.remote);
  if (remote === undefined) throw remoteError(`NCERRResourceNotFound: there is no key ${key.name}`);
  return remote;
}

/** What of the other manager's key changes, and what the record then says. */
function changed(call: Call, key: ExternalKey, changes: (remote: RemoteKey) => Partial<RemoteKey>): ExternalKey {
  const remote = reach(call, key);
  return externalKeys.readAgain(call, key, call.in(outside).put(remoteKeys, { ...remote, ...changes(remote) }));
}

/** POST /cckm/external-cm/keys/{id}/delete: the other manager loses the key; the record stays, marked as gone. */
function deleteRemote(call: Call, key: ExternalKey): ExternalKey {
  const remote = reach(call, key);
  if (remote.undeletable) throw forbidden(`key is not deletable: ${key.name}`);
  call.in(outside).remove(remoteKeys, remote);
  return externalKeys.readAgain(call, key, undefined);
}

/** POST /cckm/external-cm/keys/{id}/versions: new material under the same name. */
function addVersion(call: Call): object {
  const key = call.target(keys);
  const stamp = call.service.clock.stamp();
  const { keyId } = changed(call, key, ({ versions }) => ({
    versions: [...versions, newVersion((versions.at(-1)?.version ?? -1) + 1, stamp)],
  }));
  return created(shown(call.by(keyVersions, "key", key.id).find((version) => version.keyId === keyId)!));
}

const root = "/cckm/external-cm/keys";
const facts = ["domainId", "domainName", "algorithm", "size", "state", "objectType", "gone", "undeletable"];

export const keyOperations: Operations = {
  ...collection<ExternalKey>({
    kind: keys,
    path: root,
    filters: ["id", "name", ...facts],
    create: createKey,
    change: (call, key) => changed(call, key, (remote) => details(call.body, remote)),
    // Drops the service's record only; the next refresh brings it back while the other manager has the key.
    remove: forgetVersions,
    actions: { delete: deleteRemote },
  }),
  [`GET ${root}/{id}/versions`]: (call) =>
    list(call, {
      kind: keyVersions,
      view: shown,
      rows: call.by(keyVersions, "key", call.target(keys).id),
      filters: ["id", "version", "state", "keyId"],
    }),
  [`POST ${root}/{id}/versions`]: addVersion,
};

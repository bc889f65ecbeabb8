import { body, emptiable, flag, integer, json, labels } from "../../core/body";
import { forbidden, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { created, shown } from "../../core/response";
import type { Call, Operations } from "../../core/scope";
import { keyOperations } from "../../shared/cloud";
import { readShape } from "../vault/material";
import { externalKeys, keyVersions } from "./keyRecord";
import { remoteError, remoteKeys } from "./manager";

/** What may be said of a key, and changed. */
const details = body({
  usageMask: integer(0, 4_194_303).or(12),
  description: emptiable.or(""),
  labels: labels.or({}),
  meta: json.or({}),
  undeletable: flag.or(false),
  unexportable: flag.or(false),
});

type NewKey = Parameters<typeof remoteKeys.create>[2];

function readKey(call: Call): NewKey {
  const name = call.body.requiredText("name");
  if (/[<>\\]/.test(name)) throw invalid("name must not contain any of < > \\");
  const { algorithm, size, curveId } = readShape(call.body);
  return { name, algorithm, size, curveId, ...details(call.body) };
}

const part = "cm_key_params";

export const operated = keyOperations({
  keys: externalKeys,
  nameOf: ({ cm_key_params }) => cm_key_params.key_name,
  missing: ({ cm_key_params }) => remoteError(`NCERRResourceNotFound: there is no key ${cm_key_params.key_name}`),
  within: "domainId",
  wanted: readKey,
  make: remoteKeys.create,
  change: (call, remote) => remoteKeys.change(call, remote, details(call.body, remote)),
  keep: ({ name, undeletable }) => {
    if (undeletable) throw forbidden(`key is not deletable: ${name}`);
  },
  part,
  filters: [
    ...["id", "domain_id", "key_id", "key_name", "algorithm", "key_state", "key_usage_mask", "key_size", "version"],
    ...["unexportable", "undeletable"],
  ],
});

/** New material under the same name. */
function createVersion(call: Call): object {
  const { cm_key_params } = operated.apply(call, call.target(externalKeys.kind), (remote) =>
    remoteKeys.rotate(call, remote),
  );
  return created(shown(call.by(keyVersions, "key_id", cm_key_params.key_id)[0]!));
}

const root = "/cckm/external-cm/keys/{id}/versions";

export const versionOperations: Operations = {
  [`GET ${root}`]: (call) =>
    list(call, {
      kind: keyVersions,
      view: shown,
      rows: call.by(keyVersions, "key", call.target(externalKeys.kind).id),
      part,
      filters: ["id", "version", "key_state", "key_id"],
    }),
  [`POST ${root}`]: createVersion,
};

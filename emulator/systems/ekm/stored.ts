import type { Call, Operations } from "../../core/scope";
import { keptCollection } from "../../shared/keptJson";

/** Of cryptospaces and issuers only the paths are known. */
const cryptospaces = keptCollection("/cckm/ekm/cryptospaces", "cckm:ekm-cryptospace");
const issuers = keptCollection("/cckm/ekm/issuers", "cckm:ekm-issuer");

const block = (blocked: boolean) => (call: Call) =>
  cryptospaces.view(cryptospaces.merge(call, call.target(cryptospaces.kind), { blocked }));

export const storedOperations: Operations = {
  ...cryptospaces.operations,
  "POST /cckm/ekm/cryptospaces/{id}/block": block(true),
  "POST /cckm/ekm/cryptospaces/{id}/unblock": block(false),
  ...issuers.operations,
};

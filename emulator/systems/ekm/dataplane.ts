import { forbidden, invalid } from "../../core/errors";
import type { Call, Operations } from "../../core/scope";
import { endpoints, type Endpoint } from "./endpoints";
import { publicKey, unwrap, wrap } from "./kek";
import { checkUse } from "./policy";

/** What Google asks for when it uses the key. */

function usable(call: Call, type: Endpoint["key_type"]): Endpoint {
  const endpoint = call.target(endpoints);
  if (!endpoint.enabled) throw forbidden(`the EKM endpoint ${endpoint.name} is disabled`);
  if (endpoint.key_type !== type) throw invalid(`the key of the EKM endpoint ${endpoint.name} is ${endpoint.key_type}`);
  checkUse(endpoint.hidden.policy, call.body.block("additionalContext"));
  return endpoint;
}

/** What must be the same when it is unwrapped. */
const contextOf = (call: Call): string => call.body.text("additionalAuthenticatedData") ?? "";

export const dataplaneOperations: Operations = {
  "POST /cckm/ekm/endpoints/{id}:wrap": (call) => {
    const endpoint = usable(call, "symmetric");
    const plain = Buffer.from(call.body.requiredText("plaintext"), "base64");
    return { wrappedBlob: wrap(call, endpoint, plain, contextOf(call)) };
  },
  "POST /cckm/ekm/endpoints/{id}:unwrap": (call) => {
    const endpoint = usable(call, "symmetric");
    const plain = unwrap(call, endpoint, call.body.requiredText("wrappedBlob"), contextOf(call));
    return { plaintext: plain.toString("base64") };
  },
  "POST /cckm/ekm/endpoints/{id}:getPublicKey": (call) => {
    const endpoint = usable(call, "asymmetric");
    return { pem: publicKey(call, endpoint), algorithm: endpoint.algorithm };
  },
};

import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource, namedAfterResource, type Bag, type Failure } from "../../engine/definition";
import { host, justificationReasons, signingAlgorithms, someTexts } from "./values";

export const ekmEndpoints = "/cckm/ekm/endpoints";

export const endpointPath = (id: string): string => `${ekmEndpoints}/${segment(id)}`;

/** A key that stays in the service, and that Google Cloud calls from outside (EKM). The service must know a Google project first: see `GoogleProject`. Destroying it leaves the endpoint as it is, unless `onDestroy` says otherwise. */
export const ekmEndpoint = defineResource({
  type: "EkmEndpoint",
  path: ekmEndpoints,
  feature: "CCKM",
  inputs: {
    /** Name of the endpoint, unique in the service. Default: the resource's name in the program. A change replaces the endpoint. */
    name: namedAfterResource(z.string().min(1)),
    /** Host name under which Google reaches the service, with `:port` unless that is 443. It becomes part of `keyURI`. Changes in place; the key in Google must then be given the new URI. */
    keyURIHostname: z.string().regex(host, "must be a host name, with :port if need be, without https://"),
    /** Who may use the key, and why: `basic`, or with `rawPolicyEnabled` `rego`. Changes in place. */
    policy: z.object({
      /** The policy as lists. */
      basic: z
        .object({
          /** E-mail addresses of Google service accounts that may use the key, at least one. */
          clients: z.array(z.string().min(1)).min(1, "needs at least one service account"),
          /** True to demand that Google justifies each use by one of `justificationReason`. Default false. */
          justificationRequired: z.boolean().default(false),
          /** Accepted justifications, such as `CUSTOMER_INITIATED_ACCESS`; required with `justificationRequired`. Default: none. */
          justificationReason: z.array(z.enum(justificationReasons)).min(1, "needs at least one reason").optional(),
          /** Google zones in which a confidential machine may run. Default: not looked at. */
          attestationZones: someTexts.optional(),
          /** Ids of Google projects in which a confidential machine may run. Default: not looked at. */
          attestationProjectIds: someTexts.optional(),
          /** Names of confidential machines that may use the key. Default: not looked at. */
          attestationInstanceNames: someTexts.optional(),
        })
        .optional(),
      /** The policy as text in the language Rego. */
      rego: z.string().min(1).optional(),
    }),
    /** True when `policy` holds `rego`, false when it holds `basic`. Default false. Changes in place. */
    rawPolicyEnabled: z.boolean().default(false),
    /** `symmetric` or `asymmetric`. Default `symmetric`. A change replaces the endpoint. */
    keyType: z.enum(["symmetric", "asymmetric"]).default("symmetric"),
    /** Algorithm of the key: AES256 for symmetric ones; RSA_SIGN_PSS_…, RSA_SIGN_PKCS1_…, EC_SIGN_P256_SHA256 or EC_SIGN_P384_SHA384 for asymmetric ones, where it is required. A change replaces the endpoint. */
    algorithm: z.enum(["AES256", ...signingAlgorithms]).optional(),
    /** `ekm`, or `ekm-ude` for ubiquitous data encryption. Default `ekm`. A change replaces the endpoint. */
    endpointType: z.enum(["ekm", "ekm-ude"]).default("ekm"),
    /** Ubiquitous data encryption: true to encrypt for confidential machines only. Default false. Changes in place. */
    cvmRequiredForEncrypt: z.boolean().default(false),
    /** Ubiquitous data encryption: true to decrypt for confidential machines only. Default false. Changes in place. */
    cvmRequiredForDecrypt: z.boolean().default(false),
    /** Id of a vault key to use. Default: the service makes one. Never returned by the service as such. A change replaces the endpoint. */
    existingKeyId: z.string().min(1).optional(),
    /** Free JSON values by key. Changes in place. Default: none. */
    meta: z.record(z.string(), z.unknown()).default({}),
    /** False to refuse Google every use of the key. Default true. Changes in place. */
    enabled: z.boolean().default(true),
    /** Values of any kind; when one changes, the key is rotated at once. The first values rotate nothing. Default: none. Kept by the provider. */
    rotationTriggers: z.record(z.string(), z.unknown()).optional(),
    /** What destroying the resource does: `retain` leaves the endpoint as it is, `disable` disables it, `delete` removes it, and Google can then no longer decrypt what was encrypted with it. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "disable", "delete"]).default("retain"),
  },
  outputs: {
    /** What to enter in Google as the URI of the external key. */
    keyURI: z.string(),
    /** Id of the vault key behind the endpoint. */
    kekId: z.string().optional(),
    /** Name of the vault key behind the endpoint. */
    kekName: z.string().optional(),
    /** Version of the vault key, counted from 0. Each rotation changes it. */
    kekVersion: z.number().optional(),
  },
  keepsPlace: { retain: "every", disable: "every" },
  immutable: ["name", "keyType", "algorithm", "endpointType", "existingKeyId"],
  references: ["existingKeyId"],
  writeOnly: ["existingKeyId"],
  computed: ["algorithm"],
  local: ["rotationTriggers", "onDestroy"],
  filters: ["id", "name", "keyURI", "keyType", "algorithm", "endpointType", "enabled"],
  mark: "meta",
  wire: {
    keyURIHostname: "keyURIHostname",
    policy: { encode: encodePolicy, decode: decodePolicy },
    enabled: { to: false, from: isEnabled },
    keyURI: "keyURI",
    kekId: { from: (answer) => answer.kekID ?? answer.kek_id },
    kekName: { from: (answer) => answer.kekName ?? answer.kek_name },
    kekVersion: { from: (answer) => answer.kekVersion ?? answer.kek_version },
  },
  actions: [
    {
      inputs: ["rotationTriggers"],
      async run({ api, inputs }, { id, record, state }) {
        const isFirst = state.rotationTriggers === undefined || inputs.rotationTriggers === undefined;
        return isFirst ? record : { ...record, ...(await api.post(`${endpointPath(id)}/rotate`)) };
      },
    },
    {
      inputs: ["enabled"],
      async run({ api, inputs }, { id, record }) {
        const action = inputs.enabled ? "enable" : "disable";
        return { ...record, ...(await api.post(`${endpointPath(id)}/${action}`, undefined, { repeatable: true })) };
      },
    },
  ],
  hooks: {
    check: (inputs) => problems(inputs),
    // The public sources do not say that an endpoint's own answer shows its policy as it was written.
    enrich: async (api, record) =>
      record.policy === undefined ? { ...record, policy: await policyOf(api, idIn(record)) } : record,
    async remove({ api, inputs }, id) {
      if (inputs.onDestroy === "delete") await api.delete(endpointPath(id));
      if (inputs.onDestroy === "disable")
        await api.post(`${endpointPath(id)}/disable`, undefined, { repeatable: true });
    },
  },
});

function isEnabled({ enabled, status }: Wire): boolean {
  return enabled === undefined
    ? !(typeof status === "string" && status.toLowerCase() === "disabled")
    : enabled === true;
}

async function policyOf(api: Api, id: string): Promise<unknown> {
  const answer = await api.get(`${endpointPath(id)}/policies`);
  return answer.policy ?? answer;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function encodePolicy({ basic, rego }: { basic?: Bag; rego?: string }): Wire {
  if (!basic) return { rego };
  return { basic: Object.fromEntries(Object.entries(basic).map(([key, value]) => [snake(key), value])) };
}

const basicFields = [
  "clients",
  "justificationRequired",
  "justificationReason",
  "attestationZones",
  "attestationProjectIds",
  "attestationInstanceNames",
];

/** Lists that are empty in an answer have been left out in the program. */
function decodePolicy({ basic, rego }: { basic?: Bag; rego?: string }): Bag {
  if (!basic) return { rego };
  const shown = Object.entries(basic)
    .map(([key, value]) => [camel(key), value] as const)
    .filter(
      ([key, value]) => basicFields.includes(key) && value !== null && !(Array.isArray(value) && value.length === 0),
    );
  return { basic: { justificationRequired: false, ...Object.fromEntries(shown) } };
}

interface Inputs {
  policy?: { basic?: { justificationRequired: boolean; justificationReason?: string[] }; rego?: string };
  rawPolicyEnabled?: boolean;
  keyType?: string;
  algorithm?: string;
  endpointType?: string;
  cvmRequiredForEncrypt?: boolean;
  cvmRequiredForDecrypt?: boolean;
}

function problems(inputs: Inputs): Failure[] {
  const { keyType, algorithm, endpointType } = inputs;
  const failures = policyProblems(inputs);
  if (keyType === "asymmetric" && algorithm === undefined) {
    failures.push({ property: "algorithm", reason: "is required for asymmetric keys" });
  }
  if (algorithm !== undefined && keyType !== undefined && (algorithm === "AES256") !== (keyType === "symmetric")) {
    failures.push({ property: "algorithm", reason: `does not fit the key type ${keyType}` });
  }
  for (const property of ["cvmRequiredForEncrypt", "cvmRequiredForDecrypt"] as const) {
    if (inputs[property] !== true || endpointType !== "ekm") continue;
    failures.push({ property, reason: "is for the endpoint type ekm-ude only" });
  }
  return failures;
}

function policyProblems({ policy, rawPolicyEnabled }: Inputs): Failure[] {
  if (policy === undefined || rawPolicyEnabled === undefined) return [];
  const [wanted, other] = rawPolicyEnabled ? (["rego", "basic"] as const) : (["basic", "rego"] as const);
  const failures: Failure[] = [];
  const say = (property: string, reason: string) => void failures.push({ property: `policy.${property}`, reason });
  if (policy[wanted] === undefined) say(wanted, `is required while rawPolicyEnabled is ${rawPolicyEnabled}`);
  if (policy[other] !== undefined) say(other, `has no meaning while rawPolicyEnabled is ${rawPolicyEnabled}`);
  if (policy.basic?.justificationRequired && policy.basic.justificationReason === undefined) {
    say("basic.justificationReason", "is required with justificationRequired");
  }
  return failures;
}

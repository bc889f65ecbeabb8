import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource, type Bag, type Failure } from "../../lifecycle/vocabulary/definition";
import { field, named, onDestroy, open } from "../../lifecycle/vocabulary/field";
import { host, justificationReasons, signingAlgorithms, someTexts } from "./values";

const ekmEndpoints = "/cckm/ekm/endpoints";

export const endpointPath = (id: string): string => `${ekmEndpoints}/${segment(id)}`;

/**
 * A key that stays in the service, and that Google Cloud calls from outside (EKM). The service must
 * know a Google project first: see `GoogleProject`. Destroying it leaves the endpoint as it is,
 * unless `onDestroy` says otherwise.
 */
export const ekmEndpoint = defineResource({
  type: "EkmEndpoint",
  role: "key",
  path: ekmEndpoints,
  inputs: {
    /** Name of the endpoint, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /**
     * Host name under which Google reaches the service, with `:port` unless that is 443. It becomes
     * part of `keyURI`. Updated in place; the key in Google must then be given the new URI.
     */
    keyURIHostname: field(z.string().regex(host, "must be a host name, optionally with :port, without https://"), {
      wire: "keyURIHostname",
    }),
    /** Who can use the key, and for which reasons: `basic`, or with `rawPolicyEnabled` `rego`. */
    policy: field(
      z.object({
        /** The policy as lists. */
        basic: z
          .object({
            /** E-mail addresses of Google service accounts that may use the key, at least one. */
            clients: field(z.array(z.string().min(1)).min(1, "needs at least one service account"), { as: "set" }),
            /**
             * True to require that Google justifies each use by one of `justificationReason`.
             * Default false.
             */
            justificationRequired: z.boolean().default(false),
            /**
             * Accepted justifications, such as `CUSTOMER_INITIATED_ACCESS`; required with
             * `justificationRequired`. Default: none.
             */
            justificationReason: field(
              z.array(open(justificationReasons)).min(1, "needs at least one reason").optional(),
              { as: "set" },
            ),
            /** Google zones in which a confidential machine may run. Default: not checked. */
            attestationZones: someTexts,
            /** Ids of Google projects in which a confidential machine may run. Default: not checked. */
            attestationProjectIds: someTexts,
            /** Names of confidential machines that may use the key. Default: not checked. */
            attestationInstanceNames: someTexts,
          })
          .optional(),
        /** The policy as a string in the language Rego. */
        rego: z.string().min(1).optional(),
      }),
      { wire: { encode: encodePolicy, decode: decodePolicy }, guards: true },
    ),
    /** True when `policy` holds `rego`, false when it holds `basic`. */
    rawPolicyEnabled: field(z.boolean().default(false), { guards: true }),
    /** `symmetric` or `asymmetric`. */
    keyType: field(open(["symmetric", "asymmetric"]).default("symmetric"), { change: "replace" }),
    /**
     * Algorithm of the key: {@known}. `AES256` is for symmetric keys, the others are for asymmetric
     * ones, where it is required.
     */
    algorithm: field(open(["AES256", ...signingAlgorithms]).optional(), { change: "replace", absent: "theirs" }),
    /** `ekm`, or `ekm-ude` for ubiquitous data encryption. */
    endpointType: field(open(["ekm", "ekm-ude"]).default("ekm"), { change: "replace" }),
    /** Ubiquitous data encryption: true to encrypt for confidential machines only. */
    cvmRequiredForEncrypt: field(z.boolean().default(false), { guards: true }),
    /** Ubiquitous data encryption: true to decrypt for confidential machines only. */
    cvmRequiredForDecrypt: field(z.boolean().default(false), { guards: true }),
    /**
     * Id of a vault key to use. Default: the service makes one. Never returned by the service as
     * such.
     */
    existingKeyId: field(z.string().min(1).optional(), { ref: "any", change: "replace", seen: "never" }),
    /** Arbitrary JSON values by key. */
    meta: field(z.record(z.string(), z.unknown()).default({}), { as: "merge" }),
    /** False to refuse Google every use of the key. */
    enabled: field(z.boolean().default(true), {
      by: { verbs: { true: "enable", false: "disable" } },
      wire: { from: isEnabled },
      guards: true,
    }),
    /**
     * Values of any kind; when one changes, the key is rotated at once. The first values rotate
     * nothing.
     */
    rotationTriggers: field(z.record(z.string(), z.unknown()).optional(), { seen: "local", by: { trigger: "rotate" } }),
    /**
     * On destroy, `retain` leaves the endpoint as it is, and `disable` disables it. `delete`
     * removes it: Google can no longer decrypt what was encrypted with it.
     */
    onDestroy: onDestroy({
      retain: [],
      disable: [{ verb: "disable", unless: isDisabled }],
      delete: ["DELETE"],
    }),
  },
  outputs: {
    /** URI of the external key to enter in Google. */
    keyURI: field(z.string(), { wire: "keyURI" }),
    /** Id of the vault key behind the endpoint. */
    kekId: field(z.string().optional(), { wire: { from: (response) => response.kekID ?? response.kek_id } }),
    /** Name of the vault key behind the endpoint. */
    kekName: field(z.string().optional(), { wire: { from: (response) => response.kekName ?? response.kek_name } }),
    /** Version of the vault key, counted from 0. Each rotation changes it. */
    kekVersion: field(z.number().optional(), {
      wire: { from: (response) => response.kekVersion ?? response.kek_version },
    }),
  },
  filters: ["id", "name", "keyURI", "keyType", "algorithm", "endpointType", "enabled"],
  mark: "meta",
  hooks: {
    check: (inputs) => problems(inputs),
    async create({ api }, body) {
      const made = await api.post(ekmEndpoints, body);
      return made.policy === undefined ? { ...made, policy: body.policy } : made;
    },
    // The public sources do not say that an endpoint's own response contains its policy as it was written.
    enrich: async (api, record) =>
      record.policy === undefined ? { ...record, policy: await policyOf(api, idIn(record)) } : record,
  },
});

/** `undefined` for a record that does not show it. */
function isDisabled(record: Wire): boolean | undefined {
  return record.enabled === undefined && record.status === undefined ? undefined : !isEnabled(record);
}

function isEnabled({ enabled, status }: Wire): boolean {
  return enabled === undefined
    ? !(typeof status === "string" && status.toLowerCase() === "disabled")
    : enabled === true;
}

async function policyOf(api: Api, id: string): Promise<unknown> {
  const response = await api.get(`${endpointPath(id)}/policies`);
  return response.policy ?? response;
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

/** Lists that are empty in a response were left out in the program. */
function decodePolicy({ basic, rego }: { basic?: Bag; rego?: string }): Bag {
  if (!basic) return { rego };
  const shown = Object.entries(basic)
    .map(([key, value]) => [camel(key), value] as const)
    .filter(
      ([key, value]) => basicFields.includes(key) && value !== null && !(Array.isArray(value) && value.length === 0),
    );
  return { basic: { justificationRequired: false, ...Object.fromEntries(shown) } };
}

/** Algorithms by the type of a key. */
const algorithmsOf: Readonly<Record<string, readonly string[]>> = {
  symmetric: ["AES256"],
  asymmetric: signingAlgorithms,
};

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
  const fitting = algorithmsOf[keyType ?? ""];
  const isKnown = Object.values(algorithmsOf).some((some) => some.includes(algorithm ?? ""));
  if (algorithm !== undefined && isKnown && fitting?.includes(algorithm) === false) {
    failures.push({ property: "algorithm", reason: `does not fit the key type ${keyType}` });
  }
  for (const property of ["cvmRequiredForEncrypt", "cvmRequiredForDecrypt"] as const) {
    if (inputs[property] !== true || endpointType !== "ekm") continue;
    failures.push({ property, reason: "is only valid for the endpoint type ekm-ude" });
  }
  return failures;
}

function policyProblems({ policy, rawPolicyEnabled }: Inputs): Failure[] {
  if (policy === undefined || rawPolicyEnabled === undefined) return [];
  const [wanted, other] = rawPolicyEnabled ? (["rego", "basic"] as const) : (["basic", "rego"] as const);
  const failures: Failure[] = [];
  const say = (property: string, reason: string) => void failures.push({ property: `policy.${property}`, reason });
  if (policy[wanted] === undefined) say(wanted, `is required while rawPolicyEnabled is ${rawPolicyEnabled}`);
  if (policy[other] !== undefined) say(other, `is not allowed while rawPolicyEnabled is ${rawPolicyEnabled}`);
  if (policy.basic?.justificationRequired && policy.basic.justificationReason === undefined) {
    say("basic.justificationReason", "is required with justificationRequired");
  }
  return failures;
}

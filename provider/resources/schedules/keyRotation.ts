import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ApiError, ifFound } from "../../api/errors";
import { defineResource, objectReference, type Bag, type Failure } from "../../engine/definition";
import { ResourceError } from "../../engine/failure";
import { pick } from "../../engine/wire";
import { googleAlgorithm } from "../google/values";
import { keySources } from "../system";
import { bindingOf, rotatableTypes, sourceProblems, whyNot, whyNotInPlace } from "./rotatable";
import { jobConfigs } from "./jobConfig";
import { rotationSchedule } from "./rotationSchedule";

/** What `KeyRotation` sends beside key and schedule, by the name of the input. */
const parameters = {
  keySource: "auto_rotate_key_source",
  domain: "auto_rotate_domain_id",
  partition: "auto_rotate_partition_id",
  externalCmDomain: "auto_rotate_external_cm_domain_id",
  disableEncrypt: "auto_rotate_disable_encrypt",
  disableEncryptOnAllAccounts: "auto_rotate_disable_encrypt_on_all_accounts",
  algorithm: "auto_rotate_algorithm",
  keyType: "auto_rotate_key_type",
  keySize: "auto_rotate_key_size",
  ecName: "auto_rotate_ec_name",
  enableKey: "auto_rotate_enable_key",
  releasePolicy: "auto_rotate_release_policy",
} as const;
type Parameter = keyof typeof parameters;

/** Parameters come back as labels of the key, under the same names where nothing else is known. */
const labelled = (name: Parameter) => ({ to: parameters[name], from: `labels.${parameters[name]}` });

/** A key bound to a `RotationSchedule`: from then on the service rotates it. Its id is that of the key. Destroying it unbinds the key. */
export const keyRotation = defineResource({
  type: "KeyRotation",
  path: "/scheduler/job-configs",
  feature: "CCKM",
  inputs: {
    /** The key: the resource itself, or `{ type, id }` with a type such as `AwsKey`. A change replaces the binding, not the key. */
    key: objectReference(
      z.object({
        /** Type of the key's resource, such as `AwsKey`. */
        type: z.enum(rotatableTypes, {
          error: ({ input }) => whyNot(input),
        }),
        /** The service's id of the key. */
        id: z.string().min(1),
      }),
    ),
    /** Id of the `RotationSchedule`. One with `rotateMaterial` takes no AWS key of another spec than SYMMETRIC_DEFAULT: such a key needs a schedule that makes new keys. Changes in place. */
    schedule: z.string().min(1),
    /** Where new material comes from: `native` (the cloud itself; not for AWS), `ciphertrust` or, for AWS only, `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Not for EKM and DKE, whose keys are always the service's own. Default: the service's choice. Changes in place. */
    keySource: z.enum(keySources).optional(),
    /** Id of the DSM domain, for the key source `dsm`. Changes in place. */
    domain: z.string().optional(),
    /** Id of the Luna HSM partition, for the key source `hsm-luna`. Changes in place. */
    partition: z.string().optional(),
    /** Id of the external CipherTrust domain, for the key source `external-cm`. Changes in place. */
    externalCmDomain: z.string().optional(),
    /** AWS: true to let the old key only decrypt after a rotation. Excludes `disableEncryptOnAllAccounts`. Default false. Changes in place. */
    disableEncrypt: z.boolean().optional(),
    /** AWS: the same for all accounts that may use the key. Default false. Changes in place. */
    disableEncryptOnAllAccounts: z.boolean().optional(),
    /** Google: algorithm of the new version, for sources other than `native`. Changes in place. */
    algorithm: googleAlgorithm.optional(),
    /** Azure: type of the new key version: `RSA`, `RSA-HSM`, `EC` or `EC-HSM`. Changes in place. */
    keyType: z.enum(["RSA", "RSA-HSM", "EC", "EC-HSM"]).optional(),
    /** Azure: size of the new key version in bits, for RSA types: 2048, 3072 or 4096. Changes in place. */
    keySize: z.union([z.literal(2048), z.literal(3072), z.literal(4096)]).optional(),
    /** Azure: curve of the new key version, for EC types: `P-256`, `P-384`, `P-521` or `SECP256K1`. Changes in place. */
    ecName: z.enum(["P-256", "P-384", "P-521", "SECP256K1"]).optional(),
    /** Azure: false to leave the new key version disabled. Default: the service's choice, true. Changes in place. */
    enableKey: z.boolean().optional(),
    /** Azure: policy under which the material of the new key version may be released, a JSON object, for exportable keys. Default: the service's choice. Not compared with the service. Changes in place. */
    releasePolicy: z.record(z.string(), z.unknown()).optional(),
  },
  outputs: {
    /** The service's id of the key that is bound now: a rotation that makes a new key moves the binding to that. */
    currentKey: z.string(),
  },
  label: ({ key }) => (key ? `${(key as Key).type} ${(key as Key).id}` : undefined),
  unique: [["key"]],
  immutable: ["key"],
  writeOnly: ["releasePolicy"],
  references: ["key"],
  needs: { schedule: rotationSchedule },
  computed: ["keySource", "disableEncrypt", "disableEncryptOnAllAccounts", "enableKey"],
  wire: {
    key: { to: false, from: "key" },
    currentKey: { from: "current_key" },
    schedule: { to: "job_config_id", from: "labels.job_config_id" },
    keySource: labelled("keySource"),
    domain: labelled("domain"),
    partition: labelled("partition"),
    externalCmDomain: labelled("externalCmDomain"),
    disableEncrypt: { ...labelled("disableEncrypt"), from: "labels.disable_encrypt_on_auto_rotate", decode: isTrue },
    disableEncryptOnAllAccounts: {
      ...labelled("disableEncryptOnAllAccounts"),
      from: "labels.disable_encrypt_for_all_accounts_on_auto_rotate",
      decode: isTrue,
    },
    algorithm: labelled("algorithm"),
    keyType: labelled("keyType"),
    keySize: { ...labelled("keySize"), decode: Number },
    ecName: labelled("ecName"),
    enableKey: { ...labelled("enableKey"), decode: isTrue },
    releasePolicy: { to: parameters.releasePolicy, from: false },
  },
  actions: [
    {
      inputs: ["schedule", ...(Object.keys(parameters) as Parameter[])],
      run: ({ api, inputs }, { state }) => bind(api, inputs, state.currentKey),
    },
  ],
  existing: {
    list: (_api, known) =>
      Promise.resolve(
        known.flatMap(({ definition: { type }, id, record }) =>
          bindingOf(type) && scheduleOf(record) ? [asBinding(record, { type, id })] : [],
        ),
      ),
  },
  hooks: {
    check(inputs) {
      const { key, disableEncrypt, disableEncryptOnAllAccounts } = inputs;
      const failures = [...foreignParameters(inputs), ...sourceProblems(key?.type, inputs)];
      if (disableEncrypt && disableEncryptOnAllAccounts) {
        failures.push({ property: "disableEncrypt", reason: "excludes disableEncryptOnAllAccounts: choose one" });
      }
      return failures;
    },
    // A key that is not known yet is a new one.
    replaces: () => ["key"],
    async create({ api, inputs }) {
      const bound = scheduleOf(await keyNow(api, inputs.key));
      // Enabling a bound key would silently take it away from whoever bound it, unless it is bound so already.
      if (bound && bound !== inputs.schedule) throw await boundAlready(api, inputs.key.id, bound);
      return bind(api, inputs);
    },
    /** A key that is there, but bound to nothing, has lost its schedule: that is a property that differs, and is repaired in place. */
    async read(api, id, state) {
      const key = (state.key as Key | undefined) ?? (await keyOfId(api, id));
      const record = key && (await keyNow(api, key, state.currentKey));
      return record && asBinding(record, key);
    },
    async find({ api, inputs }) {
      const record = await keyNow(api, inputs.key);
      return record && scheduleOf(record) ? [asBinding(record, inputs.key)] : [];
    },
    remove: ({ api }, _id, state) => unbind(api, state),
  },
});

interface Key {
  type: string;
  id: string;
}

async function boundAlready(api: Api, key: string, schedule: string): Promise<ApiError> {
  const config = await api.get(`${jobConfigs}/${segment(schedule)}`).catch(() => undefined);
  const name = typeof config?.name === "string" ? `"${config.name}" (${schedule})` : schedule;
  return new ApiError(`the key is bound to the schedule ${name} already`, {
    kind: "conflict",
    call: "GET",
    advice:
      "If another resource of this program binds it, remove that one. Else take the binding over by adding the argument  " +
      `adopt: "${key}"  to the KeyRotation, or  adopt: true  to the KeyRotationPolicy that has the key.`,
  });
}

/** Inputs that mean nothing for keys of this type. */
function foreignParameters(inputs: Bag): Failure[] {
  const { type } = (inputs.key ?? {}) as Key;
  const own = bindingOf(type)?.parameters;
  if (!own) return [];
  return Object.keys(parameters)
    .filter((name) => inputs[name] !== undefined && !own.includes(name))
    .map((property) => ({ property, reason: `is not for ${type}; it takes ${own.join(", ") || "no parameters"}` }));
}

/** The key that counts now. The one that counted last leads there even when the original is long gone. */
async function keyNow(api: Api, { type, id }: Key, last?: unknown): Promise<Wire | undefined> {
  const binding = bindingOf(type)!;
  const later = typeof last === "string" && last !== id ? await binding.find(api, last) : undefined;
  return later ?? binding.find(api, id);
}

/** An id alone does not tell the type of its key: ids are unique, so the type that has it is the one. */
async function keyOfId(api: Api, id: string): Promise<Key | undefined> {
  for (const type of rotatableTypes) {
    if (await ifFound(bindingOf(type)!.find(api, id))) return { type, id };
  }
  return undefined;
}

function scheduleOf(record: Wire | undefined): string | undefined {
  return pick(record, "labels.job_config_id") as string | undefined;
}

/** Binding again with other parameters replaces the binding: create and update are one call. */
async function bind(api: Api, inputs: Bag, last?: unknown): Promise<Wire> {
  const key = inputs.key as Key;
  const binding = bindingOf(key.type)!;
  const record = await keyNow(api, key, last);
  if (!record) throw new ResourceError(`binding ${key.type} ${key.id} failed: the service has no such key.`);
  await refuseUnfit(api, key, record, inputs.schedule as string);
  const given = Object.entries(parameters).flatMap(([name, wire]) => {
    const value = inputs[name];
    return value === undefined ? [] : [[wire, value] as const];
  });
  const body: Wire = { job_config_id: inputs.schedule, ...Object.fromEntries(given) };
  const bound = binding.bind
    ? await binding.bind(api, record, body)
    : await api.post(`${binding.path(record)}/${binding.enable}`, body, { repeatable: true });
  return asBinding({ ...record, ...bound }, key);
}

/** Whether a schedule can rotate the material inside a key, only the key's record tells. Most records are fit for any schedule. */
async function refuseUnfit(api: Api, { type, id }: Key, record: Wire, schedule: string): Promise<void> {
  const why = whyNotInPlace(type, record);
  if (why === undefined) return;
  const config = await api.get(`${jobConfigs}/${segment(schedule)}`);
  if (pick(config, "job_config_params.aws_param.rotate_material") !== true) return;
  throw new ResourceError(
    `binding ${type} ${id} failed: the schedule "${String(config.name)}" has rotateMaterial, which this key cannot follow: ` +
      `${why}. Bind it to a schedule without rotateMaterial, which makes a new key and moves the aliases to it; ` +
      "in place of a KeyRotationPolicy for all keys, give such keys one of their own with rotateMaterial: false.",
  );
}

/** A key that somebody bound to another schedule meanwhile stays bound to that. */
async function unbind(api: Api, { key, currentKey, schedule }: Bag): Promise<void> {
  const binding = bindingOf((key as Key).type)!;
  const record = await keyNow(api, key as Key, currentKey);
  const bound = scheduleOf(record);
  if (!record || bound === undefined || bound !== schedule) return;
  if (binding.bind) await binding.bind(api, record, undefined);
  else await api.post(`${binding.path(record)}/${binding.disable}`, undefined, { repeatable: true });
}

/** A binding is identified by its key. */
function asBinding(record: Wire, key: Key): Wire {
  return { ...record, id: key.id, key, current_key: record.newest_id ?? record.id };
}

/** Labels hold texts only. */
function isTrue(label: string | boolean): boolean {
  return String(label) === "true";
}

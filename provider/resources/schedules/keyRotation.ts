import * as z from "zod";
import { isConfirmed } from "../../lifecycle/service/state";
import { segment, type Api, type Wire } from "../../api/client";
import { ApiError, ifFound, isKind } from "../../api/errors";
import { defineResource, type Bag, type Failure } from "../../lifecycle/vocabulary/definition";
import { field, ref } from "../../lifecycle/vocabulary/field";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { pick } from "../../lifecycle/values/wire";
import { googleAlgorithm } from "../google/values";
import { keySources, type KeySource } from "../binding";
import { definitionIn } from "../systems";
import { bindingOf, rotatableTypes, sourceProblems, whyNot, whyNotInPlace } from "./rotatable";
import { jobConfigs } from "./fields";
import { rotationSchedule } from "./rotationSchedule";
import { azureCurve, azurePairType } from "../azure/keyShape";

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

/**
 * A key bound to a `RotationSchedule`: from then on the service rotates it. Its id is that of the
 * key. Destroying it unbinds the key.
 */
export const keyRotation = defineResource({
  type: "KeyRotation",
  role: "schedule",
  path: jobConfigs,
  feature: "CCKM",
  inputs: {
    /**
     * The key: `{ type, id }` with a type such as `AwsKey`; in TypeScript also the resource itself.
     * Changing it forces replacement of the binding, not of the key.
     */
    key: field(
      z.object({
        /** Type of the key's resource, such as `AwsKey`. */
        type: z.enum(rotatableTypes, {
          error: ({ input }) => whyNot(input),
        }),
        /** The service's id of the key. */
        id: z.string().min(1),
      }),
      { ref: "object", change: "replace", wire: { to: false, from: "key" } },
    ),
    /**
     * Id of the `RotationSchedule`. One with `rotateMaterial` takes no AWS key of another spec than
     * SYMMETRIC_DEFAULT: such a key needs a schedule that makes new keys.
     */
    schedule: ref(rotationSchedule, { wire: { to: "job_config_id", from: "labels.job_config_id" } }),
    /**
     * Where new material comes from: `native` (the cloud itself; not for AWS), `ciphertrust` or,
     * for AWS only, `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Not for
     * EKM and DKE, whose keys are always the service's own.
     */
    keySource: field(z.enum(keySources).optional(), { absent: "theirs", wire: labelled("keySource") }),
    /** Id of the DSM domain, for the key source `dsm`. */
    domain: field(z.string().optional(), { wire: labelled("domain") }),
    /** Id of the Luna HSM partition, for the key source `hsm-luna`. */
    partition: field(z.string().optional(), { wire: labelled("partition") }),
    /** Id of the external CipherTrust domain, for the key source `external-cm`. */
    externalCmDomain: field(z.string().optional(), { wire: labelled("externalCmDomain") }),
    /**
     * AWS: true to let the old key only decrypt after a rotation. Excludes
     * `disableEncryptOnAllAccounts`. Default: the service's choice, false.
     */
    disableEncrypt: field(z.boolean().optional(), {
      absent: "theirs",
      wire: { ...labelled("disableEncrypt"), from: "labels.disable_encrypt_on_auto_rotate", decode: isTrue },
    }),
    /** AWS: the same for all accounts that can use the key. Default: the service's choice, false. */
    disableEncryptOnAllAccounts: field(z.boolean().optional(), {
      absent: "theirs",
      wire: {
        ...labelled("disableEncryptOnAllAccounts"),
        from: "labels.disable_encrypt_for_all_accounts_on_auto_rotate",
        decode: isTrue,
      },
    }),
    /** Google: algorithm of the new version, for sources other than `native`: {@known}. */
    algorithm: field(googleAlgorithm.optional(), { wire: labelled("algorithm") }),
    /** Azure: type of the new key version: {@known}. */
    keyType: field(azurePairType.optional(), { wire: labelled("keyType") }),
    /** Azure: size of the new key version in bits, for RSA types: 2048, 3072 or 4096. */
    keySize: field(z.union([z.literal(2048), z.literal(3072), z.literal(4096)]).optional(), {
      wire: { ...labelled("keySize"), decode: Number },
    }),
    /** Azure: curve of the new key version, for EC types: {@known}. */
    ecName: field(azureCurve.optional(), { wire: labelled("ecName") }),
    /** Azure: false to leave the new key version disabled. Default: the service's choice, true. */
    enableKey: field(z.boolean().optional(), { absent: "theirs", wire: { ...labelled("enableKey"), decode: isTrue } }),
    /**
     * Azure: policy under which the material of the new key version may be released, a JSON object,
     * for exportable keys. Default: the service's choice. Not compared with the service.
     */
    releasePolicy: field(z.record(z.string(), z.unknown()).optional(), {
      seen: "never",
      wire: { to: parameters.releasePolicy, from: false },
    }),
  },
  outputs: {
    /**
     * The service's id of the key that is bound now: a rotation that makes a new key moves the
     * binding to that.
     */
    currentKey: field(z.string(), { wire: { from: "current_key" } }),
  },
  label: ({ key }) => (key ? `${(key as Key).type} ${(key as Key).id}` : undefined),
  unique: [["key"]],
  partOf: ({ key }) => definitionIn((key as Key | undefined)?.type),
  actions: [
    {
      inputs: ["schedule", ...(Object.keys(parameters) as Parameter[])],
      run: async ({ api, inputs }, { state }) => bind(api, inputs, await keyNow(api, inputs.key, state.currentKey)),
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
        failures.push({ property: "disableEncrypt", reason: "conflicts with disableEncryptOnAllAccounts: choose one" });
      }
      return failures;
    },
    // A key that is not known yet is new.
    replaces: () => ["key"],
    async create({ api, inputs }) {
      const record = await keyNow(api, inputs.key);
      const bound = scheduleOf(record);
      // Binding a bound key would silently replace the existing binding, unless it is the same.
      if (bound && bound !== inputs.schedule) throw await boundAlready(api, inputs.key.id, bound);
      return bind(api, inputs, record);
    },
    /**
     * An existing key without a binding has lost its schedule: that is drift, and is repaired in
     * place.
     */
    async read(api, id, state) {
      const key = (state.key as Key | undefined) ?? (await keyOfId(api, id));
      const record = key && (await keyNow(api, key, isConfirmed(state) ? state.currentKey : undefined));
      return record && asBinding(record, key);
    },
    async find({ api, inputs }) {
      const record = await keyNow(api, inputs.key);
      return record && scheduleOf(record) ? [asBinding(record, inputs.key)] : [];
    },
    remove: ({ api }, _id, state) => unbind(api, state),
    // A refresh that has found it unbound knows no schedule.
    ended: (record, { schedule }) =>
      [undefined, null, ""].includes(scheduleOf(record)) || scheduleOf(record) !== schedule,
  },
});

interface Key {
  type: string;
  id: string;
}

async function boundAlready(api: Api, key: string, schedule: string): Promise<ApiError> {
  const config = await api.get(`${jobConfigs}/${segment(schedule)}`).catch(() => undefined);
  const name = typeof config?.name === "string" ? `"${config.name}" (${schedule})` : schedule;
  return new ApiError(`the key is already bound to the schedule ${name}`, {
    kind: "conflict",
    call: "GET",
    advice:
      "If another resource of this program binds it, or did so until now, remove that one in an update before this one. Else take the binding over by adding the argument  " +
      `adopt: "${key}"  to the KeyRotation, or  adopt: true  to the KeyRotationPolicy that has the key.`,
  });
}

/** Inputs that are not valid for keys of this type. */
function foreignParameters(inputs: Bag): Failure[] {
  const { type } = (inputs.key ?? {}) as Key;
  const own = bindingOf(type)?.parameters;
  if (!own) return [];
  return Object.keys(parameters)
    .filter((name) => inputs[name] !== undefined && !own.includes(name))
    .map((property) => ({
      property,
      reason: `is not valid for ${type}; it takes ${own.join(", ") || "no parameters"}`,
    }));
}

/** The current key. The last known one leads to it even if the original no longer exists. */
async function keyNow(api: Api, { type, id }: Key, last?: unknown): Promise<Wire | undefined> {
  const binding = bindingOf(type)!;
  const later = typeof last === "string" && last !== id ? await binding.find(api, last) : undefined;
  return later ?? binding.find(api, id);
}

/** An id alone does not contain the type of its key: ids are unique, so it is the type that has it. */
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
async function bind(api: Api, inputs: Bag, record: Wire | undefined): Promise<Wire> {
  const key = inputs.key as Key;
  const binding = bindingOf(key.type)!;
  if (!record) throw new ResourceError(`binding ${key.type} ${key.id} failed: the service has no such key.`);
  await refuseUnfit(api, key, record, inputs);
  const given = Object.entries(parameters).flatMap(([name, wire]) => {
    const value = inputs[name];
    return value === undefined ? [] : [[wire, value] as const];
  });
  const body: Wire = { job_config_id: inputs.schedule, ...Object.fromEntries(given) };
  return asBinding({ ...record, ...(await binding.bind(api, record, body)) }, key);
}

/**
 * Only the key's record shows whether a schedule can rotate the material inside the key. Most can
 * follow any schedule.
 */
async function refuseUnfit(api: Api, { type, id }: Key, record: Wire, { schedule, keySource }: Bag): Promise<void> {
  const why = whyNotInPlace(type, record, keySource as KeySource | undefined);
  if (why === undefined) return;
  const config = await api.get(`${jobConfigs}/${segment(schedule as string)}`);
  if (pick(config, "job_config_params.aws_param.rotate_material") !== true) return;
  throw new ResourceError(
    `binding ${type} ${id} failed: the schedule "${String(config.name)}" has rotateMaterial, which this key does not support: ` +
      `${why}. Bind it to a schedule without rotateMaterial, which makes a new key and moves the aliases to it; ` +
      "in place of a KeyRotationPolicy for all keys, give such keys one of their own with rotateMaterial: false.",
  );
}

/** A key that was bound to another schedule meanwhile stays bound to that. */
async function unbind(api: Api, state: Bag): Promise<void> {
  const { key, currentKey, schedule } = state;
  const binding = bindingOf((key as Key).type)!;
  const record = await keyNow(api, key as Key, isConfirmed(state) ? currentKey : undefined);
  if (!record) return;
  const bound = scheduleOf(record);
  if (bound === schedule) return void (await binding.bind(api, record, undefined));
  if (bound !== undefined || (typeof record.labels === "object" && record.labels !== null)) return;
  // No independent source shows how the keys of every system tell their schedule. Where one tells none, it is freed to be sure, and
  // only refused if nothing is bound.
  await binding.bind(api, record, undefined).catch((error: unknown) => {
    if (!isKind(error, "badRequest", "conflict")) throw error;
  });
}

/** A binding is identified by its key. */
function asBinding(record: Wire, key: Key): Wire {
  return { ...record, id: key.id, key, current_key: record.newest_id ?? record.id };
}

/** Labels only hold strings. */
function isTrue(label: string | boolean): boolean {
  return String(label) === "true";
}

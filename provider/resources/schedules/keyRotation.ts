import { z } from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ApiError } from "../../api/errors";
import { defineResource, type Bag } from "../../engine/definition";
import { ResourceError } from "../../engine/failure";
import { pick } from "../../engine/wire";
import { currentKey } from "../aws/keyRecord";
import { rotationSchedule } from "./rotationSchedule";

/** How keys of one type are bound to a schedule. */
interface Binding {
  path: string;
  enable: string;
  disable: string;
  /** The key that counts now: rotation may have replaced the one with this id. */
  find(api: Api, id: string): Promise<Wire | undefined>;
}

const bindings: Record<string, Binding> = {
  AwsKey: {
    path: "/cckm/aws/keys",
    enable: "enable-rotation-job",
    disable: "disable-rotation-job",
    find: (api, id) => currentKey(api, id, {}),
  },
};

/** Types of keys that the service's scheduler can rotate. */
export const rotatableTypes = Object.keys(bindings);

/** A key bound to a `RotationSchedule`: from then on the service rotates it. */
export const keyRotation = defineResource({
  type: "KeyRotation",
  path: "/scheduler/job-configs",
  feature: "CCKM",
  inputs: {
    /** The key: the resource itself, or `{ type, id }` with a type such as `AwsKey`. A change replaces the binding, not the key. */
    key: z.object({
      /** Type of the key's resource, such as `AwsKey`. */
      type: z.enum(rotatableTypes as [string, ...string[]], {
        error: ({ input }) =>
          `${JSON.stringify(input)} is not a key that the service can rotate on a schedule; these are: ${rotatableTypes.join(", ")}`,
      }),
      /** The service's id of the key. */
      id: z.string().min(1),
    }),
    /** Id of the `RotationSchedule`. Changes in place. */
    schedule: z.string().min(1),
    /** Where new material comes from: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`; `ciphertrust` is another word for `local`. Default: the service's choice, `local`. Changes in place. */
    keySource: z.enum(["local", "ciphertrust", "dsm", "hsm-luna", "external-cm"]).optional(),
    /** True to let the old key only decrypt after a rotation. Excludes `disableEncryptOnAllAccounts`. Default false. Changes in place. */
    disableEncrypt: z.boolean().default(false),
    /** The same for all accounts that may use the key. Default false. Changes in place. */
    disableEncryptOnAllAccounts: z.boolean().default(false),
    /** Id of the DSM domain, for the key source `dsm`. Changes in place. */
    domain: z.string().optional(),
    /** Id of the Luna HSM partition, for the key source `hsm-luna`. Changes in place. */
    partition: z.string().optional(),
    /** Id of the external CipherTrust domain, for the key source `external-cm`. Changes in place. */
    externalCmDomain: z.string().optional(),
  },
  outputs: {},
  label: ({ key }) => (key ? `${(key as Key).type} ${(key as Key).id}` : undefined),
  unique: [["key"]],
  immutable: ["key"],
  needs: { schedule: rotationSchedule },
  computed: ["keySource"],
  wire: {
    key: { to: false, from: "key" },
    schedule: { to: "job_config_id", from: "labels.job_config_id" },
    keySource: { to: "auto_rotate_key_source", from: "labels.auto_rotate_key_source" },
    disableEncrypt: {
      to: "auto_rotate_disable_encrypt",
      from: "labels.disable_encrypt_on_auto_rotate",
      decode: isTrue,
    },
    disableEncryptOnAllAccounts: {
      to: "auto_rotate_disable_encrypt_on_all_accounts",
      from: "labels.disable_encrypt_for_all_accounts_on_auto_rotate",
      decode: isTrue,
    },
    domain: { to: "auto_rotate_domain_id", from: "labels.auto_rotate_domain_id" },
    partition: { to: "auto_rotate_partition_id", from: "labels.auto_rotate_partition_id" },
    externalCmDomain: { to: "auto_rotate_external_cm_domain_id", from: "labels.auto_rotate_external_cm_domain_id" },
  },
  actions: [
    {
      inputs: [
        "schedule",
        "keySource",
        "disableEncrypt",
        "disableEncryptOnAllAccounts",
        "domain",
        "partition",
        "externalCmDomain",
      ],
      run: ({ api, inputs }) => bind(api, inputs),
    },
  ],
  hooks: {
    check({ keySource, domain, partition, externalCmDomain, disableEncrypt, disableEncryptOnAllAccounts }) {
      const needed = { dsm: { domain }, "hsm-luna": { partition }, "external-cm": { externalCmDomain } };
      const failures = Object.entries(needed).flatMap(([source, place]) => {
        const [property, value] = Object.entries(place)[0]!;
        if (keySource === source && value === undefined)
          return [{ property, reason: `is required with keySource "${source}"` }];
        return [];
      });
      if (disableEncrypt && disableEncryptOnAllAccounts) {
        failures.push({ property: "disableEncrypt", reason: "excludes disableEncryptOnAllAccounts: choose one" });
      }
      return failures;
    },
    async create({ api, inputs }) {
      const { type, id } = inputs.key;
      const bound = pick(await bindings[type]?.find(api, id), "labels.job_config_id") as string | undefined;
      // Enabling a bound key would silently take it away from whoever bound it.
      if (bound)
        throw new ApiError(`the key is bound to the schedule ${bound} already`, {
          kind: "conflict",
          call: "GET",
        });
      return bind(api, inputs);
    },
    async read(api, id, state) {
      const key = (state.key ?? { type: rotatableTypes[0], id }) as Key;
      const record = await bindings[key.type]?.find(api, key.id);
      return record && pick(record, "labels.job_config_id") ? asBinding(record, key) : undefined;
    },
    async find({ api, inputs }) {
      const record = await bindings[inputs.key.type]?.find(api, inputs.key.id);
      return record && pick(record, "labels.job_config_id") ? [asBinding(record, inputs.key)] : [];
    },
    async remove({ api }, _id, state) {
      const key = state.key as Key;
      const { path, disable, find } = bindings[key.type]!;
      const record = await find(api, key.id);
      if (record) await api.post(`${path}/${segment(String(record.id))}/${disable}`, undefined, { repeatable: true });
    },
  },
});

interface Key {
  type: string;
  id: string;
}

/** Binding again with other parameters replaces the binding: create and update are one call. */
async function bind(api: Api, inputs: Bag): Promise<Wire> {
  const key = inputs.key as Key;
  const { path, enable, find } = bindings[key.type]!;
  const record = await find(api, key.id);
  if (!record) throw new ResourceError(`binding ${key.type} ${key.id} failed: the service has no such key.`);
  const body = {
    job_config_id: inputs.schedule,
    auto_rotate_key_source: inputs.keySource,
    auto_rotate_disable_encrypt: inputs.disableEncrypt || undefined,
    auto_rotate_disable_encrypt_on_all_accounts: inputs.disableEncryptOnAllAccounts || undefined,
    auto_rotate_domain_id: inputs.domain,
    auto_rotate_partition_id: inputs.partition,
    auto_rotate_external_cm_domain_id: inputs.externalCmDomain,
  };
  const bound = await api.post(`${path}/${segment(String(record.id))}/${enable}`, body, { repeatable: true });
  return asBinding({ ...record, ...bound }, key);
}

/** A binding is identified by its key. */
function asBinding(record: Wire, key: Key): Wire {
  return { ...record, id: key.id, key };
}

/** Labels hold texts only. */
function isTrue(label: string | boolean): boolean {
  return String(label) === "true";
}

import fc from "fast-check";
import type { Wire } from "../../provider/api/client";
import { isEmpty } from "../../provider/api/shown";
import { check } from "../../provider/lifecycle/values/check";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { sameValue } from "../../provider/lifecycle/values/diff";
import { fieldsWhere, isUnseen, marksOf } from "../../provider/lifecycle/vocabulary/field";
import { decodeAll, emptyOf, encodeAll, encodeSome, spell } from "../../provider/lifecycle/values/wire";
import { defaultOf } from "../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../provider/resources";
import { fittingInputsOf, presumeValid } from "./arbitraries";

/** What every type sends is equal when it is read back. */

const awsKeyTypes = ["AwsKey", "AwsReplicaKey", "AwsUploadedKey", "AwsXksKey", "AwsCloudHsmKey"];

const awsKeyResponse = (
  body: Wire,
  { alias, enabled, keyRotationEnabled, rotationPeriodInDays, policyTemplate }: Bag,
): Wire => ({
  ...body,
  kms_id: body.kms,
  kms: "its name",
  aws_param: {
    ...(body.aws_param as Wire),
    Alias: (alias as string[]).map((one) => `alias/${one}`),
    KeyState: enabled ? "Enabled" : "Disabled",
    // The service records the template in the tags.
    Tags: [
      ...((body.aws_param as Wire).Tags as Wire[]),
      ...(policyTemplate ? [{ TagKey: "cckm_policy_template_id", TagValue: policyTemplate }] : []),
    ],
    KeyRotationEnabled: keyRotationEnabled,
    RotationPeriodInDays: rotationPeriodInDays,
  },
});

/** How the service responds, if it does not simply return what it was sent. */
const responses: Record<string, (body: Wire, inputs: Bag) => Wire> = {
  ...Object.fromEntries(awsKeyTypes.map((type) => [type, awsKeyResponse])),
  Group: (body, { users, clients }) => ({ ...body, users, clients }),
  // Labels only hold strings, and two of them have names of their own.
  KeyRotation: (sent, { key }) => {
    const labels = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
    return {
      key,
      labels: {
        ...labels,
        disable_encrypt_on_auto_rotate: labels.auto_rotate_disable_encrypt,
        disable_encrypt_for_all_accounts_on_auto_rotate: labels.auto_rotate_disable_encrypt_on_all_accounts,
      },
    };
  },
  // The list of containers has another name for each system, and comes with the hook that creates the schedule.
  RefreshSchedule: ({ cckm_synchronization_params: sent, ...body }, { items, takeCloudKeyBackup }) => ({
    ...body,
    job_config_params: {
      ...(sent as Wire),
      synchronize_all: true,
      sync_items: (items as string[]).map((item) => item.replace(/s$/, "")),
      take_cloud_key_backup: takeCloudKeyBackup,
    },
  }),
  RotationSchedule: ({ cckm_key_rotation_params: sent, ...body }) => ({ ...body, job_config_params: sent }),
};

/**
 * Types of which all inputs are above; for others, inputs with the same path in requests and
 * responses are compared.
 */
const returnedInFull = ["AwsKey", "Group", "KeyRotation", "RefreshSchedule", "RotationSchedule"];

/** Sent in another form than the program has: test/lifecycle/vaultMaterial.test.ts says how. */
const converted = ["VaultKey.material", "VaultKey.materialPassword"];

describe.each(registry.map((definition) => [definition.type, definition] as const))("%s", (type, definition) => {
  const mirrored = (key: string) => {
    const { wire, by = {} } = marksOf(definition, key);
    if ("verbs" in by) return false;
    return typeof wire !== "object" || (wire.to !== false && wire.from === undefined && wire.only === undefined);
  };
  const hidden = fieldsWhere(definition, isUnseen);
  const shown = Object.keys(definition.inputs).filter(
    (key) => !hidden.includes(key) && (returnedInFull.includes(type) || mirrored(key)) && key !== "containers",
  );

  test("a value that is sent is equal when it is read back", () => {
    fc.assert(
      fc.property(fittingInputsOf(definition), (given) => {
        presumeValid(definition, given);
        const { inputs } = check(definition, {}, given);
        const sent = JSON.parse(JSON.stringify(encodeAll(definition, inputs))) as Wire;
        // The inputs of an event are kept, not read back.
        const prior = definition.action ? inputs : {};
        const state = decodeAll(definition, responses[type]?.(sent, inputs) ?? sent, prior);
        const differing = shown.filter((key) => !sameValue(definition, key, state[key], inputs[key]));
        expect(differing.map((key) => [key, inputs[key], state[key]])).toEqual([]);
      }),
    );
  });

  test("write-only values and provider settings are not read back", () => {
    const response = Object.fromEntries(hidden.map((key) => [spell(definition, key), "something"]));
    for (const key of hidden) expect(decodeAll(definition, response)).not.toHaveProperty(key);
  });

  test("provider settings are never sent", () => {
    const steering = fieldsWhere(definition, ({ seen }) => seen === "local");
    expect(encodeSome(definition, Object.fromEntries(steering.map((key) => [key, "x"])), steering)).toEqual({});
  });

  test("a secret that is never returned is sent", () => {
    for (const key of hidden.filter((one) => marksOf(definition, one).secret && !converted.includes(`${type}.${one}`)))
      expect(encodeSome(definition, { [key]: "something" }, [key])).not.toEqual({});
  });

  test("an empty value is not mistaken for a default", () => {
    for (const [key, schema] of Object.entries(definition.inputs)) {
      const [usual, nothing] = [defaultOf(schema), emptyOf(schema)];
      if (!isEmpty(usual) && nothing !== null) expect([key, schema.safeParse(nothing).success]).toEqual([key, false]);
    }
  });
});

import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { defineResource, type Failure } from "../../lifecycle/vocabulary/definition";
import { field } from "../../lifecycle/vocabulary/field";
import {
  connectionOutputs,
  connectionState,
  connectionMetaFields,
  connectionNameFields,
  connectionTo,
} from "../connections";
import { ifFound } from "../../api/errors";
import { lunaServer } from "./server";
import { credential } from "../credential";

export const lunaConnections = "/connectionmgmt/services/luna-network/connections";

const plain = connectionTo("luna-network");

const keysStay =
  "The keys there stay in the HSM; the service no longer reaches them until a connection has their partition.";

/**
 * A partition of a Luna HSM, or an HA group of several, and its password. It is tested until
 * `ready` when it is made and when a credential changes. Destroying it removes it from the service,
 * unless a container uses it; nothing in the HSM changes.
 */
export const lunaConnection = defineResource({
  type: "LunaConnection",
  ...plain,
  inputs: {
    ...connectionNameFields,
    /** Password of the crypto officer, the same for all partitions. */
    password: field(credential(), { seen: "never", secret: true }),
    /**
     * Partitions on registered Luna servers, at least one. Updated in place, by a call for each
     * partition; then the connection is tested again.
     */
    partitions: field(
      z
        .array(
          z.object({
            /** Host name of the `LunaServer`. */
            hostname: field(z.string().min(1), { names: [lunaServer, "hostname"], holds: true }),
            /** Label of the partition. */
            partitionLabel: z.string().min(1),
            /** Serial number of the partition. */
            serialNumber: z.string().min(1),
          }),
        )
        .min(1, "needs at least one partition"),
      { as: "set", covers: { by: "serialNumber", lost: lostPartitions, effect: keysStay } },
    ),
    /** True to use the partitions as one high-availability group; needs more than one. */
    isHaEnabled: z.boolean().default(false),
    /**
     * Parts of the service that may use the connection: `cckm`, cloud key management, and
     * `hsm_anchored_domain`.
     */
    products: field(z.array(z.string()).min(1, "needs at least one product").default(["cckm"]), { as: "set" }),
    ...connectionMetaFields,
    /**
     * Seconds to wait for the connection to become `ready`, 1 to 3600: its test runs by itself in
     * the service. Default 120.
     */
    readyTimeoutSeconds: field(z.number().min(1).max(3600).optional(), { seen: "local" }),
  },
  outputs: {
    ...connectionOutputs,
    /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry a partition. */
    state: field(z.enum(["untested", "testing", "ready", "failed"]), { wire: { to: false, from: stateOf } }),
  },
  update: { together: [["partitions", "password"]] },
  filters: [...plain.filters, "operationStatus"],
  ready: {
    ...plain.ready,
    timeoutSeconds: 120,
    // The call only starts the test: its response says that it is running, and the connection shows the result.
    test: async (api, id) => started(await plain.ready.test!(api, id)),
  },
  actions: [
    {
      // A group needs two partitions at every moment: it is dissolved first, and formed last.
      inputs: ["partitions", "isHaEnabled"],
      async run({ api, inputs }, { id, record }) {
        const item = `${lunaConnections}/${segment(id)}`;
        if (!inputs.isHaEnabled && record.is_ha_enabled === true) await api.patch(item, { is_ha_enabled: false });
        await settlePartitions(api, item, record, inputs.partitions);
        if (inputs.isHaEnabled) return api.patch(item, { is_ha_enabled: true });
        return api.get(item);
      },
    },
  ],
  rules: [{ distinct: "partitions", by: "serialNumber" }],
  hooks: {
    check({ isHaEnabled, partitions }): Failure[] {
      if (!isHaEnabled || !partitions || partitions.length > 1) return [];
      return [{ property: "isHaEnabled", reason: "needs more than one partition" }];
    },
  },
});

/** The result of the last test counts once no test is under way. */
function stateOf(response: Wire): string {
  return response.operation_status === "in_progress" ? "testing" : connectionState(response);
}

/**
 * A response to a test, in the form of the connection. Versions that wait for the end return the
 * result.
 */
function started(response: Wire): Wire {
  if (response.status !== "in_progress") return { ...response, operation_status: undefined };
  return { operation_status: "in_progress" };
}

interface HeldPartition {
  id: string;
  serial_number: string;
}

interface WantedPartition {
  hostname: string;
  partitionLabel: string;
  serialNumber: string;
}

/** Each member of a group has all keys: while one stays, none is lost. */
function lostPartitions(held: readonly WantedPartition[], wanted: readonly WantedPartition[]): string[] {
  const serials = wanted.map(({ serialNumber }) => serialNumber);
  const before = held.map(({ serialNumber }) => serialNumber);
  return before.some((serial) => serials.includes(serial)) ? [] : before;
}

/** A partition is known by its serial number. New ones come first, as one must always stay. */
async function settlePartitions(
  api: Api,
  item: string,
  record: Wire,
  wanted: readonly WantedPartition[],
): Promise<void> {
  const held = (record.partitions ?? []) as (HeldPartition & Wire)[];
  const same = (one: HeldPartition & Wire, { hostname, partitionLabel, serialNumber }: WantedPartition) =>
    one.serial_number === serialNumber && one.hostname === hostname && one.partition_label === partitionLabel;
  const gone = held.filter((one) => !wanted.some((place) => same(one, place)));
  const added = wanted.filter((place) => !held.some((one) => same(one, place)));
  const replaced = gone.filter((one) => added.some(({ serialNumber }) => serialNumber === one.serial_number));
  // A partition whose label changed is removed first: serial numbers are unique in the service.
  const early = replaced.length < held.length ? replaced : [];
  for (const { id } of early) await ifFound(api.delete(`${item}/partitions/${segment(id)}`));
  for (const { hostname, partitionLabel, serialNumber } of added) {
    const body = { hostname, partition_label: partitionLabel, serial_number: serialNumber };
    await api.post(`${item}/partitions/`, body);
  }
  for (const { id } of gone.filter((one) => !early.includes(one))) {
    await ifFound(api.delete(`${item}/partitions/${segment(id)}`));
  }
}

import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { connectionFilters, connectionNames, connectionReady, connectionState, connectionWire } from "../connections";
import { removeKey } from "../keySources";

export const lunaConnections = "/connectionmgmt/services/luna-network/connections";

const readiness = connectionReady(lunaConnections, ["password", "partitions", "isHaEnabled"]);

/** A partition of a Luna HSM, or an HA group of several, and its password; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless a container uses it; nothing in the HSM changes. */
export const lunaConnection = defineResource({
  type: "LunaConnection",
  path: lunaConnections,
  inputs: {
    /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place; once set, the service cannot empty it. Default: none. */
    description: z.string().optional(),
    /** Password of the crypto officer, the same for all partitions. Secret; never returned by the service. Changes in place and tests the connection again. */
    password: z.string().min(1),
    /** Partitions on registered Luna servers, at least one. Order has no meaning. Changes in place, one call for each partition, and tests again. */
    partitions: z
      .array(
        z.object({
          /** Host name of the `LunaServer`. */
          hostname: z.string().min(1),
          /** Label of the partition. */
          partitionLabel: z.string().min(1),
          /** Serial number of the partition. */
          serialNumber: z.string().min(1),
        }),
      )
      .min(1, "needs at least one partition"),
    /** True to use the partitions as one high-availability group; needs more than one. Default false. Changes in place and tests again. */
    isHaEnabled: z.boolean().default(false),
    /** Parts of the service that may use the connection: `cckm`, cloud key management, and `hsm_anchored_domain`. Order has no meaning. Changes in place. Default `["cckm"]`. */
    products: z.array(z.string()).min(1, "needs at least one product").default(["cckm"]),
    /** Free JSON values by key. Changes in place; keys can be changed but not removed. Default: none. */
    meta: z.record(z.string(), z.unknown()).optional(),
    /** Seconds to wait for the connection to become `ready`, 1 to 3600: its test runs by itself in the service. Default 120. Kept by the provider. */
    readyTimeoutSeconds: z.number().min(1).max(3600).optional(),
  },
  outputs: {
    /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry a partition. */
    state: z.enum(["untested", "testing", "ready", "failed"]),
    /** Why the last test failed, in the service's words; absent when it succeeded. */
    lastConnectionError: z.string().optional(),
  },
  immutable: ["name"],
  secret: ["password"],
  writeOnly: ["password"],
  together: [["partitions", "password"]],
  unordered: ["partitions", "products"],
  sticky: ["description", "meta"],
  local: ["readyTimeoutSeconds"],
  mark: "meta",
  filters: [...connectionFilters, "operationStatus"],
  namesWithin: connectionNames,
  wire: { ...connectionWire, state: { to: false, from: stateOf } },
  ready: {
    ...readiness,
    timeoutSeconds: 120,
    // The call only starts the test: its answer says that it runs, and the connection tells how it ended.
    test: async (api, id) => started(await readiness.test!(api, id)),
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
  hooks: {
    check({ isHaEnabled, partitions }): Failure[] {
      const serials = (partitions ?? []).map(({ serialNumber }) => serialNumber);
      const failures: Failure[] = [];
      if (isHaEnabled && partitions && partitions.length < 2) {
        failures.push({ property: "isHaEnabled", reason: "needs more than one partition" });
      }
      if (new Set(serials).size < serials.length) {
        failures.push({ property: "partitions", reason: "names a serial number twice" });
      }
      return failures;
    },
    async users(api, id) {
      const containers = await api.list("/cckm/hsm/luna/partitions", { connection: id });
      return containers.map((one) => `LunaPartition "${String(one.name)}"`).join(", ") || undefined;
    },
  },
});

/** The result of the last test counts once no test is under way. */
function stateOf(answer: Wire): string {
  return answer.operation_status === "in_progress" ? "testing" : connectionState(answer);
}

/** An answer about a test, as the connection itself will show it. Versions that wait for the end answer with the result. */
function started(answer: Wire): Wire {
  if (answer.status !== "in_progress") return { ...answer, operation_status: undefined };
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
  // A partition that only changed its label goes first: the service has every serial number once.
  const early = replaced.length < held.length ? replaced : [];
  for (const { id } of early) await removeKey(api, `${item}/partitions/${segment(id)}`);
  for (const { hostname, partitionLabel, serialNumber } of added) {
    const body = { hostname, partition_label: partitionLabel, serial_number: serialNumber };
    await api.post(`${item}/partitions/`, body);
  }
  for (const { id } of gone.filter((one) => !early.includes(one))) {
    await removeKey(api, `${item}/partitions/${segment(id)}`);
  }
}

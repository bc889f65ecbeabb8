import { invalid } from "../../core/errors";
import type { Scope } from "../../core/scope";
import { formatTime } from "../../core/time";
import { reporting, type ReportedKey } from "../../shared/reports";
import { keys, newestRecord, recordsIn, recordView } from "./objects/record";
import { openVault, vaults } from "./vaultRecord";

function reported(scope: Scope, containers: readonly string[]): ReportedKey[] {
  return containers.flatMap((id) => {
    const vault = scope.need(vaults, id);
    openVault(scope, vault);
    const newest = recordsIn(scope, vault, keys).filter((record) => newestRecord(scope, keys, record).id === record.id);
    return newest.map((record) => {
      const { created } = record.azure_param["attributes"] as { created: number };
      const { kid } = (record.azure_param["key"] ?? {}) as { kid?: string };
      const { key_vault, region, cloud_name } = recordView(scope, keys, record) as Record<string, string>;
      return {
        id: record.id,
        name: record.hidden.name,
        createdAt: record.createdAt,
        rotatedAt: formatTime(created * 1000),
        columns: { kid, key_vault, region, cloud_name, version: record.version, key_status: record.status },
      };
    });
  });
}

export const azureReports = reporting({
  root: "/cckm/azure/reports",
  types: ["service-report", "key-report", "key-aging"],
  parameter: "log_analytic_params",
  covers: (call, entry, type) => {
    const reference = entry.requiredText("key_vault");
    const vault = call.find(vaults, reference);
    if (vault === undefined) throw invalid(`log_analytic_params: there is no key vault ${reference}`);
    if (type !== "key-aging") entry.requiredText("workspace_id");
    return [vault.id];
  },
  keys: reported,
  filters: ["kid", "key_vault", "region", "cloud_name", "key_status"],
});

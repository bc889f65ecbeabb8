import { invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import type { Call, Scope } from "../../core/scope";
import { reporting, type ReportedKey } from "../../shared/reports";
import { awsError } from "./cloud/key";
import { keys, type AwsKey } from "./keys/record";
import { kmses, openKms } from "./kms";

/** Ages are the service's own; what was done with keys is read from the account's log group. */
function covers(call: Call, entry: Fields, type: string): string[] {
  const kms = call.find(kmses, entry.requiredText("kms"));
  if (kms === undefined) throw invalid(`there is no AWS KMS ${entry.text("kms")}`);
  if (type === "key-aging") return [kms.id];
  const region = entry.requiredText("log_group_region");
  const group = entry.requiredText("log_group_name");
  const { regions, logGroups } = openKms(call, kms);
  if (!regions.includes(region) || !logGroups.includes(group)) {
    throw awsError("ResourceNotFoundException", `The specified log group ${group} does not exist in ${region}`);
  }
  return [kms.id];
}

interface Texts {
  readonly Alias?: readonly string[];
  readonly KeyID?: string;
  readonly CreationDate?: string;
}

function reported({ id, region, cloud_name, rotated_at, createdAt, aws_param }: AwsKey): ReportedKey {
  const { Alias = [], KeyID = id, CreationDate = createdAt } = aws_param as Texts;
  return {
    id,
    name: Alias[0] ?? KeyID,
    createdAt: CreationDate,
    rotatedAt: rotated_at,
    columns: { key_arn: aws_param["Arn"], aws_account_id: aws_param["AWSAccountId"], region, cloud_name },
  };
}

function keysOf(scope: Scope, containers: readonly string[]): ReportedKey[] {
  return containers.flatMap((id) => {
    const kms = scope.get(kmses, id);
    if (kms === undefined) return [];
    openKms(scope, kms);
    return scope
      .by(keys, "kms_id", id)
      .filter((key) => !key.gone)
      .map(reported);
  });
}

export const awsReports = reporting({
  root: "/cckm/aws/reports",
  types: ["key-report", "service-report", "key-aging", "reconciliation-report"],
  defaultType: "key-report",
  parameter: "cloud_watch_params",
  covers,
  keys: keysOf,
  filters: ["key_arn", "region", "aws_account_id", "cloud_name"],
});

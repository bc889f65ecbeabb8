import type { Binding, System } from "../system";
import { segment } from "../../api/client";
import { awsCloudHsmKey } from "./cloudHsmKey";
import { awsConnection } from "./connection";
import { awsCustomKeyStore } from "./customKeyStore";
import { awsKey } from "./key";
import { awsKeyMaterial } from "./keyMaterial";
import { awsKeys, currentKey } from "./keyRecord";
import { awsKms } from "./kms";
import { awsPolicyTemplate } from "./policyTemplate";
import { awsReplicaKey } from "./replicaKey";
import { awsUploadedKey } from "./uploadedKey";
import { awsXksKey } from "./xksKey";
import { awsXksCredentialRotationSchedule } from "./xksSchedule";
import { awsRotation } from "./rotation";

/** Native and uploaded keys rotate alike. */
const rotatedKey: Binding = {
  find: (api, id) => currentKey(api, id, {}),
  path: (record) => `${awsKeys}/${segment(String(record.id))}`,
  enable: "enable-rotation-job",
  disable: "disable-rotation-job",
  parameters: ["keySource", "disableEncrypt", "disableEncryptOnAllAccounts", "domain", "partition", "externalCmDomain"],
};

export const aws: System = {
  name: "aws",
  title: "AWS",
  definitions: [
    awsConnection,
    awsKms,
    awsPolicyTemplate,
    awsKey,
    awsUploadedKey,
    awsKeyMaterial,
    awsReplicaKey,
    awsCustomKeyStore,
    awsXksKey,
    awsCloudHsmKey,
    awsXksCredentialRotationSchedule,
  ],
  cloudName: "aws",
  refresh: {
    containers: "kms",
    scheduled: "kms",
    regions: true,
    items: { keys: { jobs: "/cckm/aws/synchronization-jobs", list: awsKeys, of: "kms_id" } },
  },
  report: {
    path: "/cckm/aws/reports",
    types: ["key-report", "service-report", "key-aging"],
    scope: ({ containers, logGroup }) => ({
      cloud_watch_params: containers.map((kms) => ({
        kms,
        log_group_region: logGroup?.region,
        log_group_name: logGroup?.name,
      })),
    }),
  },
  rotation: awsRotation,
  rotatable: { AwsKey: rotatedKey, AwsUploadedKey: rotatedKey },
};

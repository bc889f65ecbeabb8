import type { System } from "../system";
import { segment } from "../../api/client";
import { awsConnection } from "./connection";
import { awsKey } from "./key";
import { awsKeys, currentKey } from "./keyRecord";
import { awsKms } from "./kms";

export const aws: System = {
  name: "aws",
  title: "AWS",
  definitions: [awsConnection, awsKms, awsKey],
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
  rotatable: {
    AwsKey: {
      find: (api, id) => currentKey(api, id, {}),
      path: (record) => `${awsKeys}/${segment(String(record.id))}`,
      enable: "enable-rotation-job",
      disable: "disable-rotation-job",
      parameters: [
        "keySource",
        "disableEncrypt",
        "disableEncryptOnAllAccounts",
        "domain",
        "partition",
        "externalCmDomain",
      ],
    },
  },
};

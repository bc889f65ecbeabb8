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

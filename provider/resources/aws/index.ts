import { rotates } from "../binding";
import { defineSystem, inContainers } from "../system";
import { awsCloudHsmKey } from "./cloudHsmKey";
import { awsConnection } from "./connection";
import { awsCustomKeyStore } from "./customKeyStore";
import { awsKey } from "./key";
import { awsKeyMaterial } from "./keyMaterial";
import { currentKey } from "./keyRecord";
import { awsKms, kmsActions } from "./kms";
import { awsPolicyTemplate } from "./policyTemplate";
import { awsReplicaKey } from "./replicaKey";
import { awsUploadedKey } from "./uploadedKey";
import { awsXksKey } from "./xksKey";
import { awsXksCredentialRotationSchedule } from "./xksSchedule";
import { awsOnDemand } from "./onDemand";
import { awsRotation } from "./rotation";

/** Native and uploaded keys rotate alike. */
const rotated = rotates(awsKey, {
  identifier: { output: "arn", label: "ARN" },
  find: (api, id) => currentKey(api, id, {}),
  job: "rotation-job",
  sources: ["local", "ciphertrust", "dsm", "hsm-luna", "external-cm"],
  parameters: ["disableEncrypt", "disableEncryptOnAllAccounts"],
});

const tags = ["tags"];
const bySpec = { algorithm: ["customerMasterKeySpec"], purpose: ["keyUsage"], tags };

const storeAdvice = "bind the store's credential to an AwsXksCredentialRotationSchedule instead";

export const aws = defineSystem({
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
  acls: { AwsKms: { actions: kmsActions } },
  discovers: true,
  refresh: {
    containers: "kms",
    regions: true,
    items: {
      keys: inContainers(awsKey),
      keyStores: inContainers(awsCustomKeyStore, "/cckm/aws/custom-key-stores/synchronization-jobs"),
    },
  },
  report: {
    types: ["key-report", "service-report", "key-aging"],
    logs: "logGroup",
    scope: ({ containers, logGroup }) => ({
      cloud_watch_params: containers.map((kms) => ({
        kms,
        log_group_region: logGroup?.region,
        log_group_name: logGroup?.name,
      })),
    }),
  },
  kinds: {
    AwsKey: { ...bySpec, usual: ["SYMMETRIC_DEFAULT"] },
    AwsUploadedKey: bySpec,
    AwsReplicaKey: bySpec,
    AwsXksKey: { always: "SYMMETRIC_DEFAULT", tags },
    AwsCloudHsmKey: { always: "SYMMETRIC_DEFAULT", tags },
  },
  rotation: awsRotation,
  onDemand: { AwsKey: awsOnDemand, AwsUploadedKey: awsOnDemand },
  rotatable: { AwsKey: rotated, AwsUploadedKey: rotated },
  unrotatable: {
    AwsReplicaKey: "a replica gets its material from its primary key: rotate that one",
    AwsKeyMaterial: "the service rotates whole keys, not single materials: rotate the key that it belongs to",
    AwsXksKey: `AWS cannot rotate keys of external stores: ${storeAdvice}`,
    AwsCloudHsmKey: "AWS cannot rotate keys of CloudHSM stores: create a new key, and move the alias to it",
    AwsCustomKeyStore: `a store is not a key: ${storeAdvice}`,
  },
});

/**
 * Creates that take more than one POST, or, for a connection, more than that and its test: what
 * their fixtures send in a process that has made what they refer to. A request that ends with `…`
 * is repeated while the service is at work.
 */
interface Create {
  readonly sends: readonly string[];
  /** Why one request is not enough. */
  readonly because: string;
}

const namesake =
  "the service would not refuse an object that the program does not know of, but duplicate or displace it";
const azureObject = (path: string): Create => ({
  sends: [`GET ${path}`, `GET ${path}`, `POST ${path}`],
  because: `${namesake}; the case of names has no meaning in Azure, and one list shows all names of a vault`,
});
const predecessor =
  "the key that the resource had may be scheduled for deletion, and recovered; one list shows that for all keys of a place";
const ownCalls = "arguments that the create call does not take have calls of their own; without them, one request";

export const creates: Readonly<Record<string, Create>> = {
  AwsKey: {
    sends: [
      "GET /cckm/aws/keys",
      "POST /cckm/aws/keys",
      "POST /cckm/aws/keys/{id}/add-alias",
      "POST /cckm/aws/keys/{id}/enable-auto-rotation",
    ],
    because: `${predecessor}; ${ownCalls}: a second alias, and the rotation by AWS itself`,
  },
  AwsUploadedKey: { sends: ["GET /cckm/aws/keys", "POST /cckm/aws/upload-key"], because: predecessor },
  AwsCloudHsmKey: {
    sends: ["GET /cckm/aws/keys", "POST /cckm/aws/custom-key-stores/{id}/create-aws-key"],
    because: predecessor,
  },
  VaultRotationSchedule: {
    sends: [
      "POST /scheduler/job-configs",
      "PATCH /scheduler/job-configs/{id}",
      "GET /scheduler/job-configs/{id}",
      "PATCH /scheduler/job-configs/{id}",
      "GET /scheduler/job-configs/{id}",
    ],
    because: "it starts only once the service has shown the query, without which it would rotate every key",
  },
  VaultKeyRotation: {
    sends: [
      "GET /vault/keys2/{id}",
      "GET /vault/keys2/{id}/versions/",
      "PATCH /vault/keys2/{id}",
      "GET /vault/keys2/{id}",
    ],
    because: "the frequency is that of the newest version, whose age counts",
  },
  VaultKeyRevocation: {
    sends: [
      "GET /vault/keys2/{id}",
      "GET /vault/keys2/{id}/versions/",
      "GET /quorum-mgmt/quorums",
      "POST /vault/keys2/{id}/revoke",
      "GET /vault/keys2/{id}",
    ],
    because:
      "a version is found by its number; what waits for approval is not asked for twice; its record shows the end",
  },
  AwsKeyMaterial: {
    sends: ["GET /cckm/aws/keys/{id}", "POST /cckm/aws/keys/{id}/import-material", "GET /cckm/aws/keys/{id}"],
    because: "a key that has material would get a second one; the response shows none of the inputs",
  },
  AwsReplicaKey: {
    sends: ["GET /cckm/aws/keys/{id}", "POST /cckm/aws/keys/{id}/replicate-key", "GET /cckm/aws/keys/{id} …"],
    because: "a rotation may have replaced the primary; AWS makes replicas in the background",
  },
  AwsCustomKeyStore: {
    sends: [
      "POST /cckm/aws/custom-key-stores",
      "POST /cckm/aws/custom-key-stores/{id}/connect",
      "GET /cckm/aws/custom-key-stores/{id} …",
    ],
    because: `${ownCalls}: connecting the store, which AWS does in the background`,
  },
  AwsXksKey: {
    sends: ["GET /vault/keys2/{id}", "POST /cckm/aws/create-hyok-key"],
    because: "the service accepts source keys that AWS then cannot use",
  },
  AzureVault: {
    sends: [
      "POST /cckm/azure/get-vaults",
      "POST /cckm/azure/add-vaults",
      "POST /cckm/azure/vaults/{id}/enable-rotation-job",
    ],
    because: `a vault is added as Azure describes it; ${ownCalls}: the schedule`,
  },
  AzureKey: azureObject("/cckm/azure/keys"),
  AzureSecret: azureObject("/cckm/azure/secrets"),
  AzureCertificate: azureObject("/cckm/azure/certificates"),
  AzureKeyBackupSchedule: {
    sends: [
      "POST /scheduler/job-configs",
      "GET /cckm/azure/keys/{id}",
      "GET /cckm/azure/keys",
      "POST /cckm/azure/keys/{id}/enable-backup-job",
    ],
    because: `${ownCalls}: each key, at its current version`,
  },
  GoogleKey: {
    sends: ["POST /cckm/google/keys", "GET /cckm/google/keys/{id}/versions"],
    because: "only the versions of a key show its state",
  },
  GoogleKeyVersion: {
    sends: [
      "GET /cckm/google/keys/{id}",
      "GET /cckm/google/keys/{id}/versions",
      "POST /cckm/google/keys/{id}/versions",
    ],
    because: "the key must be ready; after a lost response, only the versions that were there before tell the new one",
  },
  OciKey: {
    sends: [
      "GET /cckm/oci/keys",
      "GET /cckm/oci/keys",
      "GET /cckm/oci/vaults/{id}",
      "GET /cckm/oci/synchronization-jobs …",
      "POST /cckm/oci/keys",
      "GET /cckm/oci/keys/{id} …",
    ],
    because: `${namesake}; ${predecessor}; the vault shows the compartment, to all of its keys, and its refreshes whether the service knows what it holds; Oracle Cloud makes keys in the background`,
  },
  OciKeyVersion: {
    sends: [
      "GET /cckm/oci/keys/{id}",
      "GET /cckm/oci/keys/{id}/versions",
      "POST /cckm/oci/keys/{id}/versions",
      "GET /cckm/oci/keys/{id}/versions/{id} …",
    ],
    because: "as for GoogleKeyVersion; Oracle Cloud makes versions in the background",
  },
  OciExternalKey: { sends: ["GET /cckm/oci/keys", "POST /cckm/oci/create-external-key"], because: namesake },
  SalesforceKey: {
    sends: ["GET /cckm/sfdc/keys", "POST /cckm/sfdc/keys", "GET /cckm/sfdc/organizations/{id}"],
    because: `${namesake}; its record may show the organization by the id that Salesforce gives it`,
  },
  LunaConnection: {
    sends: [
      "POST /connectionmgmt/services/luna-network/connections",
      "POST /connectionmgmt/services/luna-network/connections/{id}/test",
      "GET /connectionmgmt/services/luna-network/connections/{id} …",
    ],
    because: "its test runs in the background",
  },
  LunaKey: {
    sends: [
      "GET /cckm/hsm/luna/keys",
      "GET /cckm/hsm/luna/partitions/{id}",
      "GET /cckm/hsm/luna/refresh …",
      "POST /cckm/hsm/luna/keys",
      "GET /cckm/hsm/luna/keys/{id} …",
    ],
    because: `${namesake}; it cannot tell until the partition is refreshed, which is read until then; the HSM makes keys in the background`,
  },
  VirtualKey: {
    sends: ["GET /cckm/hsm/luna/keys/{id}", "POST /cckm/virtual/keys", "PATCH /cckm/virtual/keys/{id}"],
    because: `the key in the HSM must be ready; ${ownCalls}: deletable`,
  },
  ExternalCmServer: {
    sends: [
      "POST /connectionmgmt/services/external-cm",
      "POST /connectionmgmt/services/external-cm/{id}/ca",
      "GET /connectionmgmt/services/external-cm/{id}",
    ],
    because: `${ownCalls}: each trusted CA, whose call does not return the server`,
  },
  Group: {
    sends: [
      "POST /usermgmt/groups/",
      "GET /quorum-mgmt/quorums",
      "POST /usermgmt/groups/operators/users/{id}",
      "GET /usermgmt/users/",
      "POST /client-management/groups/operators/clients/{id}",
      "GET /usermgmt/groups/",
    ],
    because: `${ownCalls}: each member; a membership grants access, so the lists have to show it; what waits for approval is not asked for twice`,
  },
  LocalCa: {
    sends: [
      "POST /ca/local-cas",
      "GET /ca/local-cas/{id}/certs",
      "POST /ca/local-cas/{id}/certs",
      "POST /ca/local-cas/{id}/install",
    ],
    because:
      "a CA below another one is made, signed by that, and installed; one that is signed already is not signed again",
  },
  ClientKeyPair: { sends: [], because: "it is made on this machine" },
  RegistrationToken: {
    sends: ["GET /client-management/regtokens/", "POST /client-management/regtokens/"],
    because: namesake,
  },
  RegisteredClient: {
    sends: [
      "GET /client-management/clients/",
      "POST /client-management/clients/",
      "GET /usermgmt/groups/",
      "POST /client-management/groups/Key%20Users/clients/{id}",
      "GET /usermgmt/groups/",
    ],
    because: `${namesake}; it joins those of its groups that it is not in by its profile, which the list has to show`,
  },
  License: {
    sends: [
      "GET /licensing/licenses/",
      "GET /licensing/licenses/",
      "POST /licensing/licenses/",
      "GET /licensing/licenses/",
    ],
    because: "the response is empty: the new entry of the list is the licence; an empty list is not believed at once",
  },
  TrialLicense: {
    sends: ["GET /licensing/trials/", "POST /licensing/trials/{id}/activate", "GET /licensing/trials/{id}"],
    because: "the service has it already, under an id that only its list shows; activating it returns nothing",
  },
  Refresh: {
    sends: ["GET /cckm/aws/keys …", "POST /cckm/aws/synchronization-jobs", "GET /cckm/aws/synchronization-jobs/{id} …"],
    because: "it counts the keys before and after, tells how many there are meanwhile, and waits for the end",
  },
  KeyRotation: {
    sends: ["GET /cckm/aws/keys/{id}", "POST /cckm/aws/keys/{id}/enable-rotation-job"],
    because: "a key that is bound to another schedule would silently move",
  },
  RotateNow: {
    sends: [
      "GET /vault/keys2/{id}",
      "GET /vault/keys2/{id}/versions/",
      "GET /vault/keys2/{id}",
      "GET /vault/keys2/{id}/versions/",
      "POST /vault/keys2/{id}/versions/",
      "GET /vault/keys2/{id}",
      "GET /vault/keys2/{id}/versions/",
    ],
    because: "what the key uses before and after is the proof; what is on record first tells a repeated run of it",
  },
  Report: {
    sends: ["POST /cckm/aws/reports", "GET /cckm/aws/reports/{id} …", "GET /cckm/aws/reports/{id}/contents"],
    because: "the service makes reports in the background; the contents show how long it is",
  },
  ApiSetting: {
    sends: [
      "GET /cckm/settings/aws_key_expiry_notification",
      "GET /cckm/settings/aws_key_expiry_notification",
      "PATCH /cckm/settings/aws_key_expiry_notification",
    ],
    because:
      "destroying it puts back the values that it had, which must not hang on one response; only those that differ are sent",
  },
  WebInterfaceTrust: {
    sends: [
      "GET /ca/local-cas/{id}",
      "GET /configs/interfaces/web …",
      "PATCH /configs/interfaces/web",
      "POST /system/services/restart",
      "GET /system/services/status",
    ],
    because: "the list of trusted CAs is sent as a whole; the interface restarts, and is read once it is back",
  },
};

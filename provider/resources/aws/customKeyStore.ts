import * as z from "zod";
import { segment } from "../../api/client";
import { ApiError } from "../../api/errors";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { isEmpty, pick } from "../../engine/wire";
import { awsKeys } from "./keyRecord";
import { awsKms, awsRegion } from "./kms";
import { connectionOf, customKeyStores, isLinked, setConnected, storeAction, unlinkable } from "./storeConnection";
import { awsXksCredentialRotationSchedule } from "./xksSchedule";

export { customKeyStores } from "./storeConnection";

/** Where keys of an AWS account live outside AWS KMS: a CloudHSM cluster, or this service itself (external key store, XKS). Destroying it leaves it as it is (see `onDestroy`). */
export const awsCustomKeyStore = defineResource({
  type: "AwsCustomKeyStore",
  path: customKeyStores,
  feature: "CCKM",
  inputs: {
    /** Name of the store, unique in the service and in its account and region. Default: the resource's name in the program. Changes in place. */
    name: namedAfterResource(z.string().min(1)),
    /** Id of the `AwsKms` container, the AWS account. A change replaces the store. */
    kms: z.string().min(1),
    /** AWS region of the store; one of the container's regions. A change replaces the store. */
    region: awsRegion,
    /** EXTERNAL_KEY_STORE for keys that this service holds, AWS_CLOUDHSM for a CloudHSM cluster. Default EXTERNAL_KEY_STORE. A change replaces the store. */
    customKeyStoreType: z.enum(["EXTERNAL_KEY_STORE", "AWS_CLOUDHSM"]).default("EXTERNAL_KEY_STORE"),
    /** True to record successful calls of AWS, too, in the audit trail. Default false. Changes in place. */
    enableSuccessAuditEvent: z.boolean().default(false),
    /** True to have the store connected: only then can its keys be used. It takes up to 2 minutes for external stores, and 20 for CloudHSM. Default false. Changes in place. */
    connected: z.boolean().default(false),
    /** Seconds to wait for a connection, 1 to 7200. Default 1800. Kept by the provider. */
    connectTimeoutSeconds: z.number().min(1).max(7200).default(1800),
    /** External: true for a store that exists in AWS, false for one that this service alone knows. Default: left as it is, false in a new store. A change to true is made in place, one to false replaces the store. */
    linkedState: z.boolean().optional(),
    /** External: how AWS reaches this service, PUBLIC_ENDPOINT or VPC_ENDPOINT_SERVICE. Default: the service's choice, PUBLIC_ENDPOINT. Changes in place. */
    xksProxyConnectivity: z.enum(["PUBLIC_ENDPOINT", "VPC_ENDPOINT_SERVICE"]).optional(),
    /** External, required: the https address under which AWS reaches this service. Changes in place. */
    xksProxyUriEndpoint: z.string().startsWith("https://", "must be an https address").optional(),
    /** External: name of the VPC endpoint service; required for VPC_ENDPOINT_SERVICE. Changes in place. */
    xksProxyVpcEndpointServiceName: z.string().min(1).optional(),
    /** External: where the keys of the store are, `local` (the service's own vault) or `hsm-luna`. Default: the service's choice. A change replaces the store. */
    sourceKeyTier: z.enum(["local", "hsm-luna"]).optional(),
    /** External: id of the Luna HSM partition, for `hsm-luna`. A change replaces the store. */
    partitionId: z.string().min(1).optional(),
    /** External, required: id of the AES-256 key with which the store's health is checked. Changes in place. */
    healthCheckKeyId: z.string().min(1).optional(),
    /** External, required: how many credentials may be valid at a time, 2 to 20. A change replaces the store. */
    maxCredentials: z.number().int().min(2).max(20).optional(),
    /** External: true to ask AWS for a client certificate. Default false. Changes in place. */
    mtlsEnabled: z.boolean().default(false),
    /** External: true to refuse AWS every use of the store's keys. Default false. Changes in place. */
    blocked: z.boolean().default(false),
    /** External: values of any kind; when one changes, the store's credential is rotated. Not read back. */
    credentialTriggers: z.record(z.string(), z.unknown()).optional(),
    /** External: id of the `AwsXksCredentialRotationSchedule` by which the store's credential rotates; for linked stores. Changes in place. Default: none. */
    credentialRotationSchedule: z.string().min(1).optional(),
    /** CloudHSM, required: id of the cluster. Changes in place. */
    cloudHsmClusterId: z.string().min(1).optional(),
    /** CloudHSM, required: password of the cluster's user `kmsuser`. Secret; never returned. Changes in place. */
    keyStorePassword: z.string().min(1).optional(),
    /** CloudHSM, required: certificate with which the cluster was initialised, PEM text. A change replaces the store. */
    trustAnchorCertificate: z.string().min(1).optional(),
    /** What destroying the resource does: `retain` leaves the store as it is; `delete` disconnects and deletes it, in AWS too if it is linked, unless keys are left in it. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "delete"]).default("retain"),
  },
  outputs: {
    /** Where the store's keys are: `LOCAL`, `REMOTE` or `CloudHSM`. */
    storeType: z.string().optional(),
    /** `DISCONNECTED`, `CONNECTING`, `CONNECTED`, `DISCONNECTING` or `FAILED`. */
    connectionState: z.string().optional(),
    /** Why the last connection failed, in AWS's words. */
    connectionErrorDetails: z.string().optional(),
    /** AWS's id of the store, `cks-…`; absent while it is not linked. */
    awsStoreId: z.string().optional(),
    /** Path below the address under which AWS reaches the store. */
    xksProxyUriPath: z.string().optional(),
    /** Id of the credential with which AWS signs. A rotation changes it; its secret stays in the service and in AWS. */
    accessKeyId: z.string().optional(),
    /** Number of the credential. A rotation changes it. */
    credentialVersion: z.number().optional(),
  },
  keepsPlace: { retain: "every" },
  immutable: [
    "kms",
    "region",
    "customKeyStoreType",
    "sourceKeyTier",
    "partitionId",
    "maxCredentials",
    "trustAnchorCertificate",
  ],
  references: ["partitionId"],
  secret: ["keyStorePassword"],
  writeOnly: ["keyStorePassword", "credentialTriggers"],
  computed: ["linkedState", "xksProxyConnectivity", "sourceKeyTier"],
  local: ["connectTimeoutSeconds", "onDestroy"],
  needs: { kms: awsKms, credentialRotationSchedule: awsXksCredentialRotationSchedule },
  filters: [
    "id",
    "name",
    "kms",
    "kmsId",
    "region",
    "cloudName",
    "type",
    "customKeyStoreType",
    "connectionState",
    "sourceKeyTier",
    "xksProxyConnectivity",
    "blocked",
    "linkedState",
  ],
  wire: {
    kms: { to: "kms", from: "kms_id" },
    customKeyStoreType: "aws_param.custom_key_store_type",
    connected: { to: false, from: (record) => connectionOf(record) === "CONNECTED" },
    linkedState: { to: "linked_state", from: isLinked },
    xksProxyConnectivity: "aws_param.xks_proxy_connectivity",
    xksProxyUriEndpoint: "aws_param.xks_proxy_uri_endpoint",
    xksProxyVpcEndpointServiceName: "aws_param.xks_proxy_vpc_endpoint_service_name",
    sourceKeyTier: {
      to: "local_hosted_params.source_key_tier",
      from: "local_hosted_params.source_key_tier",
      decode: (tier: string) => (tier === "luna-hsm" ? "hsm-luna" : tier),
    },
    partitionId: "local_hosted_params.partition_id",
    healthCheckKeyId: "local_hosted_params.health_check_key_id",
    maxCredentials: "local_hosted_params.max_credentials",
    mtlsEnabled: "local_hosted_params.mtls_enabled",
    blocked: "local_hosted_params.blocked",
    credentialTriggers: { to: false },
    credentialRotationSchedule: { to: false, from: "labels.job_config_id" },
    cloudHsmClusterId: "aws_param.cloud_hsm_cluster_id",
    keyStorePassword: "aws_param.key_store_password",
    trustAnchorCertificate: "aws_param.trust_anchor_certificate",
    storeType: { from: "type" },
    connectionState: { from: connectionOf },
    connectionErrorDetails: { from: "aws_param.connection_error_details" },
    awsStoreId: { from: "aws_param.custom_key_store_id" },
    xksProxyUriPath: { from: "aws_param.xks_proxy_uri_path" },
    credentialVersion: { decode: Number },
  },
  actions: [
    {
      inputs: ["linkedState"],
      run({ api, inputs, label }, { id }) {
        // An existing store that is adopted.
        if (!inputs.linkedState) throw unlinkable(label);
        return storeAction(api, id, "link", {
          aws_param: {
            xks_proxy_uri_endpoint: inputs.xksProxyUriEndpoint,
            xks_proxy_vpc_endpoint_service_name: inputs.xksProxyVpcEndpointServiceName,
          },
        });
      },
    },
    {
      inputs: ["blocked"],
      run: ({ api, inputs }, { id }) => storeAction(api, id, inputs.blocked ? "block" : "unblock"),
    },
    {
      inputs: ["connected"],
      run: (scope, { id, record }) =>
        setConnected(scope, id, record, scope.inputs.connected, scope.inputs.keyStorePassword),
    },
    {
      inputs: ["credentialTriggers"],
      run: ({ api }, { id }) => storeAction(api, id, "rotate-credential", undefined, false),
    },
    {
      inputs: ["credentialRotationSchedule"],
      run({ api, inputs }, { id }) {
        const { credentialRotationSchedule: job_config_id } = inputs;
        if (job_config_id === undefined) return storeAction(api, id, "disable-credential-rotation-job");
        return storeAction(api, id, "enable-credential-rotation-job", { job_config_id });
      },
    },
  ],
  hooks: {
    replaces: (state, { linkedState }) => (state.linkedState === true && linkedState === false ? ["linkedState"] : []),
    check(inputs): Failure[] {
      const cloudHsm = inputs.customKeyStoreType === "AWS_CLOUDHSM";
      const required = cloudHsm ? ofCloudHsm : ofXks;
      const foreign = cloudHsm ? [...ofXks, ...optionalOfXks] : ofCloudHsm;
      const about = `for a store of type ${inputs.customKeyStoreType}`;
      const failures = [
        ...required.filter((key) => inputs[key] === undefined).map((key) => fail(key, `is required ${about}`)),
        ...foreign.filter((key) => !isEmpty(inputs[key])).map((key) => fail(key, `is not ${about}`)),
      ];
      if (inputs.xksProxyConnectivity === "VPC_ENDPOINT_SERVICE" && !inputs.xksProxyVpcEndpointServiceName) {
        failures.push(fail("xksProxyVpcEndpointServiceName", "is required for VPC_ENDPOINT_SERVICE"));
      }
      if (cloudHsm || inputs.linkedState) return failures;
      if (inputs.connected) failures.push(fail("connected", "is possible for linked stores only: set linkedState"));
      if (inputs.credentialRotationSchedule !== undefined) {
        failures.push(fail("credentialRotationSchedule", "is possible for linked stores only: set linkedState"));
      }
      return failures;
    },
    async remove(scope, id) {
      const { api, inputs } = scope;
      if (inputs.onDestroy === "retain") return;
      const record = await api.get(`${customKeyStores}/${segment(id)}`);
      // Disconnecting first would take the store away from keys that keep it from being deleted.
      const keys = await api.list(awsKeys, { custom_key_store_id: id, gone: false });
      if (keys.length > 0)
        throw new ApiError(`${keys.length} keys are left in the store`, { kind: "conflict", call: "DELETE" });
      await setConnected(scope, id, record, false);
      await api.delete(`${customKeyStores}/${segment(id)}`);
    },
    async users(api, id) {
      const keys = await api.list(awsKeys, { custom_key_store_id: id, gone: false });
      const named = keys.map((key) => String(pick(key, "aws_param.Arn") ?? key.id));
      return named.length === 0 ? undefined : `${named.join(", ")} (AWS keeps them until their deletion window ends)`;
    },
  },
});

const ofXks = ["xksProxyUriEndpoint", "healthCheckKeyId", "maxCredentials"] as const;
const optionalOfXks = [
  "linkedState",
  "xksProxyConnectivity",
  "xksProxyVpcEndpointServiceName",
  "sourceKeyTier",
  "partitionId",
  "credentialTriggers",
  "credentialRotationSchedule",
] as const;
const ofCloudHsm = ["cloudHsmClusterId", "keyStorePassword", "trustAnchorCertificate"] as const;

const fail = (property: string, reason: string): Failure => ({ property, reason });

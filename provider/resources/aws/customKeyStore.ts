import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { counted } from "../../api/counted";
import { ApiError } from "../../api/errors";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { howToLeave, type Users } from "../../lifecycle/service/users";
import { field, named, onDestroy, open, ref } from "../../lifecycle/vocabulary/field";
import { pick } from "../../lifecycle/values/wire";
import { awsKeys } from "./keyRecord";
import { awsKms, awsRegion } from "./kms";
import { connectionOf, customKeyStores, isLinked, setConnected, storeAction, unlinkable } from "./storeConnection";
import { awsXksCredentialRotationSchedule } from "./xksSchedule";
import { oneCertificate } from "../pem";
import { credential } from "../credential";
import { ownTier } from "../sourceTier";

export { customKeyStores } from "./storeConnection";

const ofXks = ["healthCheckKeyId", "maxCredentials"] as const;
const optionalOfXks = [
  "xksProxyUriEndpoint",
  "xksProxyConnectivity",
  "xksProxyVpcEndpointServiceName",
  "sourceKeyTier",
  "partitionId",
  "credentialTriggers",
  "credentialRotationSchedule",
] as const;
/**
 * Part of what the service holds for an external store; stores of CloudHSM show it, too, without
 * any meaning.
 */
const hosted = (name: string) => {
  const place = `local_hosted_params.${name}`;
  const isOther = (store: Wire) => pick(store, "aws_param.custom_key_store_type") === "AWS_CLOUDHSM";
  return { to: place, from: (store: Wire) => (isOther(store) ? undefined : pick(store, place)) };
};

const ofCloudHsm = ["cloudHsmClusterId", "keyStorePassword", "trustAnchorCertificate"] as const;

/**
 * Where keys of an AWS account live outside AWS KMS: a CloudHSM cluster, or this service itself
 * (external key store, XKS). Destroying it leaves it as it is (see `onDestroy`).
 */
export const awsCustomKeyStore = defineResource({
  type: "AwsCustomKeyStore",
  role: "material",
  path: customKeyStores,
  inputs: {
    /** Name of the store, unique in the service and in its account and region. */
    name: named(z.string().min(1)),
    /** Id of the `AwsKms` container, the AWS account. */
    kms: ref(awsKms, { change: "replace", holds: true, wire: { to: "kms", from: "kms_id" } }),
    /** AWS region of the store; one of the container's regions. */
    region: field(awsRegion, { change: "replace" }),
    /** EXTERNAL_KEY_STORE for keys that this service holds, AWS_CLOUDHSM for a CloudHSM cluster. */
    customKeyStoreType: field(z.enum(["EXTERNAL_KEY_STORE", "AWS_CLOUDHSM"]).default("EXTERNAL_KEY_STORE"), {
      change: "replace",
      wire: "aws_param.custom_key_store_type",
    }),
    /** True to record successful calls of AWS, too, in the audit trail. */
    enableSuccessAuditEvent: z.boolean().default(false),
    /**
     * True to have the store connected: only then can its keys be used. It takes up to 2 minutes
     * for external stores, and 20 for CloudHSM.
     */
    connected: field(z.boolean().default(false), {
      wire: { to: false, from: (record) => connectionOf(record) === "CONNECTED" },
    }),
    /** Seconds to wait for a connection, 1 to 7200. */
    connectTimeoutSeconds: field(z.number().min(1).max(7200).default(1800), { seen: "local" }),
    /**
     * True for a store that exists in AWS, false for one that this service alone knows. Default:
     * left as it is; the service makes a new external store false. Changing it to true updates in
     * place, to false forces replacement of the store.
     */
    linkedState: field(z.boolean().optional(), { absent: "theirs", wire: { to: "linked_state", from: isLinked } }),
    /**
     * External: how AWS reaches this service, PUBLIC_ENDPOINT or VPC_ENDPOINT_SERVICE. Default: the
     * service's choice, PUBLIC_ENDPOINT.
     */
    xksProxyConnectivity: field(open(["PUBLIC_ENDPOINT", "VPC_ENDPOINT_SERVICE"]).optional(), {
      absent: "theirs",
      wire: "aws_param.xks_proxy_connectivity",
    }),
    /** External: the https address under which AWS reaches this service; required to link the store. */
    xksProxyUriEndpoint: field(z.string().startsWith("https://", "must be an https address").optional(), {
      absent: "theirs",
      wire: "aws_param.xks_proxy_uri_endpoint",
    }),
    /** External: name of the VPC endpoint service; required for VPC_ENDPOINT_SERVICE. */
    xksProxyVpcEndpointServiceName: field(z.string().min(1).optional(), {
      wire: "aws_param.xks_proxy_vpc_endpoint_service_name",
    }),
    /** External: where the keys of the store are, `local` (the service's own vault) or `hsm-luna`. */
    sourceKeyTier: field(ownTier.optional(), {
      change: "replace",
      absent: "theirs",
      wire: {
        ...hosted("source_key_tier"),
        decode: (tier: string) => (tier === "luna-hsm" ? "hsm-luna" : tier),
      },
    }),
    /**
     * External: id of the `LunaPartition`, for `hsm-luna`. A partition that is removed and added
     * again has a new id, and the store keeps the old one. To adopt such a store, give the old id.
     */
    partitionId: field(z.string().min(1).optional(), {
      ref: "any",
      change: "replace",
      wire: hosted("partition_id"),
    }),
    /**
     * External, required: id of the AES-256 key with which the store's health is checked; for
     * `hsm-luna` that of a `LunaKey` itself.
     */
    healthCheckKeyId: field(z.string().min(1).optional(), { wire: hosted("health_check_key_id") }),
    /** External, required: how many credentials may be valid at a time, 2 to 20. */
    maxCredentials: field(z.number().int().min(2).max(20).optional(), {
      change: "replace",
      wire: hosted("max_credentials"),
    }),
    /** External: true to ask AWS for a client certificate. */
    mtlsEnabled: field(z.boolean().default(false), { wire: hosted("mtls_enabled"), guards: true }),
    /** External: true to refuse AWS every use of the store's keys. */
    blocked: field(z.boolean().default(false), { wire: hosted("blocked"), guards: true }),
    /** External: values of any kind; when one changes, the store's credential is rotated. */
    credentialTriggers: field(z.record(z.string(), z.unknown()).optional(), { seen: "never", wire: { to: false } }),
    /**
     * External: id of the `AwsXksCredentialRotationSchedule` by which the store's credential
     * rotates; for linked stores.
     */
    credentialRotationSchedule: field(z.string().min(1).optional(), {
      ref: awsXksCredentialRotationSchedule,
      wire: { to: false, from: "labels.job_config_id" },
    }),
    /** CloudHSM, required: id of the cluster. */
    cloudHsmClusterId: field(z.string().min(1).optional(), { wire: "aws_param.cloud_hsm_cluster_id" }),
    /** CloudHSM, required: password of the cluster's user `kmsuser`. */
    keyStorePassword: field(credential().optional(), {
      seen: "never",
      secret: true,
      wire: "aws_param.key_store_password",
    }),
    /** CloudHSM, required: certificate with which the cluster was initialised, PEM text. */
    trustAnchorCertificate: field(oneCertificate("a cluster has one trust anchor").optional(), {
      change: "replace",
      wire: "aws_param.trust_anchor_certificate",
    }),
    /**
     * On destroy, `retain` leaves the store as it is. The service does not delete its `AwsKms`
     * while it has a store: give that the option `retainOnDelete`, too. `delete` disconnects and
     * deletes the store, in AWS too if it is linked, unless keys are left in it. A key that waits
     * for its deletion in AWS counts until its window ends.
     */
    onDestroy: onDestroy({ retain: [], delete: "hook" }),
  },
  outputs: {
    /** Where the store's keys are: `LOCAL`, `REMOTE` or `CloudHSM`. */
    storeType: field(z.string().optional(), { wire: { from: "type" } }),
    /** `DISCONNECTED`, `CONNECTING`, `CONNECTED`, `DISCONNECTING` or `FAILED`. */
    connectionState: field(z.string().optional(), { wire: { from: connectionOf } }),
    /** Why the last connection failed, in AWS's wording. */
    connectionErrorDetails: field(z.string().optional(), { wire: { from: "aws_param.connection_error_details" } }),
    /** AWS's id of the store, `cks-…`; absent while it is not linked. */
    awsStoreId: field(z.string().optional(), { wire: { from: "aws_param.custom_key_store_id" } }),
    /** Path below the address under which AWS reaches the store. */
    xksProxyUriPath: field(z.string().optional(), { wire: { from: "aws_param.xks_proxy_uri_path" } }),
    /**
     * Id of the credential with which AWS signs. A rotation changes it; its secret stays in the
     * service and in AWS.
     */
    accessKeyId: z.string().optional(),
    /** Number of the credential. A rotation changes it. */
    credentialVersion: field(z.number().optional(), { wire: { decode: Number } }),
  },
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
            key_store_password: inputs.keyStorePassword,
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
  rules: [
    { when: { customKeyStoreType: "AWS_CLOUDHSM" }, requires: ofCloudHsm, excludes: [...ofXks, ...optionalOfXks] },
    { when: { customKeyStoreType: "AWS_CLOUDHSM", linkedState: false }, excludes: ["connected"] },
    { when: { customKeyStoreType: "EXTERNAL_KEY_STORE" }, requires: ofXks, excludes: ofCloudHsm },
    { when: { customKeyStoreType: "EXTERNAL_KEY_STORE", linkedState: true }, requires: ["xksProxyUriEndpoint"] },
    { when: { xksProxyConnectivity: "VPC_ENDPOINT_SERVICE" }, requires: ["xksProxyVpcEndpointServiceName"] },
    {
      when: { customKeyStoreType: "EXTERNAL_KEY_STORE" },
      unless: "linkedState",
      excludes: ["connected", "credentialRotationSchedule"],
    },
  ],
  hooks: {
    usedBy: keysIn,
    replaces: (state, { linkedState }) => (state.linkedState === true && linkedState === false ? ["linkedState"] : []),
    async remove(scope, id) {
      const { api } = scope;
      const record = await api.get(`${customKeyStores}/${segment(id)}`);
      // Disconnecting first would make the store unavailable to the keys that prevent its deletion.
      const keys = await api.list(awsKeys, { custom_key_store_id: id, gone: false });
      if (keys.length > 0)
        throw new ApiError(`the store still has ${counted(keys.length, "key")}`, { kind: "conflict", call: "DELETE" });
      await setConnected(scope, id, record, false);
      await api.delete(`${customKeyStores}/${segment(id)}`);
    },
  },
});

async function keysIn(api: Api, id: string): Promise<Users | undefined> {
  const keys = await api.list(awsKeys, { custom_key_store_id: id, gone: false });
  const named = keys.map((key) => String(pick(key, "aws_param.Arn") ?? key.id));
  const until = "AWS keeps a destroyed key until its deletion window ends: run the same command again then.";
  return named.length === 0
    ? undefined
    : { named: named.join(", "), advice: `${until} ${howToLeave(awsCustomKeyStore)}` };
}

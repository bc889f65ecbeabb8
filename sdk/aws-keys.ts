import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { awsPolicyTemplate } from "../provider/resources/aws/policyTemplate";
import { awsUploadedKey } from "../provider/resources/aws/uploadedKey";
import { awsKeyMaterial } from "../provider/resources/aws/keyMaterial";
import { awsReplicaKey } from "../provider/resources/aws/replicaKey";
import { awsCustomKeyStore } from "../provider/resources/aws/customKeyStore";
import { awsXksKey } from "../provider/resources/aws/xksKey";
import { awsCloudHsmKey } from "../provider/resources/aws/cloudHsmKey";
import { awsXksCredentialRotationSchedule } from "../provider/resources/aws/xksSchedule";
import { listOf, type Filters, type FunctionOptions, type Listed } from "./function";
import { upcomingRuns } from "./next-runs";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of an {@link AwsPolicyTemplate}. */
export interface AwsPolicyTemplateArgs extends ArgsOf<typeof awsPolicyTemplate> {}
export interface AwsPolicyTemplate extends StateOf<typeof awsPolicyTemplate> {}
/** A key policy that many keys of an account follow: a change is pushed to every key that uses it. Destroying it is refused while keys use it. */
export class AwsPolicyTemplate extends CipherTrustResource<
  [args: AwsPolicyTemplateArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = awsPolicyTemplate;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsPolicyTemplate {
    return new AwsPolicyTemplate(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(
    filters?: Filters,
    options?: FunctionOptions,
  ): pulumi.Output<Listed<StateOf<typeof awsPolicyTemplate>>[]> {
    return listOf(awsPolicyTemplate, filters, options);
  }
}

/** Arguments of an {@link AwsUploadedKey}. */
export interface AwsUploadedKeyArgs extends ArgsOf<typeof awsUploadedKey> {}
export interface AwsUploadedKey extends StateOf<typeof awsUploadedKey> {}
/** A key in an AWS account whose material comes from a key of the service: bring your own key. Destroying it schedules its deletion in AWS (see `onDestroy`). */
export class AwsUploadedKey extends CipherTrustResource<
  [args: AwsUploadedKeyArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = awsUploadedKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsUploadedKey {
    return new AwsUploadedKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof awsUploadedKey>>[]> {
    return listOf(awsUploadedKey, { keyMaterialOrigin: "cckm", ...filters }, options);
  }
}

/** Arguments of an {@link AwsKeyMaterial}. */
export interface AwsKeyMaterialArgs extends ArgsOf<typeof awsKeyMaterial> {}
export interface AwsKeyMaterial extends StateOf<typeof awsKeyMaterial> {}
/** The imported material of an `AwsKey` of origin EXTERNAL; material that is lost or has expired is imported again. Destroying it leaves the material in AWS (see `onDestroy`). */
export class AwsKeyMaterial extends CipherTrustResource<
  [args: AwsKeyMaterialArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = awsKeyMaterial;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsKeyMaterial {
    return new AwsKeyMaterial(name, undefined as never, { ...opts, id });
  }
}

/** Arguments of an {@link AwsReplicaKey}. */
export interface AwsReplicaKeyArgs extends ArgsOf<typeof awsReplicaKey> {}
export interface AwsReplicaKey extends StateOf<typeof awsReplicaKey> {}
/** A replica of a multi-Region key in another region. Destroying it schedules its deletion in AWS (see `onDestroy`). */
export class AwsReplicaKey extends CipherTrustResource<[args: AwsReplicaKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = awsReplicaKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsReplicaKey {
    return new AwsReplicaKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof awsReplicaKey>>[]> {
    return listOf(awsReplicaKey, { multiRegionKeyType: "REPLICA", ...filters }, options);
  }
}

/** Arguments of an {@link AwsCustomKeyStore}. */
export interface AwsCustomKeyStoreArgs extends ArgsOf<typeof awsCustomKeyStore> {}
export interface AwsCustomKeyStore extends StateOf<typeof awsCustomKeyStore> {}
/** Where keys of an AWS account live outside AWS KMS: a CloudHSM cluster, or this service itself (external key store, XKS). Destroying it leaves it as it is (see `onDestroy`). */
export class AwsCustomKeyStore extends CipherTrustResource<
  [args: AwsCustomKeyStoreArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = awsCustomKeyStore;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsCustomKeyStore {
    return new AwsCustomKeyStore(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(
    filters?: Filters,
    options?: FunctionOptions,
  ): pulumi.Output<Listed<StateOf<typeof awsCustomKeyStore>>[]> {
    return listOf(awsCustomKeyStore, filters, options);
  }
}

/** Arguments of an {@link AwsXksKey}. */
export interface AwsXksKeyArgs extends ArgsOf<typeof awsXksKey> {}
export interface AwsXksKey extends StateOf<typeof awsXksKey> {}
/** A key that AWS uses but never holds: every use asks the service, through an external key store. Destroying it schedules its deletion in AWS (see `onDestroy`); the key in the service stays. */
export class AwsXksKey extends CipherTrustResource<[args: AwsXksKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = awsXksKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsXksKey {
    return new AwsXksKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof awsXksKey>>[]> {
    return listOf(awsXksKey, { origin: "EXTERNAL_KEY_STORE", ...filters }, options);
  }
}

/** Arguments of an {@link AwsCloudHsmKey}. */
export interface AwsCloudHsmKeyArgs extends ArgsOf<typeof awsCloudHsmKey> {}
export interface AwsCloudHsmKey extends StateOf<typeof awsCloudHsmKey> {}
/** A symmetric key in a CloudHSM cluster. Destroying it schedules its deletion in AWS (see `onDestroy`). */
export class AwsCloudHsmKey extends CipherTrustResource<
  [args: AwsCloudHsmKeyArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = awsCloudHsmKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsCloudHsmKey {
    return new AwsCloudHsmKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof awsCloudHsmKey>>[]> {
    return listOf(awsCloudHsmKey, { origin: "AWS_CLOUDHSM", ...filters }, options);
  }
}

/** Arguments of an {@link AwsXksCredentialRotationSchedule}. */
export interface AwsXksCredentialRotationScheduleArgs extends ArgsOf<typeof awsXksCredentialRotationSchedule> {}
export interface AwsXksCredentialRotationSchedule extends StateOf<typeof awsXksCredentialRotationSchedule> {}
/** A time plan on which the service rotates the credentials of the external key stores that name it. Destroying it ends the rotation; credentials stay as they are. */
export class AwsXksCredentialRotationSchedule extends CipherTrustResource<
  [args: AwsXksCredentialRotationScheduleArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = awsXksCredentialRotationSchedule;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): AwsXksCredentialRotationSchedule {
    return new AwsXksCredentialRotationSchedule(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(
    filters?: Filters,
    options?: FunctionOptions,
  ): pulumi.Output<Listed<StateOf<typeof awsXksCredentialRotationSchedule>>[]> {
    return listOf(awsXksCredentialRotationSchedule, filters, options);
  }
  /** The next three times it runs, RFC 3339 in UTC; empty while it is disabled. Known in a preview already. Computed here and not kept in the state: time that passes is no change. */
  get nextRuns(): pulumi.Output<string[]> {
    return upcomingRuns(this);
  }
}

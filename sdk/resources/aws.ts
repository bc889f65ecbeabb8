// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, ScheduleResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of an {@link AwsConnection}. */
export interface AwsConnectionArgs extends CommonArgs {
  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  description?: pulumi.Input<string>;
  /**
   * Id of the AWS access key. Required unless `isRoleAnywhere` is true. Default: none. Updated in
   * place; the connection is then tested again.
   */
  accessKeyId?: pulumi.Input<string>;
  /**
   * Secret of the AWS access key. Default: none. Updated in place; the connection is then tested
   * again. Secret. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  secretAccessKey?: pulumi.Input<string>;
  /**
   * ARN of an IAM role to assume. Default: none. Updated in place; the connection is then tested
   * again.
   */
  assumeRoleArn?: pulumi.Input<string>;
  /**
   * External id for assuming the role. Default: none. Updated in place; the connection is then
   * tested again.
   */
  assumeRoleExternalId?: pulumi.Input<string>;
  /**
   * AWS region whose endpoints the service calls. Default: the service's choice for the cloud
   * (us-east-1, us-gov-east-1 or cn-north-1). Updated in place. If removed, the service keeps its
   * value.
   */
  awsRegion?: pulumi.Input<string>;
  /**
   * Which STS endpoints to use: `legacy` or `regional`. Default: the service's choice, `legacy`.
   * Other values go to the service with a warning, for a new object only. Updated in place. If
   * removed, the service keeps its value.
   */
  awsStsRegionalEndpoints?: pulumi.Input<"legacy" | "regional" | (string & Record<never, never>)>;
  /**
   * AWS partition: `aws`, `aws-us-gov` or `aws-cn`. Other values go to the service with a warning,
   * for a new object only. Default `aws`. Updated in place; the connection is then tested again.
   */
  cloudName?: pulumi.Input<"aws" | "aws-us-gov" | "aws-cn" | (string & Record<never, never>)>;
  /**
   * True to log in through IAM Roles Anywhere instead of an access key. Default `false`. Changing
   * it forces replacement.
   */
  isRoleAnywhere?: pulumi.Input<boolean>;
  /**
   * The IAM Roles Anywhere identity: ARNs of role, trust anchor and profile, and the certificate
   * with its private key as PEM. Secret as a whole; never returned. Default: none. Updated in
   * place; the connection is then tested again.
   */
  iamRoleAnywhere?: pulumi.Input<{
    /** ARN of the role to assume. */
    anywhereRoleArn: pulumi.Input<string>;
    /** ARN of the trust anchor. */
    trustAnchorArn: pulumi.Input<string>;
    /** ARN of the profile. */
    profileArn: pulumi.Input<string>;
    /** Certificate, PEM text. */
    certificate: pulumi.Input<string>;
    /** Private key of the certificate, PEM text. */
    privateKey: pulumi.Input<string>;
  }>;
  /**
   * Parts of the service that may use the connection. Default `["cckm"]`, cloud key management.
   * Updated in place. Compared as a set.
   */
  products?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Arbitrary JSON values by key. Default: left to the service. Updated in place. If removed, its
   * keys are removed.
   */
  meta?: pulumi.Input<Record<string, unknown>>;
  /** Labels, a map of strings. Default: none. Updated in place. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. Not sent to the
   * service.
   */
  readyTimeoutSeconds?: pulumi.Input<number>;
}

/**
 * AWS credentials under which the service reaches one or more AWS accounts; tested until `ready`
 * when it is made and when a credential changes. Destroying it removes it from the service, unless
 * containers use it; nothing in AWS changes.
 *
 * @example
 *   ~~~ts
 *   const connection = new ciphertrust.AwsConnection("production", {
 *     accessKeyId: "AKIAIOSFODNN7EXAMPLE",
 *     secretAccessKey: config.requireSecret("awsSecretAccessKey"),
 *   });
 *   ~~~
 */
export class AwsConnection extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AwsConnection",
    inputs: [
      "name",
      "description",
      "accessKeyId",
      "secretAccessKey",
      "assumeRoleArn",
      "assumeRoleExternalId",
      "awsRegion",
      "awsStsRegionalEndpoints",
      "cloudName",
      "isRoleAnywhere",
      "iamRoleAnywhere",
      "products",
      "meta",
      "labels",
      "readyTimeoutSeconds",
    ],
    outputs: ["state", "lastConnectionError"],
    namedAfterResource: "name",
    secret: ["secretAccessKey", "iamRoleAnywhere"],
  };

  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Id of the AWS access key. Required unless `isRoleAnywhere` is true. Default: none. Updated in
   * place; the connection is then tested again.
   */
  declare readonly accessKeyId: pulumi.Output<string | undefined>;
  /**
   * Secret of the AWS access key. Default: none. Updated in place; the connection is then tested
   * again. Secret. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly secretAccessKey: pulumi.Output<string | undefined>;
  /**
   * ARN of an IAM role to assume. Default: none. Updated in place; the connection is then tested
   * again.
   */
  declare readonly assumeRoleArn: pulumi.Output<string | undefined>;
  /**
   * External id for assuming the role. Default: none. Updated in place; the connection is then
   * tested again.
   */
  declare readonly assumeRoleExternalId: pulumi.Output<string | undefined>;
  /**
   * AWS region whose endpoints the service calls. Default: the service's choice for the cloud
   * (us-east-1, us-gov-east-1 or cn-north-1). Updated in place. If removed, the service keeps its
   * value.
   */
  declare readonly awsRegion: pulumi.Output<string | undefined>;
  /**
   * Which STS endpoints to use: `legacy` or `regional`. Default: the service's choice, `legacy`.
   * Other values go to the service with a warning, for a new object only. Updated in place. If
   * removed, the service keeps its value.
   */
  declare readonly awsStsRegionalEndpoints: pulumi.Output<
    "legacy" | "regional" | (string & Record<never, never>) | undefined
  >;
  /**
   * AWS partition: `aws`, `aws-us-gov` or `aws-cn`. Other values go to the service with a warning,
   * for a new object only. Default `aws`. Updated in place; the connection is then tested again.
   */
  declare readonly cloudName: pulumi.Output<"aws" | "aws-us-gov" | "aws-cn" | (string & Record<never, never>)>;
  /**
   * True to log in through IAM Roles Anywhere instead of an access key. Default `false`. Changing
   * it forces replacement.
   */
  declare readonly isRoleAnywhere: pulumi.Output<boolean>;
  /**
   * The IAM Roles Anywhere identity: ARNs of role, trust anchor and profile, and the certificate
   * with its private key as PEM. Secret as a whole; never returned. Default: none. Updated in
   * place; the connection is then tested again.
   */
  declare readonly iamRoleAnywhere: pulumi.Output<
    | {
        /** ARN of the role to assume. */
        anywhereRoleArn: string;
        /** ARN of the trust anchor. */
        trustAnchorArn: string;
        /** ARN of the profile. */
        profileArn: string;
        /** Certificate, PEM text. */
        certificate: string;
        /** Private key of the certificate, PEM text. */
        privateKey: string;
      }
    | undefined
  >;
  /**
   * Parts of the service that may use the connection. Default `["cckm"]`, cloud key management.
   * Updated in place. Compared as a set.
   */
  declare readonly products: pulumi.Output<string[]>;
  /**
   * Arbitrary JSON values by key. Default: left to the service. Updated in place. If removed, its
   * keys are removed.
   */
  declare readonly meta: pulumi.Output<Record<string, unknown> | undefined>;
  /** Labels, a map of strings. Default: none. Updated in place. */
  declare readonly labels: pulumi.Output<Record<string, string> | undefined>;
  /**
   * Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. Not sent to the
   * service.
   */
  declare readonly readyTimeoutSeconds: pulumi.Output<number | undefined>;
  /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry containers. */
  declare readonly state: pulumi.Output<"untested" | "testing" | "ready" | "failed">;
  /** Why the last test failed, in the service's wording; absent when it succeeded. */
  declare readonly lastConnectionError: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsConnection {
    return new AwsConnection(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AwsConnection>[]> {
    return listOf("AwsConnection", filters, options);
  }
  constructor(name: string, args?: AwsConnectionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AwsKms}. */
export interface AwsKmsArgs extends CommonArgs {
  /**
   * Name of the container, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement of the container and of what is declared in it, and requires
   * `replaceOnChanges`.
   */
  name?: pulumi.Input<string>;
  /**
   * Id of the `AwsConnection` to reach the account through; it must be, or become, `ready`. Updated
   * in place.
   */
  connection: pulumi.Input<string>;
  /**
   * AWS account number, 12 digits. Changing it forces replacement of the container and of what is
   * declared in it, and requires `replaceOnChanges`.
   */
  accountId: pulumi.Input<string>;
  /**
   * Regions whose keys are managed, at least one. An account may have several containers with
   * different regions. A region is not removed while this stack has keys in it: remove them in an
   * update before. Updated in place. Compared as a set.
   */
  regions: pulumi.Input<pulumi.Input<string>[]>;
  /** ARN of an IAM role to assume in the account. Default: none. Updated in place. */
  assumeRoleArn?: pulumi.Input<string>;
  /** External id for assuming the role. Default: none. Updated in place. */
  assumeRoleExternalId?: pulumi.Input<string>;
}

/**
 * An AWS account whose keys the service manages: the container of `AwsKey`s. It waits until its
 * connection is `ready`. Destroying it leaves every key in AWS untouched; the service shows them
 * again, with the same ids, once a container covers their region. A container with custom key
 * stores cannot be destroyed, and an `AwsCustomKeyStore` stays by default. To keep both, give the
 * container the option `retainOnDelete`. To delete both, give the store `onDestroy: "delete"`, in
 * an update before.
 *
 * @example
 *   ~~~ts
 *   const account = new ciphertrust.AwsKms("production", {
 *     connection: connection.id,
 *     accountId: "123456789012",
 *     regions: ["eu-west-1", "eu-central-1"],
 *   });
 *   ~~~
 */
export class AwsKms extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AwsKms",
    inputs: ["name", "connection", "accountId", "regions", "assumeRoleArn", "assumeRoleExternalId"],
    outputs: ["arn", "status"],
    namedAfterResource: "name",
  };

  /**
   * Name of the container, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement of the container and of what is declared in it, and requires
   * `replaceOnChanges`.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Id of the `AwsConnection` to reach the account through; it must be, or become, `ready`. Updated
   * in place.
   */
  declare readonly connection: pulumi.Output<string>;
  /**
   * AWS account number, 12 digits. Changing it forces replacement of the container and of what is
   * declared in it, and requires `replaceOnChanges`.
   */
  declare readonly accountId: pulumi.Output<string>;
  /**
   * Regions whose keys are managed, at least one. An account may have several containers with
   * different regions. A region is not removed while this stack has keys in it: remove them in an
   * update before. Updated in place. Compared as a set.
   */
  declare readonly regions: pulumi.Output<string[]>;
  /** ARN of an IAM role to assume in the account. Default: none. Updated in place. */
  declare readonly assumeRoleArn: pulumi.Output<string | undefined>;
  /** External id for assuming the role. Default: none. Updated in place. */
  declare readonly assumeRoleExternalId: pulumi.Output<string | undefined>;
  /** ARN under which the service reaches the account. */
  declare readonly arn: pulumi.Output<string | undefined>;
  /** `active` or `archived`. */
  declare readonly status: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsKms {
    return new AwsKms(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AwsKms>[]> {
    return listOf("AwsKms", filters, options);
  }
  constructor(name: string, args: AwsKmsArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AwsPolicyTemplate}. */
export interface AwsPolicyTemplateArgs extends CommonArgs {
  /**
   * Name of the template, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * Id of the `AwsKms` container, the AWS account, whose keys may use it. Changing it forces
   * replacement.
   */
  kms: pulumi.Input<string>;
  /**
   * Key policy, a JSON document as string or object. Either this or some of the five lists of users
   * and roles. A template made with neither has AWS's default policy, which leaves access to the
   * account's IAM policies. Updated in place, in all keys that use the template. If removed, the
   * service keeps its value. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  policy?: pulumi.Input<string | Record<string, unknown>>;
  /**
   * IAM users, by name, that may use the keys. Updated in place, in all keys that use the template.
   * Default: left to the service. If removed, the service keeps its value. An update fails if the
   * service keeps another value. Compared as a set.
   */
  keyUsers?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may use the keys. Updated in place, in all keys that use the template.
   * Default: left to the service. If removed, the service keeps its value. An update fails if the
   * service keeps another value. Compared as a set.
   */
  keyUsersRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM users, by name, that may administer the keys. Updated in place, in all keys that use the
   * template. Default: left to the service. If removed, the service keeps its value. An update
   * fails if the service keeps another value. Compared as a set.
   */
  keyAdmins?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may administer the keys. Updated in place, in all keys that use the
   * template. Default: left to the service. If removed, the service keeps its value. An update
   * fails if the service keeps another value. Compared as a set.
   */
  keyAdminsRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Other AWS accounts, 12 digits each, that may use the keys. Updated in place, in all keys that
   * use the template. Default: left to the service. If removed, the service keeps its value. An
   * update fails if the service keeps another value. Compared as a set.
   */
  externalAccounts?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * On destroy, `delete` deletes the template. The service refuses that until AWS has deleted every
   * key that uses it. `retain` leaves it. Default `delete`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"delete" | "retain">;
}

/**
 * A key policy that many keys of an account follow: a change is pushed to every key that uses it.
 * Destroying it is refused while keys use it, also keys that are pending deletion; see
 * `onDestroy`.
 *
 * @example
 *   ~~~ts
 *   const standard = new ciphertrust.AwsPolicyTemplate("standard", {
 *     kms: account.id,
 *     keyAdminsRoles: ["KeyAdministrator"],
 *     keyUsersRoles: ["OrderService"],
 *   });
 *   ~~~
 */
export class AwsPolicyTemplate extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AwsPolicyTemplate",
    inputs: [
      "name",
      "kms",
      "policy",
      "keyUsers",
      "keyUsersRoles",
      "keyAdmins",
      "keyAdminsRoles",
      "externalAccounts",
      "onDestroy",
    ],
    outputs: ["accountId", "isVerified"],
    namedAfterResource: "name",
  };

  /**
   * Name of the template, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Id of the `AwsKms` container, the AWS account, whose keys may use it. Changing it forces
   * replacement.
   */
  declare readonly kms: pulumi.Output<string>;
  /**
   * Key policy, a JSON document as string or object. Either this or some of the five lists of users
   * and roles. A template made with neither has AWS's default policy, which leaves access to the
   * account's IAM policies. Updated in place, in all keys that use the template. If removed, the
   * service keeps its value. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  declare readonly policy: pulumi.Output<string | Record<string, unknown> | undefined>;
  /**
   * IAM users, by name, that may use the keys. Updated in place, in all keys that use the template.
   * Default: left to the service. If removed, the service keeps its value. An update fails if the
   * service keeps another value. Compared as a set.
   */
  declare readonly keyUsers: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may use the keys. Updated in place, in all keys that use the template.
   * Default: left to the service. If removed, the service keeps its value. An update fails if the
   * service keeps another value. Compared as a set.
   */
  declare readonly keyUsersRoles: pulumi.Output<string[] | undefined>;
  /**
   * IAM users, by name, that may administer the keys. Updated in place, in all keys that use the
   * template. Default: left to the service. If removed, the service keeps its value. An update
   * fails if the service keeps another value. Compared as a set.
   */
  declare readonly keyAdmins: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may administer the keys. Updated in place, in all keys that use the
   * template. Default: left to the service. If removed, the service keeps its value. An update
   * fails if the service keeps another value. Compared as a set.
   */
  declare readonly keyAdminsRoles: pulumi.Output<string[] | undefined>;
  /**
   * Other AWS accounts, 12 digits each, that may use the keys. Updated in place, in all keys that
   * use the template. Default: left to the service. If removed, the service keeps its value. An
   * update fails if the service keeps another value. Compared as a set.
   */
  declare readonly externalAccounts: pulumi.Output<string[] | undefined>;
  /**
   * On destroy, `delete` deletes the template. The service refuses that until AWS has deleted every
   * key that uses it. `retain` leaves it. Default `delete`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"delete" | "retain">;
  /** AWS account number of the container. */
  declare readonly accountId: pulumi.Output<string | undefined>;
  /** True once a key has used it: AWS has accepted the policy. */
  declare readonly isVerified: pulumi.Output<boolean | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsPolicyTemplate {
    return new AwsPolicyTemplate(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AwsPolicyTemplate>[]> {
    return listOf("AwsPolicyTemplate", filters, options);
  }
  constructor(name: string, args: AwsPolicyTemplateArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AwsKey}. */
export interface AwsKeyArgs extends CommonArgs {
  /**
   * Id of the `AwsKms` container, the AWS account, that holds the key. Changing it alone forces
   * replacement, and requires `replaceOnChanges`.
   */
  kms: pulumi.Input<string>;
  /** AWS region of the key; one of the container's regions. Changing it forces replacement. */
  region: pulumi.Input<string>;
  /**
   * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its
   * account and region. Default: none. Updated in place. Compared as a set.
   */
  alias?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Free text. Once set, the description of an AWS key can be changed but not removed. Default:
   * none. Updated in place.
   */
  description?: pulumi.Input<string>;
  /**
   * Key policy, a JSON document as string or object. Excludes `policyTemplate` and the five lists
   * of users and roles. Default: the policy the service makes. If removed, the key keeps its
   * policy: leaving out a line changes nobody's access. To go back to AWS's default policy, write
   * that. Updated in place. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  policy?: pulumi.Input<string | Record<string, unknown>>;
  /**
   * Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the
   * five lists of users and roles. Default: none; if removed, the key keeps its policy. Updated in
   * place. An update fails if the service keeps another value.
   */
  policyTemplate?: pulumi.Input<string>;
  /**
   * IAM users, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  keyUsers?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  keyUsersRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM users, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  keyAdmins?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  keyAdminsRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  externalAccounts?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * True to let AWS accept a policy that locks out its own author. Used when the policy is set.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  bypassPolicyLockoutSafetyCheck?: pulumi.Input<boolean>;
  /**
   * AWS tags, a map of at most 50: keys of 1 to 128 characters, values of up to 256. Tags that
   * begin with `aws:` belong to AWS: they are left out, and cannot be set. Default: none. Updated
   * in place.
   */
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key
   * pending deletion is recovered first. Default `true`. An update fails if the service keeps
   * another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
   * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
   * Default `scheduleDeletion`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  deletionWindowDays?: pulumi.Input<number>;
  /**
   * Kind and size of the key: `SYMMETRIC_DEFAULT`, `RSA_2048`, `RSA_3072`, `RSA_4096`,
   * `ECC_NIST_P256`, `ECC_NIST_P384`, `ECC_NIST_P521`, `ECC_NIST_EDWARDS25519`, `ECC_SECG_P256K1`,
   * `SM2`, `ML_DSA_44`, `ML_DSA_65`, `ML_DSA_87`, `HMAC_224`, `HMAC_256`, `HMAC_384` or `HMAC_512`.
   * Other values go to the service with a warning, for a new object only. Default
   * `SYMMETRIC_DEFAULT`. Changing it forces replacement.
   */
  customerMasterKeySpec?: pulumi.Input<
    | "SYMMETRIC_DEFAULT"
    | "RSA_2048"
    | "RSA_3072"
    | "RSA_4096"
    | "ECC_NIST_P256"
    | "ECC_NIST_P384"
    | "ECC_NIST_P521"
    | "ECC_NIST_EDWARDS25519"
    | "ECC_SECG_P256K1"
    | "SM2"
    | "ML_DSA_44"
    | "ML_DSA_65"
    | "ML_DSA_87"
    | "HMAC_224"
    | "HMAC_256"
    | "HMAC_384"
    | "HMAC_512"
    | (string & Record<never, never>)
  >;
  /**
   * What the key is for: `ENCRYPT_DECRYPT`, `SIGN_VERIFY`, `GENERATE_VERIFY_MAC` or
   * `KEY_AGREEMENT`. Default: what fits the key spec. Other values go to the service with a
   * warning, for a new object only. Changing it forces replacement.
   */
  keyUsage?: pulumi.Input<
    "ENCRYPT_DECRYPT" | "SIGN_VERIFY" | "GENERATE_VERIFY_MAC" | "KEY_AGREEMENT" | (string & Record<never, never>)
  >;
  /**
   * Where the key material comes from: AWS_KMS, or EXTERNAL for material imported later. Default
   * `AWS_KMS`. Changing it forces replacement.
   */
  origin?: pulumi.Input<"AWS_KMS" | "EXTERNAL">;
  /** True for a multi-Region primary key. Default `false`. Changing it forces replacement. */
  multiRegion?: pulumi.Input<boolean>;
  /**
   * True to let AWS rotate the key's material by itself; symmetric AWS_KMS keys only. Default
   * `false`. Updated in place.
   */
  keyRotationEnabled?: pulumi.Input<boolean>;
  /**
   * Days between AWS's own rotations, 90 to 2560. Default: the service's choice, 365. Updated in
   * place. If removed, the service keeps its value.
   */
  rotationPeriodInDays?: pulumi.Input<number>;
}

/**
 * A customer-managed key in an AWS account, made and managed through the service. Destroying it
 * schedules its deletion in AWS (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const orders = new ciphertrust.AwsKey("orders", {
 *     kms: account.id,
 *     region: "eu-west-1",
 *     alias: ["orders"],
 *     description: "Encrypts orders",
 *     keyAdminsRoles: ["KeyAdministrator"],
 *     keyUsersRoles: ["OrderService"],
 *     tags: { team: "shop" },
 *   });
 *   ~~~
 */
export class AwsKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AwsKey",
    inputs: [
      "kms",
      "region",
      "alias",
      "description",
      "policy",
      "policyTemplate",
      "keyUsers",
      "keyUsersRoles",
      "keyAdmins",
      "keyAdminsRoles",
      "externalAccounts",
      "bypassPolicyLockoutSafetyCheck",
      "tags",
      "enabled",
      "onDestroy",
      "deletionWindowDays",
      "customerMasterKeySpec",
      "keyUsage",
      "origin",
      "multiRegion",
      "keyRotationEnabled",
      "rotationPeriodInDays",
    ],
    outputs: ["arn", "keyId", "keyState", "currentId"],
  };

  /**
   * Id of the `AwsKms` container, the AWS account, that holds the key. Changing it alone forces
   * replacement, and requires `replaceOnChanges`.
   */
  declare readonly kms: pulumi.Output<string>;
  /** AWS region of the key; one of the container's regions. Changing it forces replacement. */
  declare readonly region: pulumi.Output<string>;
  /**
   * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its
   * account and region. Default: none. Updated in place. Compared as a set.
   */
  declare readonly alias: pulumi.Output<string[]>;
  /**
   * Free text. Once set, the description of an AWS key can be changed but not removed. Default:
   * none. Updated in place.
   */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Key policy, a JSON document as string or object. Excludes `policyTemplate` and the five lists
   * of users and roles. Default: the policy the service makes. If removed, the key keeps its
   * policy: leaving out a line changes nobody's access. To go back to AWS's default policy, write
   * that. Updated in place. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  declare readonly policy: pulumi.Output<string | Record<string, unknown> | undefined>;
  /**
   * Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the
   * five lists of users and roles. Default: none; if removed, the key keeps its policy. Updated in
   * place. An update fails if the service keeps another value.
   */
  declare readonly policyTemplate: pulumi.Output<string | undefined>;
  /**
   * IAM users, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  declare readonly keyUsers: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  declare readonly keyUsersRoles: pulumi.Output<string[] | undefined>;
  /**
   * IAM users, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly keyAdmins: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly keyAdminsRoles: pulumi.Output<string[] | undefined>;
  /**
   * Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly externalAccounts: pulumi.Output<string[] | undefined>;
  /**
   * True to let AWS accept a policy that locks out its own author. Used when the policy is set.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly bypassPolicyLockoutSafetyCheck: pulumi.Output<boolean>;
  /**
   * AWS tags, a map of at most 50: keys of 1 to 128 characters, values of up to 256. Tags that
   * begin with `aws:` belong to AWS: they are left out, and cannot be set. Default: none. Updated
   * in place.
   */
  declare readonly tags: pulumi.Output<Record<string, string>>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key
   * pending deletion is recovered first. Default `true`. An update fails if the service keeps
   * another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
   * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
   * Default `scheduleDeletion`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  declare readonly deletionWindowDays: pulumi.Output<number>;
  /**
   * Kind and size of the key: `SYMMETRIC_DEFAULT`, `RSA_2048`, `RSA_3072`, `RSA_4096`,
   * `ECC_NIST_P256`, `ECC_NIST_P384`, `ECC_NIST_P521`, `ECC_NIST_EDWARDS25519`, `ECC_SECG_P256K1`,
   * `SM2`, `ML_DSA_44`, `ML_DSA_65`, `ML_DSA_87`, `HMAC_224`, `HMAC_256`, `HMAC_384` or `HMAC_512`.
   * Other values go to the service with a warning, for a new object only. Default
   * `SYMMETRIC_DEFAULT`. Changing it forces replacement.
   */
  declare readonly customerMasterKeySpec: pulumi.Output<
    | "SYMMETRIC_DEFAULT"
    | "RSA_2048"
    | "RSA_3072"
    | "RSA_4096"
    | "ECC_NIST_P256"
    | "ECC_NIST_P384"
    | "ECC_NIST_P521"
    | "ECC_NIST_EDWARDS25519"
    | "ECC_SECG_P256K1"
    | "SM2"
    | "ML_DSA_44"
    | "ML_DSA_65"
    | "ML_DSA_87"
    | "HMAC_224"
    | "HMAC_256"
    | "HMAC_384"
    | "HMAC_512"
    | (string & Record<never, never>)
  >;
  /**
   * What the key is for: `ENCRYPT_DECRYPT`, `SIGN_VERIFY`, `GENERATE_VERIFY_MAC` or
   * `KEY_AGREEMENT`. Default: what fits the key spec. Other values go to the service with a
   * warning, for a new object only. Changing it forces replacement.
   */
  declare readonly keyUsage: pulumi.Output<
    | "ENCRYPT_DECRYPT"
    | "SIGN_VERIFY"
    | "GENERATE_VERIFY_MAC"
    | "KEY_AGREEMENT"
    | (string & Record<never, never>)
    | undefined
  >;
  /**
   * Where the key material comes from: AWS_KMS, or EXTERNAL for material imported later. Default
   * `AWS_KMS`. Changing it forces replacement.
   */
  declare readonly origin: pulumi.Output<"AWS_KMS" | "EXTERNAL">;
  /** True for a multi-Region primary key. Default `false`. Changing it forces replacement. */
  declare readonly multiRegion: pulumi.Output<boolean>;
  /**
   * True to let AWS rotate the key's material by itself; symmetric AWS_KMS keys only. Default
   * `false`. Updated in place.
   */
  declare readonly keyRotationEnabled: pulumi.Output<boolean>;
  /**
   * Days between AWS's own rotations, 90 to 2560. Default: the service's choice, 365. Updated in
   * place. If removed, the service keeps its value.
   */
  declare readonly rotationPeriodInDays: pulumi.Output<number | undefined>;
  /** ARN of the key in AWS. */
  declare readonly arn: pulumi.Output<string>;
  /** Id of the key in AWS. */
  declare readonly keyId: pulumi.Output<string>;
  /**
   * State of the key in AWS: Creating, Enabled, Disabled, PendingImport, PendingDeletion,
   * PendingReplicaDeletion, Updating or Unavailable.
   */
  declare readonly keyState: pulumi.Output<string>;
  /**
   * The service's id of the key that carries the aliases now. A rotation that makes a new key
   * changes it; the resource's own id stays.
   */
  declare readonly currentId: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsKey {
    return new AwsKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AwsKey>[]> {
    return listOf("AwsKey", filters, options);
  }
  constructor(name: string, args: AwsKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AwsUploadedKey}. */
export interface AwsUploadedKeyArgs extends CommonArgs {
  /**
   * Id of the `AwsKms` container, the AWS account, that holds the key. Changing it alone forces
   * replacement, and requires `replaceOnChanges`.
   */
  kms: pulumi.Input<string>;
  /** AWS region of the key; one of the container's regions. Changing it forces replacement. */
  region: pulumi.Input<string>;
  /**
   * Id of the key whose material is uploaded, for example of a `VaultKey`: AES-256, RSA, EC or
   * HMAC. Not read back: a rotation changes the source (see `sourceKeyId`). Changing it alone
   * forces replacement, and requires `replaceOnChanges`.
   */
  sourceKeyIdentifier: pulumi.Input<string>;
  /**
   * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Other values go to the service with a warning, for a new object only. Default `local`. Changing
   * it forces replacement. Write-only: the service never returns it, so changes outside Pulumi are
   * not detected.
   */
  sourceKeyTier?: pulumi.Input<"local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)>;
  /**
   * When AWS deletes the uploaded material, RFC 3339; the key is then unusable until material is
   * imported again. Default: never. Not read back: a rotation changes it (see `materialValidTo`).
   * Updated in place, by importing the same material again.
   */
  validTo?: pulumi.Input<string>;
  /**
   * Free text on the uploaded material; newer services only. Updated in place, by importing the
   * same material again. Default: none. Write-only: the service never returns it, so changes
   * outside Pulumi are not detected.
   */
  keyMaterialDescription?: pulumi.Input<string>;
  /**
   * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its
   * account and region. Default: none. Updated in place. Compared as a set.
   */
  alias?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Free text. Once set, the description of an AWS key can be changed but not removed. Default:
   * none. Updated in place.
   */
  description?: pulumi.Input<string>;
  /**
   * Key policy, a JSON document as string or object. Excludes `policyTemplate` and the five lists
   * of users and roles. Default: the policy the service makes. If removed, the key keeps its
   * policy: leaving out a line changes nobody's access. To go back to AWS's default policy, write
   * that. Updated in place. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  policy?: pulumi.Input<string | Record<string, unknown>>;
  /**
   * Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the
   * five lists of users and roles. Default: none; if removed, the key keeps its policy. Updated in
   * place. An update fails if the service keeps another value.
   */
  policyTemplate?: pulumi.Input<string>;
  /**
   * IAM users, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  keyUsers?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  keyUsersRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM users, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  keyAdmins?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  keyAdminsRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  externalAccounts?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * True to let AWS accept a policy that locks out its own author. Used when the policy is set.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  bypassPolicyLockoutSafetyCheck?: pulumi.Input<boolean>;
  /**
   * AWS tags, a map of at most 50: keys of 1 to 128 characters, values of up to 256. Tags that
   * begin with `aws:` belong to AWS: they are left out, and cannot be set. Default: none. Updated
   * in place.
   */
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Shown as false, too, while
   * AWS lacks the material; it is then imported again. Updated in place; a key pending deletion is
   * recovered first. Default `true`. An update fails if the service keeps another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
   * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
   * The source key is never touched. Default `scheduleDeletion`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  deletionWindowDays?: pulumi.Input<number>;
  /**
   * Kind and size of the key: `SYMMETRIC_DEFAULT`, `RSA_2048`, `RSA_3072`, `RSA_4096`,
   * `ECC_NIST_P256`, `ECC_NIST_P384`, `ECC_NIST_P521`, `ECC_NIST_EDWARDS25519`, `ECC_SECG_P256K1`,
   * `SM2`, `ML_DSA_44`, `ML_DSA_65`, `ML_DSA_87`, `HMAC_224`, `HMAC_256`, `HMAC_384` or `HMAC_512`.
   * Default: what the source key fits. Other values go to the service with a warning, for a new
   * object only. Changing it forces replacement.
   */
  customerMasterKeySpec?: pulumi.Input<
    | "SYMMETRIC_DEFAULT"
    | "RSA_2048"
    | "RSA_3072"
    | "RSA_4096"
    | "ECC_NIST_P256"
    | "ECC_NIST_P384"
    | "ECC_NIST_P521"
    | "ECC_NIST_EDWARDS25519"
    | "ECC_SECG_P256K1"
    | "SM2"
    | "ML_DSA_44"
    | "ML_DSA_65"
    | "ML_DSA_87"
    | "HMAC_224"
    | "HMAC_256"
    | "HMAC_384"
    | "HMAC_512"
    | (string & Record<never, never>)
  >;
  /**
   * What the key is for: `ENCRYPT_DECRYPT`, `SIGN_VERIFY`, `GENERATE_VERIFY_MAC` or
   * `KEY_AGREEMENT`. Default: what fits the key spec. Other values go to the service with a
   * warning, for a new object only. Changing it forces replacement.
   */
  keyUsage?: pulumi.Input<
    "ENCRYPT_DECRYPT" | "SIGN_VERIFY" | "GENERATE_VERIFY_MAC" | "KEY_AGREEMENT" | (string & Record<never, never>)
  >;
  /** True for a multi-Region primary key. Default `false`. Changing it forces replacement. */
  multiRegion?: pulumi.Input<boolean>;
}

/**
 * A key in an AWS account whose material comes from a key of the service: bring your own key.
 * Destroying it schedules its deletion in AWS (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const ledger = new ciphertrust.AwsUploadedKey("ledger", {
 *     kms: account.id,
 *     region: "eu-west-1",
 *     sourceKeyIdentifier: material.id,
 *     alias: ["ledger"],
 *   });
 *   ~~~
 */
export class AwsUploadedKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AwsUploadedKey",
    inputs: [
      "kms",
      "region",
      "sourceKeyIdentifier",
      "sourceKeyTier",
      "validTo",
      "keyMaterialDescription",
      "alias",
      "description",
      "policy",
      "policyTemplate",
      "keyUsers",
      "keyUsersRoles",
      "keyAdmins",
      "keyAdminsRoles",
      "externalAccounts",
      "bypassPolicyLockoutSafetyCheck",
      "tags",
      "enabled",
      "onDestroy",
      "deletionWindowDays",
      "customerMasterKeySpec",
      "keyUsage",
      "multiRegion",
    ],
    outputs: ["arn", "keyId", "keyState", "currentId", "sourceKeyId", "materialValidTo"],
  };

  /**
   * Id of the `AwsKms` container, the AWS account, that holds the key. Changing it alone forces
   * replacement, and requires `replaceOnChanges`.
   */
  declare readonly kms: pulumi.Output<string>;
  /** AWS region of the key; one of the container's regions. Changing it forces replacement. */
  declare readonly region: pulumi.Output<string>;
  /**
   * Id of the key whose material is uploaded, for example of a `VaultKey`: AES-256, RSA, EC or
   * HMAC. Not read back: a rotation changes the source (see `sourceKeyId`). Changing it alone
   * forces replacement, and requires `replaceOnChanges`.
   */
  declare readonly sourceKeyIdentifier: pulumi.Output<string>;
  /**
   * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Other values go to the service with a warning, for a new object only. Default `local`. Changing
   * it forces replacement. Write-only: the service never returns it, so changes outside Pulumi are
   * not detected.
   */
  declare readonly sourceKeyTier: pulumi.Output<
    "local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)
  >;
  /**
   * When AWS deletes the uploaded material, RFC 3339; the key is then unusable until material is
   * imported again. Default: never. Not read back: a rotation changes it (see `materialValidTo`).
   * Updated in place, by importing the same material again.
   */
  declare readonly validTo: pulumi.Output<string | undefined>;
  /**
   * Free text on the uploaded material; newer services only. Updated in place, by importing the
   * same material again. Default: none. Write-only: the service never returns it, so changes
   * outside Pulumi are not detected.
   */
  declare readonly keyMaterialDescription: pulumi.Output<string | undefined>;
  /**
   * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its
   * account and region. Default: none. Updated in place. Compared as a set.
   */
  declare readonly alias: pulumi.Output<string[]>;
  /**
   * Free text. Once set, the description of an AWS key can be changed but not removed. Default:
   * none. Updated in place.
   */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Key policy, a JSON document as string or object. Excludes `policyTemplate` and the five lists
   * of users and roles. Default: the policy the service makes. If removed, the key keeps its
   * policy: leaving out a line changes nobody's access. To go back to AWS's default policy, write
   * that. Updated in place. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  declare readonly policy: pulumi.Output<string | Record<string, unknown> | undefined>;
  /**
   * Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the
   * five lists of users and roles. Default: none; if removed, the key keeps its policy. Updated in
   * place. An update fails if the service keeps another value.
   */
  declare readonly policyTemplate: pulumi.Output<string | undefined>;
  /**
   * IAM users, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  declare readonly keyUsers: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  declare readonly keyUsersRoles: pulumi.Output<string[] | undefined>;
  /**
   * IAM users, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly keyAdmins: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly keyAdminsRoles: pulumi.Output<string[] | undefined>;
  /**
   * Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly externalAccounts: pulumi.Output<string[] | undefined>;
  /**
   * True to let AWS accept a policy that locks out its own author. Used when the policy is set.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly bypassPolicyLockoutSafetyCheck: pulumi.Output<boolean>;
  /**
   * AWS tags, a map of at most 50: keys of 1 to 128 characters, values of up to 256. Tags that
   * begin with `aws:` belong to AWS: they are left out, and cannot be set. Default: none. Updated
   * in place.
   */
  declare readonly tags: pulumi.Output<Record<string, string>>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Shown as false, too, while
   * AWS lacks the material; it is then imported again. Updated in place; a key pending deletion is
   * recovered first. Default `true`. An update fails if the service keeps another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
   * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
   * The source key is never touched. Default `scheduleDeletion`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  declare readonly deletionWindowDays: pulumi.Output<number>;
  /**
   * Kind and size of the key: `SYMMETRIC_DEFAULT`, `RSA_2048`, `RSA_3072`, `RSA_4096`,
   * `ECC_NIST_P256`, `ECC_NIST_P384`, `ECC_NIST_P521`, `ECC_NIST_EDWARDS25519`, `ECC_SECG_P256K1`,
   * `SM2`, `ML_DSA_44`, `ML_DSA_65`, `ML_DSA_87`, `HMAC_224`, `HMAC_256`, `HMAC_384` or `HMAC_512`.
   * Default: what the source key fits. Other values go to the service with a warning, for a new
   * object only. Changing it forces replacement.
   */
  declare readonly customerMasterKeySpec: pulumi.Output<
    | "SYMMETRIC_DEFAULT"
    | "RSA_2048"
    | "RSA_3072"
    | "RSA_4096"
    | "ECC_NIST_P256"
    | "ECC_NIST_P384"
    | "ECC_NIST_P521"
    | "ECC_NIST_EDWARDS25519"
    | "ECC_SECG_P256K1"
    | "SM2"
    | "ML_DSA_44"
    | "ML_DSA_65"
    | "ML_DSA_87"
    | "HMAC_224"
    | "HMAC_256"
    | "HMAC_384"
    | "HMAC_512"
    | (string & Record<never, never>)
    | undefined
  >;
  /**
   * What the key is for: `ENCRYPT_DECRYPT`, `SIGN_VERIFY`, `GENERATE_VERIFY_MAC` or
   * `KEY_AGREEMENT`. Default: what fits the key spec. Other values go to the service with a
   * warning, for a new object only. Changing it forces replacement.
   */
  declare readonly keyUsage: pulumi.Output<
    | "ENCRYPT_DECRYPT"
    | "SIGN_VERIFY"
    | "GENERATE_VERIFY_MAC"
    | "KEY_AGREEMENT"
    | (string & Record<never, never>)
    | undefined
  >;
  /** True for a multi-Region primary key. Default `false`. Changing it forces replacement. */
  declare readonly multiRegion: pulumi.Output<boolean>;
  /** ARN of the key in AWS. */
  declare readonly arn: pulumi.Output<string>;
  /** Id of the key in AWS. */
  declare readonly keyId: pulumi.Output<string>;
  /**
   * State of the key in AWS: Creating, Enabled, Disabled, PendingImport, PendingDeletion,
   * PendingReplicaDeletion, Updating or Unavailable.
   */
  declare readonly keyState: pulumi.Output<string>;
  /**
   * The service's id of the key that carries the aliases now. A rotation that makes a new key
   * changes it; the resource's own id stays.
   */
  declare readonly currentId: pulumi.Output<string>;
  /** Id of the key that the current material came from. A rotation changes it. */
  declare readonly sourceKeyId: pulumi.Output<string | undefined>;
  /** When AWS deletes the current material; absent if it does not expire. A rotation changes it. */
  declare readonly materialValidTo: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsUploadedKey {
    return new AwsUploadedKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AwsUploadedKey>[]> {
    return listOf("AwsUploadedKey", filters, options);
  }
  constructor(name: string, args: AwsUploadedKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AwsKeyMaterial}. */
export interface AwsKeyMaterialArgs extends CommonArgs {
  /**
   * Id of the `AwsKey` of origin EXTERNAL, or of its `AwsReplicaKey`. A new replica gets the
   * material of the primary from the service. Changing it forces replacement of the resource, not
   * of the key.
   */
  key: pulumi.Input<string>;
  /**
   * Id of the key that the material comes from, for example of a `VaultKey`. Default: for a
   * symmetric key, the service makes an AES-256 key in its vault. Not read back: a rotation changes
   * it (see `sourceKeyId`). Changing it rotates the key to the new material in place, which
   * symmetric keys and version 2.21 of the service can. A key with replicas is rotated once each
   * replica has the new material. Change it here and in an `AwsKeyMaterial` of each replica, and
   * run `pulumi up` until it succeeds.
   */
  sourceKeyIdentifier?: pulumi.Input<string>;
  /**
   * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Changes together with the source key. Other values go to the service with a warning, for a new
   * object only. Default `local`. Updated in place. Write-only: the service never returns it, so
   * changes outside Pulumi are not detected.
   */
  sourceKeyTier?: pulumi.Input<"local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)>;
  /**
   * When AWS deletes the material, RFC 3339. Default: never. Not read back: a rotation changes it
   * (see `materialValidTo`). Updated in place, by importing the same material again.
   */
  validTo?: pulumi.Input<string>;
  /**
   * Free text on the material; newer services only. Updated in place, by importing the same
   * material again. Default: none. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  keyMaterialDescription?: pulumi.Input<string>;
  /**
   * On destroy, `retain` leaves the material in AWS. `delete` deletes it, so that the key is
   * unusable until the same material is imported again. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "delete">;
}

/**
 * The imported material of an `AwsKey` of origin EXTERNAL; material that is lost or has expired is
 * imported again. Destroying it leaves the material in AWS (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.AwsKeyMaterial("claims", {
 *     key: empty.id,
 *     sourceKeyIdentifier: material.id,
 *     validTo: "2031-12-31T00:00:00Z",
 *   });
 *   ~~~
 */
export class AwsKeyMaterial extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AwsKeyMaterial",
    inputs: ["key", "sourceKeyIdentifier", "sourceKeyTier", "validTo", "keyMaterialDescription", "onDestroy"],
    outputs: ["keyMaterialId", "sourceKeyId", "materialValidTo"],
  };

  /**
   * Id of the `AwsKey` of origin EXTERNAL, or of its `AwsReplicaKey`. A new replica gets the
   * material of the primary from the service. Changing it forces replacement of the resource, not
   * of the key.
   */
  declare readonly key: pulumi.Output<string>;
  /**
   * Id of the key that the material comes from, for example of a `VaultKey`. Default: for a
   * symmetric key, the service makes an AES-256 key in its vault. Not read back: a rotation changes
   * it (see `sourceKeyId`). Changing it rotates the key to the new material in place, which
   * symmetric keys and version 2.21 of the service can. A key with replicas is rotated once each
   * replica has the new material. Change it here and in an `AwsKeyMaterial` of each replica, and
   * run `pulumi up` until it succeeds.
   */
  declare readonly sourceKeyIdentifier: pulumi.Output<string | undefined>;
  /**
   * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Changes together with the source key. Other values go to the service with a warning, for a new
   * object only. Default `local`. Updated in place. Write-only: the service never returns it, so
   * changes outside Pulumi are not detected.
   */
  declare readonly sourceKeyTier: pulumi.Output<
    "local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)
  >;
  /**
   * When AWS deletes the material, RFC 3339. Default: never. Not read back: a rotation changes it
   * (see `materialValidTo`). Updated in place, by importing the same material again.
   */
  declare readonly validTo: pulumi.Output<string | undefined>;
  /**
   * Free text on the material; newer services only. Updated in place, by importing the same
   * material again. Default: none. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  declare readonly keyMaterialDescription: pulumi.Output<string | undefined>;
  /**
   * On destroy, `retain` leaves the material in AWS. `delete` deletes it, so that the key is
   * unusable until the same material is imported again. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "delete">;
  /** AWS's id of the material that the key uses now. A rotation changes it. */
  declare readonly keyMaterialId: pulumi.Output<string | undefined>;
  /** Id of the key that the current material came from. A rotation changes it. */
  declare readonly sourceKeyId: pulumi.Output<string | undefined>;
  /** When AWS deletes the current material; absent if it does not expire. */
  declare readonly materialValidTo: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsKeyMaterial {
    return new AwsKeyMaterial(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: AwsKeyMaterialArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AwsReplicaKey}. */
export interface AwsReplicaKeyArgs extends CommonArgs {
  /**
   * Id of the multi-Region primary, an `AwsKey` or `AwsUploadedKey` with `multiRegion`. Changing it
   * alone forces replacement, and requires `replaceOnChanges`. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  primaryKey: pulumi.Input<string>;
  /** AWS region of the replica; one of the container's regions. Changing it forces replacement. */
  region: pulumi.Input<string>;
  /**
   * True to make this replica the primary, false to give that back to `primaryKey`; the ids of both
   * keys stay. Default: left as it is. Updated in place. If removed, the service keeps its value.
   */
  isPrimary?: pulumi.Input<boolean>;
  /**
   * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its
   * account and region. Default: none. Updated in place. Compared as a set.
   */
  alias?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Free text. Updated in place. Once set, the description of an AWS key can be changed but not
   * removed. Default: left to the service.
   */
  description?: pulumi.Input<string>;
  /**
   * Key policy, a JSON document as string or object. Excludes `policyTemplate` and the five lists
   * of users and roles. Default: the policy the service makes. If removed, the key keeps its
   * policy: leaving out a line changes nobody's access. To go back to AWS's default policy, write
   * that. Updated in place. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  policy?: pulumi.Input<string | Record<string, unknown>>;
  /**
   * Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the
   * five lists of users and roles. Default: none; if removed, the key keeps its policy. Updated in
   * place. An update fails if the service keeps another value.
   */
  policyTemplate?: pulumi.Input<string>;
  /**
   * IAM users, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  keyUsers?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  keyUsersRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM users, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  keyAdmins?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  keyAdminsRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  externalAccounts?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * True to let AWS accept a policy that locks out its own author. Used when the policy is set.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  bypassPolicyLockoutSafetyCheck?: pulumi.Input<boolean>;
  /**
   * AWS tags, a map of at most 50: keys of 1 to 128 characters, values of up to 256. Tags that
   * begin with `aws:` belong to AWS: they are left out, and cannot be set. Default: none. Updated
   * in place.
   */
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key
   * pending deletion is recovered first. Default `true`. An update fails if the service keeps
   * another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
   * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
   * Default `scheduleDeletion`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  deletionWindowDays?: pulumi.Input<number>;
}

/**
 * A replica of a multi-Region key in another region. It has the id and the material of the primary,
 * and aliases, tags and policy of its own. Destroying it schedules its deletion in AWS (see
 * `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const replica = new ciphertrust.AwsReplicaKey("sessions", {
 *     primaryKey: primary.id,
 *     region: "eu-central-1",
 *     alias: ["sessions"],
 *   });
 *   ~~~
 */
export class AwsReplicaKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AwsReplicaKey",
    inputs: [
      "primaryKey",
      "region",
      "isPrimary",
      "alias",
      "description",
      "policy",
      "policyTemplate",
      "keyUsers",
      "keyUsersRoles",
      "keyAdmins",
      "keyAdminsRoles",
      "externalAccounts",
      "bypassPolicyLockoutSafetyCheck",
      "tags",
      "enabled",
      "onDestroy",
      "deletionWindowDays",
    ],
    outputs: ["arn", "keyId", "keyState", "currentId"],
  };

  /**
   * Id of the multi-Region primary, an `AwsKey` or `AwsUploadedKey` with `multiRegion`. Changing it
   * alone forces replacement, and requires `replaceOnChanges`. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  declare readonly primaryKey: pulumi.Output<string>;
  /** AWS region of the replica; one of the container's regions. Changing it forces replacement. */
  declare readonly region: pulumi.Output<string>;
  /**
   * True to make this replica the primary, false to give that back to `primaryKey`; the ids of both
   * keys stay. Default: left as it is. Updated in place. If removed, the service keeps its value.
   */
  declare readonly isPrimary: pulumi.Output<boolean | undefined>;
  /**
   * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its
   * account and region. Default: none. Updated in place. Compared as a set.
   */
  declare readonly alias: pulumi.Output<string[]>;
  /**
   * Free text. Updated in place. Once set, the description of an AWS key can be changed but not
   * removed. Default: left to the service.
   */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Key policy, a JSON document as string or object. Excludes `policyTemplate` and the five lists
   * of users and roles. Default: the policy the service makes. If removed, the key keeps its
   * policy: leaving out a line changes nobody's access. To go back to AWS's default policy, write
   * that. Updated in place. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  declare readonly policy: pulumi.Output<string | Record<string, unknown> | undefined>;
  /**
   * Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the
   * five lists of users and roles. Default: none; if removed, the key keeps its policy. Updated in
   * place. An update fails if the service keeps another value.
   */
  declare readonly policyTemplate: pulumi.Output<string | undefined>;
  /**
   * IAM users, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  declare readonly keyUsers: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  declare readonly keyUsersRoles: pulumi.Output<string[] | undefined>;
  /**
   * IAM users, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly keyAdmins: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly keyAdminsRoles: pulumi.Output<string[] | undefined>;
  /**
   * Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly externalAccounts: pulumi.Output<string[] | undefined>;
  /**
   * True to let AWS accept a policy that locks out its own author. Used when the policy is set.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly bypassPolicyLockoutSafetyCheck: pulumi.Output<boolean>;
  /**
   * AWS tags, a map of at most 50: keys of 1 to 128 characters, values of up to 256. Tags that
   * begin with `aws:` belong to AWS: they are left out, and cannot be set. Default: none. Updated
   * in place.
   */
  declare readonly tags: pulumi.Output<Record<string, string>>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key
   * pending deletion is recovered first. Default `true`. An update fails if the service keeps
   * another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
   * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
   * Default `scheduleDeletion`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  declare readonly deletionWindowDays: pulumi.Output<number>;
  /** ARN of the key in AWS. */
  declare readonly arn: pulumi.Output<string>;
  /** Id of the key in AWS. */
  declare readonly keyId: pulumi.Output<string>;
  /**
   * State of the key in AWS: Creating, Enabled, Disabled, PendingImport, PendingDeletion,
   * PendingReplicaDeletion, Updating or Unavailable.
   */
  declare readonly keyState: pulumi.Output<string>;
  /**
   * The service's id of the key that carries the aliases now. A rotation that makes a new key
   * changes it; the resource's own id stays.
   */
  declare readonly currentId: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsReplicaKey {
    return new AwsReplicaKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AwsReplicaKey>[]> {
    return listOf("AwsReplicaKey", filters, options);
  }
  constructor(name: string, args: AwsReplicaKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AwsCustomKeyStore}. */
export interface AwsCustomKeyStoreArgs extends CommonArgs {
  /**
   * Name of the store, unique in the service and in its account and region. Default: the resource's
   * name in the program. Updated in place.
   */
  name?: pulumi.Input<string>;
  /** Id of the `AwsKms` container, the AWS account. Changing it forces replacement. */
  kms: pulumi.Input<string>;
  /** AWS region of the store; one of the container's regions. Changing it forces replacement. */
  region: pulumi.Input<string>;
  /**
   * EXTERNAL_KEY_STORE for keys that this service holds, AWS_CLOUDHSM for a CloudHSM cluster.
   * Default `EXTERNAL_KEY_STORE`. Changing it forces replacement.
   */
  customKeyStoreType?: pulumi.Input<"EXTERNAL_KEY_STORE" | "AWS_CLOUDHSM">;
  /**
   * True to record successful calls of AWS, too, in the audit trail. Default `false`. Updated in
   * place.
   */
  enableSuccessAuditEvent?: pulumi.Input<boolean>;
  /**
   * True to have the store connected: only then can its keys be used. It takes up to 2 minutes for
   * external stores, and 20 for CloudHSM. Default `false`. Updated in place.
   */
  connected?: pulumi.Input<boolean>;
  /** Seconds to wait for a connection, 1 to 7200. Default `1800`. Not sent to the service. */
  connectTimeoutSeconds?: pulumi.Input<number>;
  /**
   * True for a store that exists in AWS, false for one that this service alone knows. Default: left
   * as it is; the service makes a new external store false. Changing it to true updates in place,
   * to false forces replacement of the store. If removed, the service keeps its value.
   */
  linkedState?: pulumi.Input<boolean>;
  /**
   * External: how AWS reaches this service, PUBLIC_ENDPOINT or VPC_ENDPOINT_SERVICE. Default: the
   * service's choice, PUBLIC_ENDPOINT. Other values go to the service with a warning, for a new
   * object only. Updated in place. If removed, the service keeps its value.
   */
  xksProxyConnectivity?: pulumi.Input<"PUBLIC_ENDPOINT" | "VPC_ENDPOINT_SERVICE" | (string & Record<never, never>)>;
  /**
   * External: the https address under which AWS reaches this service; required to link the store.
   * Default: left to the service. Updated in place. If removed, the service keeps its value.
   */
  xksProxyUriEndpoint?: pulumi.Input<string>;
  /**
   * External: name of the VPC endpoint service; required for VPC_ENDPOINT_SERVICE. Default: none.
   * Updated in place.
   */
  xksProxyVpcEndpointServiceName?: pulumi.Input<string>;
  /**
   * External: where the keys of the store are, `local` (the service's own vault) or `hsm-luna`.
   * Other values go to the service with a warning, for a new object only. Default: left to the
   * service. Changing it forces replacement.
   */
  sourceKeyTier?: pulumi.Input<"local" | "hsm-luna" | (string & Record<never, never>)>;
  /**
   * External: id of the `LunaPartition`, for `hsm-luna`. A partition that is removed and added
   * again has a new id, and the store keeps the old one. To adopt such a store, give the old id.
   * Default: none. Changing it forces replacement.
   */
  partitionId?: pulumi.Input<string>;
  /**
   * External, required: id of the AES-256 key with which the store's health is checked; for
   * `hsm-luna` that of a `LunaKey` itself. Default: none. Updated in place.
   */
  healthCheckKeyId?: pulumi.Input<string>;
  /**
   * External, required: how many credentials may be valid at a time, 2 to 20. Default: none.
   * Changing it forces replacement.
   */
  maxCredentials?: pulumi.Input<number>;
  /**
   * External: true to ask AWS for a client certificate. Default `false`. Updated in place. An
   * update fails if the service keeps another value.
   */
  mtlsEnabled?: pulumi.Input<boolean>;
  /**
   * External: true to refuse AWS every use of the store's keys. Default `false`. Updated in place.
   * An update fails if the service keeps another value.
   */
  blocked?: pulumi.Input<boolean>;
  /**
   * External: values of any kind; when one changes, the store's credential is rotated. Default:
   * none. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  credentialTriggers?: pulumi.Input<Record<string, unknown>>;
  /**
   * External: id of the `AwsXksCredentialRotationSchedule` by which the store's credential rotates;
   * for linked stores. Default: none. Updated in place.
   */
  credentialRotationSchedule?: pulumi.Input<string>;
  /** CloudHSM, required: id of the cluster. Default: none. Updated in place. */
  cloudHsmClusterId?: pulumi.Input<string>;
  /**
   * CloudHSM, required: password of the cluster's user `kmsuser`. Default: none. Updated in place.
   * Secret. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  keyStorePassword?: pulumi.Input<string>;
  /**
   * CloudHSM, required: certificate with which the cluster was initialised, PEM text. Default:
   * none. Changing it forces replacement.
   */
  trustAnchorCertificate?: pulumi.Input<string>;
  /**
   * On destroy, `retain` leaves the store as it is. The service does not delete its `AwsKms` while
   * it has a store: give that the option `retainOnDelete`, too. `delete` disconnects and deletes
   * the store, in AWS too if it is linked, unless keys are left in it. A key that waits for its
   * deletion in AWS counts until its window ends. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "delete">;
}

/**
 * Where keys of an AWS account live outside AWS KMS: a CloudHSM cluster, or this service itself
 * (external key store, XKS). Destroying it leaves it as it is (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const store = new ciphertrust.AwsCustomKeyStore("held", {
 *     kms: account.id,
 *     region: "eu-west-1",
 *     xksProxyUriEndpoint: "https://keys.example.com",
 *     healthCheckKeyId: held.id,
 *     maxCredentials: 3,
 *     linkedState: true,
 *     connected: true,
 *     onDestroy: "delete",
 *   });
 *   ~~~
 */
export class AwsCustomKeyStore extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AwsCustomKeyStore",
    inputs: [
      "name",
      "kms",
      "region",
      "customKeyStoreType",
      "enableSuccessAuditEvent",
      "connected",
      "connectTimeoutSeconds",
      "linkedState",
      "xksProxyConnectivity",
      "xksProxyUriEndpoint",
      "xksProxyVpcEndpointServiceName",
      "sourceKeyTier",
      "partitionId",
      "healthCheckKeyId",
      "maxCredentials",
      "mtlsEnabled",
      "blocked",
      "credentialTriggers",
      "credentialRotationSchedule",
      "cloudHsmClusterId",
      "keyStorePassword",
      "trustAnchorCertificate",
      "onDestroy",
    ],
    outputs: [
      "storeType",
      "connectionState",
      "connectionErrorDetails",
      "awsStoreId",
      "xksProxyUriPath",
      "accessKeyId",
      "credentialVersion",
    ],
    namedAfterResource: "name",
    secret: ["keyStorePassword"],
  };

  /**
   * Name of the store, unique in the service and in its account and region. Default: the resource's
   * name in the program. Updated in place.
   */
  declare readonly name: pulumi.Output<string>;
  /** Id of the `AwsKms` container, the AWS account. Changing it forces replacement. */
  declare readonly kms: pulumi.Output<string>;
  /** AWS region of the store; one of the container's regions. Changing it forces replacement. */
  declare readonly region: pulumi.Output<string>;
  /**
   * EXTERNAL_KEY_STORE for keys that this service holds, AWS_CLOUDHSM for a CloudHSM cluster.
   * Default `EXTERNAL_KEY_STORE`. Changing it forces replacement.
   */
  declare readonly customKeyStoreType: pulumi.Output<"EXTERNAL_KEY_STORE" | "AWS_CLOUDHSM">;
  /**
   * True to record successful calls of AWS, too, in the audit trail. Default `false`. Updated in
   * place.
   */
  declare readonly enableSuccessAuditEvent: pulumi.Output<boolean>;
  /**
   * True to have the store connected: only then can its keys be used. It takes up to 2 minutes for
   * external stores, and 20 for CloudHSM. Default `false`. Updated in place.
   */
  declare readonly connected: pulumi.Output<boolean>;
  /** Seconds to wait for a connection, 1 to 7200. Default `1800`. Not sent to the service. */
  declare readonly connectTimeoutSeconds: pulumi.Output<number>;
  /**
   * True for a store that exists in AWS, false for one that this service alone knows. Default: left
   * as it is; the service makes a new external store false. Changing it to true updates in place,
   * to false forces replacement of the store. If removed, the service keeps its value.
   */
  declare readonly linkedState: pulumi.Output<boolean | undefined>;
  /**
   * External: how AWS reaches this service, PUBLIC_ENDPOINT or VPC_ENDPOINT_SERVICE. Default: the
   * service's choice, PUBLIC_ENDPOINT. Other values go to the service with a warning, for a new
   * object only. Updated in place. If removed, the service keeps its value.
   */
  declare readonly xksProxyConnectivity: pulumi.Output<
    "PUBLIC_ENDPOINT" | "VPC_ENDPOINT_SERVICE" | (string & Record<never, never>) | undefined
  >;
  /**
   * External: the https address under which AWS reaches this service; required to link the store.
   * Default: left to the service. Updated in place. If removed, the service keeps its value.
   */
  declare readonly xksProxyUriEndpoint: pulumi.Output<string | undefined>;
  /**
   * External: name of the VPC endpoint service; required for VPC_ENDPOINT_SERVICE. Default: none.
   * Updated in place.
   */
  declare readonly xksProxyVpcEndpointServiceName: pulumi.Output<string | undefined>;
  /**
   * External: where the keys of the store are, `local` (the service's own vault) or `hsm-luna`.
   * Other values go to the service with a warning, for a new object only. Default: left to the
   * service. Changing it forces replacement.
   */
  declare readonly sourceKeyTier: pulumi.Output<"local" | "hsm-luna" | (string & Record<never, never>) | undefined>;
  /**
   * External: id of the `LunaPartition`, for `hsm-luna`. A partition that is removed and added
   * again has a new id, and the store keeps the old one. To adopt such a store, give the old id.
   * Default: none. Changing it forces replacement.
   */
  declare readonly partitionId: pulumi.Output<string | undefined>;
  /**
   * External, required: id of the AES-256 key with which the store's health is checked; for
   * `hsm-luna` that of a `LunaKey` itself. Default: none. Updated in place.
   */
  declare readonly healthCheckKeyId: pulumi.Output<string | undefined>;
  /**
   * External, required: how many credentials may be valid at a time, 2 to 20. Default: none.
   * Changing it forces replacement.
   */
  declare readonly maxCredentials: pulumi.Output<number | undefined>;
  /**
   * External: true to ask AWS for a client certificate. Default `false`. Updated in place. An
   * update fails if the service keeps another value.
   */
  declare readonly mtlsEnabled: pulumi.Output<boolean>;
  /**
   * External: true to refuse AWS every use of the store's keys. Default `false`. Updated in place.
   * An update fails if the service keeps another value.
   */
  declare readonly blocked: pulumi.Output<boolean>;
  /**
   * External: values of any kind; when one changes, the store's credential is rotated. Default:
   * none. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly credentialTriggers: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * External: id of the `AwsXksCredentialRotationSchedule` by which the store's credential rotates;
   * for linked stores. Default: none. Updated in place.
   */
  declare readonly credentialRotationSchedule: pulumi.Output<string | undefined>;
  /** CloudHSM, required: id of the cluster. Default: none. Updated in place. */
  declare readonly cloudHsmClusterId: pulumi.Output<string | undefined>;
  /**
   * CloudHSM, required: password of the cluster's user `kmsuser`. Default: none. Updated in place.
   * Secret. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly keyStorePassword: pulumi.Output<string | undefined>;
  /**
   * CloudHSM, required: certificate with which the cluster was initialised, PEM text. Default:
   * none. Changing it forces replacement.
   */
  declare readonly trustAnchorCertificate: pulumi.Output<string | undefined>;
  /**
   * On destroy, `retain` leaves the store as it is. The service does not delete its `AwsKms` while
   * it has a store: give that the option `retainOnDelete`, too. `delete` disconnects and deletes
   * the store, in AWS too if it is linked, unless keys are left in it. A key that waits for its
   * deletion in AWS counts until its window ends. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "delete">;
  /** Where the store's keys are: `LOCAL`, `REMOTE` or `CloudHSM`. */
  declare readonly storeType: pulumi.Output<string | undefined>;
  /** `DISCONNECTED`, `CONNECTING`, `CONNECTED`, `DISCONNECTING` or `FAILED`. */
  declare readonly connectionState: pulumi.Output<string | undefined>;
  /** Why the last connection failed, in AWS's wording. */
  declare readonly connectionErrorDetails: pulumi.Output<string | undefined>;
  /** AWS's id of the store, `cks-…`; absent while it is not linked. */
  declare readonly awsStoreId: pulumi.Output<string | undefined>;
  /** Path below the address under which AWS reaches the store. */
  declare readonly xksProxyUriPath: pulumi.Output<string | undefined>;
  /**
   * Id of the credential with which AWS signs. A rotation changes it; its secret stays in the
   * service and in AWS.
   */
  declare readonly accessKeyId: pulumi.Output<string | undefined>;
  /** Number of the credential. A rotation changes it. */
  declare readonly credentialVersion: pulumi.Output<number | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsCustomKeyStore {
    return new AwsCustomKeyStore(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AwsCustomKeyStore>[]> {
    return listOf("AwsCustomKeyStore", filters, options);
  }
  constructor(name: string, args: AwsCustomKeyStoreArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AwsXksKey}. */
export interface AwsXksKeyArgs extends CommonArgs {
  /**
   * Id of the `AwsCustomKeyStore`, of type EXTERNAL_KEY_STORE. Changing it alone forces
   * replacement, and requires `replaceOnChanges`.
   */
  customKeyStore: pulumi.Input<string>;
  /**
   * Id of the `VaultKey`, or of the `VirtualKey` of a `LunaKey`, that does the work. The vault key
   * must be AES-256, `unexportable`, `undeletable`, with the usage mask 60 (encrypt, decrypt, wrap,
   * unwrap). The Luna key must be AES-256 and not CKA_EXTRACTABLE. Another key is refused before
   * anything is created. Each only once in a store. Changing it alone forces replacement, and
   * requires `replaceOnChanges`. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  sourceKeyId: pulumi.Input<string>;
  /**
   * Where the source key is: `local` (the service's own vault) or `hsm-luna`, as the store says.
   * Default `local`; the service's own default is `hsm-luna`. Other values go to the service with a
   * warning, for a new object only. Changing it forces replacement. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  sourceKeyTier?: pulumi.Input<"local" | "hsm-luna" | (string & Record<never, never>)>;
  /**
   * True to refuse AWS every use of the key. Default `false`. Updated in place. An update fails if
   * the service keeps another value.
   */
  blocked?: pulumi.Input<boolean>;
  /**
   * True for a key that exists in AWS, which needs a linked and connected store; false for one that
   * only the service has. Changing it to true updates in place, to false forces replacement of the
   * key. Default `true`.
   */
  linkedState?: pulumi.Input<boolean>;
  /**
   * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its
   * account and region. For linked keys only. Default: none. Updated in place. Compared as a set.
   */
  alias?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Free text. Updated in place, of a linked key only. Once set, the description of an AWS key can
   * be changed but not removed. Default: none.
   */
  description?: pulumi.Input<string>;
  /**
   * Key policy, a JSON document as string or object. Excludes `policyTemplate` and the five lists
   * of users and roles. Default: the policy the service makes. If removed, the key keeps its
   * policy: leaving out a line changes nobody's access. To go back to AWS's default policy, write
   * that. Updated in place. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  policy?: pulumi.Input<string | Record<string, unknown>>;
  /**
   * Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the
   * five lists of users and roles. Default: none; if removed, the key keeps its policy. Updated in
   * place. An update fails if the service keeps another value.
   */
  policyTemplate?: pulumi.Input<string>;
  /**
   * IAM users, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  keyUsers?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  keyUsersRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM users, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  keyAdmins?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  keyAdminsRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  externalAccounts?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * True to let AWS accept a policy that locks out its own author. Used when the policy is set.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  bypassPolicyLockoutSafetyCheck?: pulumi.Input<boolean>;
  /** AWS tags, a map of strings. Updated in place, of a linked key only. Default: none. */
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key
   * pending deletion is recovered first. Default `true`. An update fails if the service keeps
   * another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
   * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
   * Of an unlinked key only the record is deleted. The source key is never touched. Default
   * `scheduleDeletion`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  deletionWindowDays?: pulumi.Input<number>;
}

/**
 * A key that AWS uses but never holds (hold your own key): every use calls the service, through an
 * `AwsCustomKeyStore` of type EXTERNAL_KEY_STORE. Destroying it schedules its deletion in AWS (see
 * `onDestroy`); the key in the service stays.
 *
 * @example
 *   ~~~ts
 *   const medical = new ciphertrust.AwsXksKey("medical", {
 *     customKeyStore: store.id,
 *     sourceKeyId: held.id,
 *     alias: ["medical"],
 *   });
 *   ~~~
 */
export class AwsXksKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AwsXksKey",
    inputs: [
      "customKeyStore",
      "sourceKeyId",
      "sourceKeyTier",
      "blocked",
      "linkedState",
      "alias",
      "description",
      "policy",
      "policyTemplate",
      "keyUsers",
      "keyUsersRoles",
      "keyAdmins",
      "keyAdminsRoles",
      "externalAccounts",
      "bypassPolicyLockoutSafetyCheck",
      "tags",
      "enabled",
      "onDestroy",
      "deletionWindowDays",
    ],
    outputs: ["arn", "keyId", "keyState", "xksKeyId"],
  };

  /**
   * Id of the `AwsCustomKeyStore`, of type EXTERNAL_KEY_STORE. Changing it alone forces
   * replacement, and requires `replaceOnChanges`.
   */
  declare readonly customKeyStore: pulumi.Output<string>;
  /**
   * Id of the `VaultKey`, or of the `VirtualKey` of a `LunaKey`, that does the work. The vault key
   * must be AES-256, `unexportable`, `undeletable`, with the usage mask 60 (encrypt, decrypt, wrap,
   * unwrap). The Luna key must be AES-256 and not CKA_EXTRACTABLE. Another key is refused before
   * anything is created. Each only once in a store. Changing it alone forces replacement, and
   * requires `replaceOnChanges`. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  declare readonly sourceKeyId: pulumi.Output<string>;
  /**
   * Where the source key is: `local` (the service's own vault) or `hsm-luna`, as the store says.
   * Default `local`; the service's own default is `hsm-luna`. Other values go to the service with a
   * warning, for a new object only. Changing it forces replacement. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  declare readonly sourceKeyTier: pulumi.Output<"local" | "hsm-luna" | (string & Record<never, never>)>;
  /**
   * True to refuse AWS every use of the key. Default `false`. Updated in place. An update fails if
   * the service keeps another value.
   */
  declare readonly blocked: pulumi.Output<boolean>;
  /**
   * True for a key that exists in AWS, which needs a linked and connected store; false for one that
   * only the service has. Changing it to true updates in place, to false forces replacement of the
   * key. Default `true`.
   */
  declare readonly linkedState: pulumi.Output<boolean>;
  /**
   * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its
   * account and region. For linked keys only. Default: none. Updated in place. Compared as a set.
   */
  declare readonly alias: pulumi.Output<string[]>;
  /**
   * Free text. Updated in place, of a linked key only. Once set, the description of an AWS key can
   * be changed but not removed. Default: none.
   */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Key policy, a JSON document as string or object. Excludes `policyTemplate` and the five lists
   * of users and roles. Default: the policy the service makes. If removed, the key keeps its
   * policy: leaving out a line changes nobody's access. To go back to AWS's default policy, write
   * that. Updated in place. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  declare readonly policy: pulumi.Output<string | Record<string, unknown> | undefined>;
  /**
   * Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the
   * five lists of users and roles. Default: none; if removed, the key keeps its policy. Updated in
   * place. An update fails if the service keeps another value.
   */
  declare readonly policyTemplate: pulumi.Output<string | undefined>;
  /**
   * IAM users, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  declare readonly keyUsers: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  declare readonly keyUsersRoles: pulumi.Output<string[] | undefined>;
  /**
   * IAM users, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly keyAdmins: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly keyAdminsRoles: pulumi.Output<string[] | undefined>;
  /**
   * Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly externalAccounts: pulumi.Output<string[] | undefined>;
  /**
   * True to let AWS accept a policy that locks out its own author. Used when the policy is set.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly bypassPolicyLockoutSafetyCheck: pulumi.Output<boolean>;
  /** AWS tags, a map of strings. Updated in place, of a linked key only. Default: none. */
  declare readonly tags: pulumi.Output<Record<string, string>>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key
   * pending deletion is recovered first. Default `true`. An update fails if the service keeps
   * another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
   * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
   * Of an unlinked key only the record is deleted. The source key is never touched. Default
   * `scheduleDeletion`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  declare readonly deletionWindowDays: pulumi.Output<number>;
  /** ARN of the key in AWS. */
  declare readonly arn: pulumi.Output<string | undefined>;
  /** Id of the key in AWS. */
  declare readonly keyId: pulumi.Output<string | undefined>;
  /**
   * State of the key in AWS: Enabled, Disabled, PendingDeletion or Unavailable; `Unlinked` while
   * AWS does not know it.
   */
  declare readonly keyState: pulumi.Output<string>;
  /** Id by which AWS requests the key. */
  declare readonly xksKeyId: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsXksKey {
    return new AwsXksKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AwsXksKey>[]> {
    return listOf("AwsXksKey", filters, options);
  }
  constructor(name: string, args: AwsXksKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AwsCloudHsmKey}. */
export interface AwsCloudHsmKeyArgs extends CommonArgs {
  /**
   * Id of the `AwsCustomKeyStore`, of type AWS_CLOUDHSM. Changing it alone forces replacement, and
   * requires `replaceOnChanges`.
   */
  customKeyStore: pulumi.Input<string>;
  /**
   * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its
   * account and region. Default: none. Updated in place. Compared as a set.
   */
  alias?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Free text. Once set, the description of an AWS key can be changed but not removed. Default:
   * none. Updated in place.
   */
  description?: pulumi.Input<string>;
  /**
   * Key policy, a JSON document as string or object. Excludes `policyTemplate` and the five lists
   * of users and roles. Default: the policy the service makes. If removed, the key keeps its
   * policy: leaving out a line changes nobody's access. To go back to AWS's default policy, write
   * that. Updated in place. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  policy?: pulumi.Input<string | Record<string, unknown>>;
  /**
   * Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the
   * five lists of users and roles. Default: none; if removed, the key keeps its policy. Updated in
   * place. An update fails if the service keeps another value.
   */
  policyTemplate?: pulumi.Input<string>;
  /**
   * IAM users, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  keyUsers?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  keyUsersRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM users, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  keyAdmins?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IAM roles, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  keyAdminsRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  externalAccounts?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * True to let AWS accept a policy that locks out its own author. Used when the policy is set.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  bypassPolicyLockoutSafetyCheck?: pulumi.Input<boolean>;
  /**
   * AWS tags, a map of at most 50: keys of 1 to 128 characters, values of up to 256. Tags that
   * begin with `aws:` belong to AWS: they are left out, and cannot be set. Default: none. Updated
   * in place.
   */
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key
   * pending deletion is recovered first. Default `true`. An update fails if the service keeps
   * another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
   * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
   * Default `scheduleDeletion`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  deletionWindowDays?: pulumi.Input<number>;
}

/**
 * A symmetric key in an `AwsCustomKeyStore` of type AWS_CLOUDHSM: its material never leaves the
 * CloudHSM cluster. The store must be connected. Destroying it schedules its deletion in AWS (see
 * `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const cards = new ciphertrust.AwsCloudHsmKey("cards", { customKeyStore: cluster.id, alias: ["cards"] });
 *   ~~~
 */
export class AwsCloudHsmKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AwsCloudHsmKey",
    inputs: [
      "customKeyStore",
      "alias",
      "description",
      "policy",
      "policyTemplate",
      "keyUsers",
      "keyUsersRoles",
      "keyAdmins",
      "keyAdminsRoles",
      "externalAccounts",
      "bypassPolicyLockoutSafetyCheck",
      "tags",
      "enabled",
      "onDestroy",
      "deletionWindowDays",
    ],
    outputs: ["arn", "keyId", "keyState", "currentId"],
  };

  /**
   * Id of the `AwsCustomKeyStore`, of type AWS_CLOUDHSM. Changing it alone forces replacement, and
   * requires `replaceOnChanges`.
   */
  declare readonly customKeyStore: pulumi.Output<string>;
  /**
   * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its
   * account and region. Default: none. Updated in place. Compared as a set.
   */
  declare readonly alias: pulumi.Output<string[]>;
  /**
   * Free text. Once set, the description of an AWS key can be changed but not removed. Default:
   * none. Updated in place.
   */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Key policy, a JSON document as string or object. Excludes `policyTemplate` and the five lists
   * of users and roles. Default: the policy the service makes. If removed, the key keeps its
   * policy: leaving out a line changes nobody's access. To go back to AWS's default policy, write
   * that. Updated in place. An update fails if the service keeps another value. Compared by its
   * meaning, not by how it is written.
   */
  declare readonly policy: pulumi.Output<string | Record<string, unknown> | undefined>;
  /**
   * Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the
   * five lists of users and roles. Default: none; if removed, the key keeps its policy. Updated in
   * place. An update fails if the service keeps another value.
   */
  declare readonly policyTemplate: pulumi.Output<string | undefined>;
  /**
   * IAM users, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  declare readonly keyUsers: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may use the key. Default: left to the service. Updated in place. If
   * removed, the service keeps its value. An update fails if the service keeps another value.
   * Compared as a set.
   */
  declare readonly keyUsersRoles: pulumi.Output<string[] | undefined>;
  /**
   * IAM users, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly keyAdmins: pulumi.Output<string[] | undefined>;
  /**
   * IAM roles, by name, that may administer the key. Default: left to the service. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly keyAdminsRoles: pulumi.Output<string[] | undefined>;
  /**
   * Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly externalAccounts: pulumi.Output<string[] | undefined>;
  /**
   * True to let AWS accept a policy that locks out its own author. Used when the policy is set.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly bypassPolicyLockoutSafetyCheck: pulumi.Output<boolean>;
  /**
   * AWS tags, a map of at most 50: keys of 1 to 128 characters, values of up to 256. Tags that
   * begin with `aws:` belong to AWS: they are left out, and cannot be set. Default: none. Updated
   * in place.
   */
  declare readonly tags: pulumi.Output<Record<string, string>>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key
   * pending deletion is recovered first. Default `true`. An update fails if the service keeps
   * another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
   * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
   * Default `scheduleDeletion`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  declare readonly deletionWindowDays: pulumi.Output<number>;
  /** ARN of the key in AWS. */
  declare readonly arn: pulumi.Output<string>;
  /** Id of the key in AWS. */
  declare readonly keyId: pulumi.Output<string>;
  /** State of the key in AWS: Enabled, Disabled, PendingDeletion or Unavailable. */
  declare readonly keyState: pulumi.Output<string>;
  /**
   * The service's id of the key that carries the aliases now. A rotation that makes a new key
   * changes it; the resource's own id stays.
   */
  declare readonly currentId: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsCloudHsmKey {
    return new AwsCloudHsmKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AwsCloudHsmKey>[]> {
    return listOf("AwsCloudHsmKey", filters, options);
  }
  constructor(name: string, args: AwsCloudHsmKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AwsXksCredentialRotationSchedule}. */
export interface AwsXksCredentialRotationScheduleArgs extends CommonArgs {
  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 3 1 1,4,7,10 *`. Updated in place.
   */
  runAt: pulumi.Input<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  runOn?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  disabled?: pulumi.Input<boolean>;
  /** When it starts to apply, RFC 3339. Default: at once. Updated in place. */
  startDate?: pulumi.Input<string>;
  /** When it ceases to apply, RFC 3339. Default: never. Updated in place. */
  endDate?: pulumi.Input<string>;
}

/**
 * A schedule on which the service rotates the credentials of the external key stores that name it
 * as their `credentialRotationSchedule`. Destroying it ends the rotation; credentials stay as they
 * are.
 *
 * @example
 *   ~~~ts
 *   const credentials = new ciphertrust.AwsXksCredentialRotationSchedule("store-credentials", { runAt: "0 3 1 * *" });
 *   ~~~
 */
export class AwsXksCredentialRotationSchedule extends ScheduleResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AwsXksCredentialRotationSchedule",
    inputs: ["name", "runAt", "runOn", "description", "disabled", "startDate", "endDate"],
    outputs: [],
    namedAfterResource: "name",
  };

  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 3 1 1,4,7,10 *`. Updated in place.
   */
  declare readonly runAt: pulumi.Output<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  declare readonly runOn: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  declare readonly disabled: pulumi.Output<boolean>;
  /** When it starts to apply, RFC 3339. Default: at once. Updated in place. */
  declare readonly startDate: pulumi.Output<string | undefined>;
  /** When it ceases to apply, RFC 3339. Default: never. Updated in place. */
  declare readonly endDate: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): AwsXksCredentialRotationSchedule {
    return new AwsXksCredentialRotationSchedule(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AwsXksCredentialRotationSchedule>[]> {
    return listOf("AwsXksCredentialRotationSchedule", filters, options);
  }
  constructor(name: string, args: AwsXksCredentialRotationScheduleArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

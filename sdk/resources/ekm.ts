// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of an {@link EkmEndpoint}. */
export interface EkmEndpointArgs extends CommonArgs {
  /**
   * Name of the endpoint, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * Host name under which Google reaches the service, with `:port` unless that is 443. It becomes
   * part of `keyURI`. Updated in place; the key in Google must then be given the new URI.
   */
  keyURIHostname: pulumi.Input<string>;
  /**
   * Who can use the key, and for which reasons: `basic`, or with `rawPolicyEnabled` `rego`. Updated
   * in place. An update fails if the service keeps another value.
   */
  policy: pulumi.Input<{
    /** The policy as lists. */
    basic?: pulumi.Input<
      | {
          /** E-mail addresses of Google service accounts that may use the key, at least one. */
          clients: pulumi.Input<pulumi.Input<string>[]>;
          /**
           * True to require that Google justifies each use by one of `justificationReason`. Default
           * false.
           */
          justificationRequired?: pulumi.Input<boolean | undefined>;
          /**
           * Accepted justifications, such as `CUSTOMER_INITIATED_ACCESS`; required with
           * `justificationRequired`. Default: none.
           */
          justificationReason?: pulumi.Input<
            | pulumi.Input<
                | "REASON_UNSPECIFIED"
                | "CUSTOMER_INITIATED_SUPPORT"
                | "GOOGLE_INITIATED_SERVICE"
                | "THIRD_PARTY_DATA_REQUEST"
                | "GOOGLE_INITIATED_REVIEW"
                | "CUSTOMER_INITIATED_ACCESS"
                | "GOOGLE_INITIATED_SYSTEM_OPERATION"
                | "REASON_NOT_EXPECTED"
                | "MODIFIED_CUSTOMER_INITIATED_ACCESS"
                | "MODIFIED_GOOGLE_INITIATED_SYSTEM_OPERATION"
                | "GOOGLE_RESPONSE_TO_PRODUCTION_ALERT"
                | "CUSTOMER_AUTHORIZED_WORKFLOW_SERVICING"
                | (string & Record<never, never>)
              >[]
            | undefined
          >;
          /** Google zones in which a confidential machine may run. Default: not checked. */
          attestationZones?: pulumi.Input<pulumi.Input<string>[] | undefined>;
          /** Ids of Google projects in which a confidential machine may run. Default: not checked. */
          attestationProjectIds?: pulumi.Input<pulumi.Input<string>[] | undefined>;
          /** Names of confidential machines that may use the key. Default: not checked. */
          attestationInstanceNames?: pulumi.Input<pulumi.Input<string>[] | undefined>;
        }
      | undefined
    >;
    /** The policy as a string in the language Rego. */
    rego?: pulumi.Input<string | undefined>;
  }>;
  /**
   * True when `policy` holds `rego`, false when it holds `basic`. Default `false`. Updated in
   * place. An update fails if the service keeps another value.
   */
  rawPolicyEnabled?: pulumi.Input<boolean>;
  /**
   * `symmetric` or `asymmetric`. Other values go to the service with a warning, for a new object
   * only. Default `symmetric`. Changing it forces replacement.
   */
  keyType?: pulumi.Input<"symmetric" | "asymmetric" | (string & Record<never, never>)>;
  /**
   * Algorithm of the key: `AES256`, `RSA_SIGN_PSS_2048_SHA256`, `RSA_SIGN_PSS_3072_SHA256`,
   * `RSA_SIGN_PSS_4096_SHA256`, `RSA_SIGN_PSS_4096_SHA512`, `RSA_SIGN_PKCS1_2048_SHA256`,
   * `RSA_SIGN_PKCS1_3072_SHA256`, `RSA_SIGN_PKCS1_4096_SHA256`, `RSA_SIGN_PKCS1_4096_SHA512`,
   * `EC_SIGN_P256_SHA256` or `EC_SIGN_P384_SHA384`. `AES256` is for symmetric keys, the others are
   * for asymmetric ones, where it is required. Other values go to the service with a warning, for a
   * new object only. Default: left to the service. Changing it forces replacement.
   */
  algorithm?: pulumi.Input<
    | "AES256"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | (string & Record<never, never>)
  >;
  /**
   * `ekm`, or `ekm-ude` for ubiquitous data encryption. Other values go to the service with a
   * warning, for a new object only. Default `ekm`. Changing it forces replacement.
   */
  endpointType?: pulumi.Input<"ekm" | "ekm-ude" | (string & Record<never, never>)>;
  /**
   * Ubiquitous data encryption: true to encrypt for confidential machines only. Default `false`.
   * Updated in place. An update fails if the service keeps another value.
   */
  cvmRequiredForEncrypt?: pulumi.Input<boolean>;
  /**
   * Ubiquitous data encryption: true to decrypt for confidential machines only. Default `false`.
   * Updated in place. An update fails if the service keeps another value.
   */
  cvmRequiredForDecrypt?: pulumi.Input<boolean>;
  /**
   * Id of a vault key to use. Default: the service makes one. Never returned by the service as
   * such. Changing it alone forces replacement, and requires `replaceOnChanges`.
   */
  existingKeyId?: pulumi.Input<string>;
  /** Arbitrary JSON values by key. Default: none. Updated in place. */
  meta?: pulumi.Input<Record<string, unknown>>;
  /**
   * False to refuse Google every use of the key. Default `true`. Updated in place. An update fails
   * if the service keeps another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * Values of any kind; when one changes, the key is rotated at once. The first values rotate
   * nothing. Default: none. Not sent to the service.
   */
  rotationTriggers?: pulumi.Input<Record<string, unknown>>;
  /**
   * On destroy, `retain` leaves the endpoint as it is, and `disable` disables it. `delete` removes
   * it: Google can no longer decrypt what was encrypted with it. Default `retain`. Not sent to the
   * service.
   */
  onDestroy?: pulumi.Input<"retain" | "disable" | "delete">;
}

/**
 * A key that stays in the service, and that Google Cloud calls from outside (EKM). The service must
 * know a Google project first: see `GoogleProject`. Destroying it leaves the endpoint as it is,
 * unless `onDestroy` says otherwise.
 *
 * @example
 *   ~~~ts
 *   const warehouse = new ciphertrust.EkmEndpoint(
 *     "warehouse",
 *     {
 *       keyURIHostname: "keys.example.com",
 *       policy: {
 *         basic: {
 *           clients: ["service-731905528846@gcp-sa-ekms.iam.gserviceaccount.com"],
 *           justificationRequired: true,
 *           justificationReason: ["CUSTOMER_INITIATED_ACCESS", "GOOGLE_INITIATED_SYSTEM_OPERATION"],
 *         },
 *       },
 *     },
 *     { dependsOn: project },
 *   );
 *   ~~~
 */
export class EkmEndpoint extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "EkmEndpoint",
    inputs: [
      "name",
      "keyURIHostname",
      "policy",
      "rawPolicyEnabled",
      "keyType",
      "algorithm",
      "endpointType",
      "cvmRequiredForEncrypt",
      "cvmRequiredForDecrypt",
      "existingKeyId",
      "meta",
      "enabled",
      "rotationTriggers",
      "onDestroy",
    ],
    outputs: ["keyURI", "kekId", "kekName", "kekVersion"],
    namedAfterResource: "name",
  };

  /**
   * Name of the endpoint, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Host name under which Google reaches the service, with `:port` unless that is 443. It becomes
   * part of `keyURI`. Updated in place; the key in Google must then be given the new URI.
   */
  declare readonly keyURIHostname: pulumi.Output<string>;
  /**
   * Who can use the key, and for which reasons: `basic`, or with `rawPolicyEnabled` `rego`. Updated
   * in place. An update fails if the service keeps another value.
   */
  declare readonly policy: pulumi.Output<{
    /** The policy as lists. */
    basic?: {
      /** E-mail addresses of Google service accounts that may use the key, at least one. */
      clients: string[];
      /**
       * True to require that Google justifies each use by one of `justificationReason`. Default
       * false.
       */
      justificationRequired: boolean;
      /**
       * Accepted justifications, such as `CUSTOMER_INITIATED_ACCESS`; required with
       * `justificationRequired`. Default: none.
       */
      justificationReason?: (
        | "REASON_UNSPECIFIED"
        | "CUSTOMER_INITIATED_SUPPORT"
        | "GOOGLE_INITIATED_SERVICE"
        | "THIRD_PARTY_DATA_REQUEST"
        | "GOOGLE_INITIATED_REVIEW"
        | "CUSTOMER_INITIATED_ACCESS"
        | "GOOGLE_INITIATED_SYSTEM_OPERATION"
        | "REASON_NOT_EXPECTED"
        | "MODIFIED_CUSTOMER_INITIATED_ACCESS"
        | "MODIFIED_GOOGLE_INITIATED_SYSTEM_OPERATION"
        | "GOOGLE_RESPONSE_TO_PRODUCTION_ALERT"
        | "CUSTOMER_AUTHORIZED_WORKFLOW_SERVICING"
        | (string & Record<never, never>)
      )[];
      /** Google zones in which a confidential machine may run. Default: not checked. */
      attestationZones?: string[];
      /** Ids of Google projects in which a confidential machine may run. Default: not checked. */
      attestationProjectIds?: string[];
      /** Names of confidential machines that may use the key. Default: not checked. */
      attestationInstanceNames?: string[];
    };
    /** The policy as a string in the language Rego. */
    rego?: string;
  }>;
  /**
   * True when `policy` holds `rego`, false when it holds `basic`. Default `false`. Updated in
   * place. An update fails if the service keeps another value.
   */
  declare readonly rawPolicyEnabled: pulumi.Output<boolean>;
  /**
   * `symmetric` or `asymmetric`. Other values go to the service with a warning, for a new object
   * only. Default `symmetric`. Changing it forces replacement.
   */
  declare readonly keyType: pulumi.Output<"symmetric" | "asymmetric" | (string & Record<never, never>)>;
  /**
   * Algorithm of the key: `AES256`, `RSA_SIGN_PSS_2048_SHA256`, `RSA_SIGN_PSS_3072_SHA256`,
   * `RSA_SIGN_PSS_4096_SHA256`, `RSA_SIGN_PSS_4096_SHA512`, `RSA_SIGN_PKCS1_2048_SHA256`,
   * `RSA_SIGN_PKCS1_3072_SHA256`, `RSA_SIGN_PKCS1_4096_SHA256`, `RSA_SIGN_PKCS1_4096_SHA512`,
   * `EC_SIGN_P256_SHA256` or `EC_SIGN_P384_SHA384`. `AES256` is for symmetric keys, the others are
   * for asymmetric ones, where it is required. Other values go to the service with a warning, for a
   * new object only. Default: left to the service. Changing it forces replacement.
   */
  declare readonly algorithm: pulumi.Output<
    | "AES256"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | (string & Record<never, never>)
    | undefined
  >;
  /**
   * `ekm`, or `ekm-ude` for ubiquitous data encryption. Other values go to the service with a
   * warning, for a new object only. Default `ekm`. Changing it forces replacement.
   */
  declare readonly endpointType: pulumi.Output<"ekm" | "ekm-ude" | (string & Record<never, never>)>;
  /**
   * Ubiquitous data encryption: true to encrypt for confidential machines only. Default `false`.
   * Updated in place. An update fails if the service keeps another value.
   */
  declare readonly cvmRequiredForEncrypt: pulumi.Output<boolean>;
  /**
   * Ubiquitous data encryption: true to decrypt for confidential machines only. Default `false`.
   * Updated in place. An update fails if the service keeps another value.
   */
  declare readonly cvmRequiredForDecrypt: pulumi.Output<boolean>;
  /**
   * Id of a vault key to use. Default: the service makes one. Never returned by the service as
   * such. Changing it alone forces replacement, and requires `replaceOnChanges`.
   */
  declare readonly existingKeyId: pulumi.Output<string | undefined>;
  /** Arbitrary JSON values by key. Default: none. Updated in place. */
  declare readonly meta: pulumi.Output<Record<string, unknown>>;
  /**
   * False to refuse Google every use of the key. Default `true`. Updated in place. An update fails
   * if the service keeps another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * Values of any kind; when one changes, the key is rotated at once. The first values rotate
   * nothing. Default: none. Not sent to the service.
   */
  declare readonly rotationTriggers: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * On destroy, `retain` leaves the endpoint as it is, and `disable` disables it. `delete` removes
   * it: Google can no longer decrypt what was encrypted with it. Default `retain`. Not sent to the
   * service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "disable" | "delete">;
  /** URI of the external key to enter in Google. */
  declare readonly keyURI: pulumi.Output<string>;
  /** Id of the vault key behind the endpoint. */
  declare readonly kekId: pulumi.Output<string | undefined>;
  /** Name of the vault key behind the endpoint. */
  declare readonly kekName: pulumi.Output<string | undefined>;
  /** Version of the vault key, counted from 0. Each rotation changes it. */
  declare readonly kekVersion: pulumi.Output<number | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): EkmEndpoint {
    return new EkmEndpoint(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<EkmEndpoint>[]> {
    return listOf("EkmEndpoint", filters, options);
  }
  constructor(name: string, args: EkmEndpointArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

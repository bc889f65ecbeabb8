// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link SalesforceConnection}. */
export interface SalesforceConnectionArgs extends CommonArgs {
  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  description?: pulumi.Input<string>;
  /**
   * `Salesforce Cloud`, or `Salesforce Sandbox Cloud` for a sandbox. Other values go to the service
   * with a warning, for a new object only. Default `Salesforce Cloud`. Updated in place; the
   * connection is then tested again.
   */
  cloudName?: pulumi.Input<"Salesforce Cloud" | "Salesforce Sandbox Cloud" | (string & Record<never, never>)>;
  /**
   * Consumer key of the connected app in Salesforce. Updated in place; the connection is then
   * tested again.
   */
  clientId: pulumi.Input<string>;
  /**
   * Consumer secret of the connected app; not with `certificate`, and not needed with
   * `isCertificateUsed`. Default: none. Updated in place; the connection is then tested again.
   * Secret. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  clientSecret?: pulumi.Input<string>;
  /**
   * Name of the Salesforce user to log in as; with `password` or a certificate. Default: none, the
   * client logs in as itself. Updated in place; the connection is then tested again.
   */
  username?: pulumi.Input<string>;
  /**
   * Password of that user, followed by the security token where the organization asks for one.
   * Default: none. Updated in place; the connection is then tested again. Secret. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  password?: pulumi.Input<string>;
  /**
   * My Domain name of the organization, such as `acme.my.salesforce.com`. Required when the client
   * logs in as itself, which goes without `username` and `password`. Default: none. Updated in
   * place; the connection is then tested again.
   */
  domainName?: pulumi.Input<string>;
  /**
   * True to log in with a certificate that the service makes for the connection. `certificate` then
   * shows it, to be uploaded to the connected app. The test succeeds only after that: set
   * `readyTimeoutSeconds` to 0 and upload it in the same program, or to the time that this takes.
   * Default `false`. Updated in place; the connection is then tested again.
   */
  isCertificateUsed?: pulumi.Input<boolean>;
  /**
   * Days that a certificate made by the service is valid, at least 1. Default: the service's
   * choice, 730. Updated in place; counts for the next certificate. If removed, the service keeps
   * its value.
   */
  certDuration?: pulumi.Input<number>;
  /**
   * Certificate to log in with, PEM text, signed from a request of the service; not with
   * `clientSecret` or `isCertificateUsed`. Default: none, or the one that the service made. Updated
   * in place; the connection is then tested again. If removed, the service keeps its value.
   */
  certificate?: pulumi.Input<string>;
  /**
   * True to present a TLS client certificate to Salesforce. Default `false`. Updated in place; the
   * connection is then tested again.
   */
  enableMutualTls?: pulumi.Input<boolean>;
  /**
   * TLS client certificate with its private key, PEM text; required with `enableMutualTls`.
   * Default: none. Updated in place; the connection is then tested again. Secret. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  tlsClientCertificateWithPrivateKey?: pulumi.Input<string>;
  /**
   * Password of that private key. Default: none. Updated in place; the connection is then tested
   * again. Secret. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  tlsClientPrivateKeyPassword?: pulumi.Input<string>;
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
   * Seconds to wait for the connection to become `ready`, 0 to 3600; 0 leaves the test to the first
   * organization that uses it. Default 30. Not sent to the service.
   */
  readyTimeoutSeconds?: pulumi.Input<number>;
}

/**
 * Credentials under which the service reaches a Salesforce organization. A user with the password
 * has `username`, `password`, `clientId` and `clientSecret`. A client alone has `clientId`,
 * `clientSecret` and `domainName`. A client with a certificate has `clientId`, `username`, and
 * `isCertificateUsed` or `certificate`. The connection is tested until `ready` when it is made and
 * when a credential changes. Destroying it removes it from the service, unless organizations use
 * it; nothing in Salesforce changes.
 *
 * @example
 *   ~~~ts
 *   const connection = new ciphertrust.SalesforceConnection("acme-crm", {
 *     clientId: "3MVG9EXAMPLEACMEPRODUCTION",
 *     clientSecret: config.requireSecret("salesforceClientSecret"),
 *     username: "keys@acme.example",
 *     password: config.requireSecret("salesforcePassword"),
 *   });
 *   ~~~
 */
export class SalesforceConnection extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "SalesforceConnection",
    inputs: [
      "name",
      "description",
      "cloudName",
      "clientId",
      "clientSecret",
      "username",
      "password",
      "domainName",
      "isCertificateUsed",
      "certDuration",
      "certificate",
      "enableMutualTls",
      "tlsClientCertificateWithPrivateKey",
      "tlsClientPrivateKeyPassword",
      "products",
      "meta",
      "labels",
      "readyTimeoutSeconds",
    ],
    outputs: ["state", "lastConnectionError"],
    namedAfterResource: "name",
    secret: ["clientSecret", "password", "tlsClientCertificateWithPrivateKey", "tlsClientPrivateKeyPassword"],
  };

  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * `Salesforce Cloud`, or `Salesforce Sandbox Cloud` for a sandbox. Other values go to the service
   * with a warning, for a new object only. Default `Salesforce Cloud`. Updated in place; the
   * connection is then tested again.
   */
  declare readonly cloudName: pulumi.Output<
    "Salesforce Cloud" | "Salesforce Sandbox Cloud" | (string & Record<never, never>)
  >;
  /**
   * Consumer key of the connected app in Salesforce. Updated in place; the connection is then
   * tested again.
   */
  declare readonly clientId: pulumi.Output<string>;
  /**
   * Consumer secret of the connected app; not with `certificate`, and not needed with
   * `isCertificateUsed`. Default: none. Updated in place; the connection is then tested again.
   * Secret. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly clientSecret: pulumi.Output<string | undefined>;
  /**
   * Name of the Salesforce user to log in as; with `password` or a certificate. Default: none, the
   * client logs in as itself. Updated in place; the connection is then tested again.
   */
  declare readonly username: pulumi.Output<string | undefined>;
  /**
   * Password of that user, followed by the security token where the organization asks for one.
   * Default: none. Updated in place; the connection is then tested again. Secret. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly password: pulumi.Output<string | undefined>;
  /**
   * My Domain name of the organization, such as `acme.my.salesforce.com`. Required when the client
   * logs in as itself, which goes without `username` and `password`. Default: none. Updated in
   * place; the connection is then tested again.
   */
  declare readonly domainName: pulumi.Output<string | undefined>;
  /**
   * True to log in with a certificate that the service makes for the connection. `certificate` then
   * shows it, to be uploaded to the connected app. The test succeeds only after that: set
   * `readyTimeoutSeconds` to 0 and upload it in the same program, or to the time that this takes.
   * Default `false`. Updated in place; the connection is then tested again.
   */
  declare readonly isCertificateUsed: pulumi.Output<boolean>;
  /**
   * Days that a certificate made by the service is valid, at least 1. Default: the service's
   * choice, 730. Updated in place; counts for the next certificate. If removed, the service keeps
   * its value.
   */
  declare readonly certDuration: pulumi.Output<number | undefined>;
  /**
   * Certificate to log in with, PEM text, signed from a request of the service; not with
   * `clientSecret` or `isCertificateUsed`. Default: none, or the one that the service made. Updated
   * in place; the connection is then tested again. If removed, the service keeps its value.
   */
  declare readonly certificate: pulumi.Output<string | undefined>;
  /**
   * True to present a TLS client certificate to Salesforce. Default `false`. Updated in place; the
   * connection is then tested again.
   */
  declare readonly enableMutualTls: pulumi.Output<boolean>;
  /**
   * TLS client certificate with its private key, PEM text; required with `enableMutualTls`.
   * Default: none. Updated in place; the connection is then tested again. Secret. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly tlsClientCertificateWithPrivateKey: pulumi.Output<string | undefined>;
  /**
   * Password of that private key. Default: none. Updated in place; the connection is then tested
   * again. Secret. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly tlsClientPrivateKeyPassword: pulumi.Output<string | undefined>;
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
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /**
   * Seconds to wait for the connection to become `ready`, 0 to 3600; 0 leaves the test to the first
   * organization that uses it. Default 30. Not sent to the service.
   */
  declare readonly readyTimeoutSeconds: pulumi.Output<number | undefined>;
  /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry containers. */
  declare readonly state: pulumi.Output<"untested" | "testing" | "ready" | "failed">;
  /** Why the last test failed, in the service's wording; absent when it succeeded. */
  declare readonly lastConnectionError: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SalesforceConnection {
    return new SalesforceConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<SalesforceConnection>[]> {
    return listOf("SalesforceConnection", filters, options);
  }
  constructor(name: string, args: SalesforceConnectionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link SalesforceOrganization}. */
export interface SalesforceOrganizationArgs extends CommonArgs {
  /**
   * Id of the `SalesforceConnection` to reach the organization through; it must be, or become,
   * `ready`. Updated in place: the API's public sources do not show this; we chose it after the
   * other containers.
   */
  connection: pulumi.Input<string>;
  /**
   * Id of the organization in Salesforce, 18 characters; or the first 15 of them, which is the same
   * id. Changing it forces replacement of the container and of what is declared in it, and requires
   * `replaceOnChanges`.
   */
  sfdcOrgId: pulumi.Input<string>;
}

/**
 * A Salesforce organization whose tenant secrets the service manages: the container of
 * `SalesforceKey`s. It waits until its connection is `ready`. Destroying it leaves everything in
 * Salesforce untouched.
 *
 * @example
 *   ~~~ts
 *   const organization = new ciphertrust.SalesforceOrganization("acme-crm", {
 *     connection: connection.id,
 *     sfdcOrgId: "00D5g000008XyZaEAK",
 *   });
 *   ~~~
 */
export class SalesforceOrganization extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "SalesforceOrganization",
    inputs: ["connection", "sfdcOrgId"],
    outputs: ["name", "organizationType"],
  };

  /**
   * Id of the `SalesforceConnection` to reach the organization through; it must be, or become,
   * `ready`. Updated in place: the API's public sources do not show this; we chose it after the
   * other containers.
   */
  declare readonly connection: pulumi.Output<string>;
  /**
   * Id of the organization in Salesforce, 18 characters; or the first 15 of them, which is the same
   * id. Changing it forces replacement of the container and of what is declared in it, and requires
   * `replaceOnChanges`.
   */
  declare readonly sfdcOrgId: pulumi.Output<string>;
  /** Name of the organization in Salesforce. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Kind of organization, such as `Regular`. */
  declare readonly organizationType: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SalesforceOrganization {
    return new SalesforceOrganization(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<SalesforceOrganization>[]> {
    return listOf("SalesforceOrganization", filters, options);
  }
  constructor(name: string, args: SalesforceOrganizationArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link SalesforceCertificate}. */
export interface SalesforceCertificateArgs extends CommonArgs {
  /**
   * Name of the certificate, unique in its organization. Default: the resource's name in the
   * program. Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Id of the `SalesforceOrganization`. Changing it forces replacement. */
  organization: pulumi.Input<string>;
  /**
   * On destroy, `retain` leaves the certificate. `remove` sends a DELETE, which removes it from the
   * service. No public source shows whether Salesforce drops it, too. Default `retain`. Not sent to
   * the service.
   */
  onDestroy?: pulumi.Input<"retain" | "remove">;
}

/**
 * A certificate in a Salesforce organization under which key material is wrapped on its way there.
 * A `SalesforceKey` with material of your own needs it. Destroying it leaves it where it is (see
 * `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const wrapping = new ciphertrust.SalesforceCertificate("Search_Upload", { organization: organization.id });
 *   ~~~
 */
export class SalesforceCertificate extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "SalesforceCertificate",
    inputs: ["name", "organization", "onDestroy"],
    outputs: ["sfdcCertificateId", "certificate"],
    namedAfterResource: "name",
  };

  /**
   * Name of the certificate, unique in its organization. Default: the resource's name in the
   * program. Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Id of the `SalesforceOrganization`. Changing it forces replacement. */
  declare readonly organization: pulumi.Output<string>;
  /**
   * On destroy, `retain` leaves the certificate. `remove` sends a DELETE, which removes it from the
   * service. No public source shows whether Salesforce drops it, too. Default `retain`. Not sent to
   * the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "remove">;
  /** Id of the certificate in Salesforce, where the service shows it. */
  declare readonly sfdcCertificateId: pulumi.Output<string | undefined>;
  /** The certificate as PEM text, where the service shows it. */
  declare readonly certificate: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SalesforceCertificate {
    return new SalesforceCertificate(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<SalesforceCertificate>[]> {
    return listOf("SalesforceCertificate", filters, options);
  }
  constructor(name: string, args: SalesforceCertificateArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link SalesforceKey}. */
export interface SalesforceKeyArgs extends CommonArgs {
  /**
   * Id of the `SalesforceOrganization` that the secret belongs to. Changing it alone forces
   * replacement, and requires `replaceOnChanges`.
   */
  organization: pulumi.Input<string>;
  /**
   * What the secret protects: `Data`, `EventBus`, `SearchIndex`, `DeterministicData` or
   * `Analytics`. Other values go to the service with a warning, for a new object only. Changing it
   * forces replacement.
   */
  type: pulumi.Input<
    "Data" | "EventBus" | "SearchIndex" | "DeterministicData" | "Analytics" | (string & Record<never, never>)
  >;
  /**
   * Id or name of the key whose material is uploaded (BYOK), an AES key of 256 bits. Changing it
   * uploads again, as a new secret that archives the former; so does leaving it out, with material
   * of Salesforce's own. Not compared with the service: a rotation may have brought other material.
   * Default: Salesforce makes the material.
   */
  sourceKeyIdentifier?: pulumi.Input<string>;
  /**
   * Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Updated in place by uploading again. Other values go to the service with a warning, for a new
   * object only. Default `local`. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  sourceKeyTier?: pulumi.Input<"local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)>;
  /**
   * Id of the `SalesforceCertificate` that wraps the material on its way. Required with
   * `sourceKeyIdentifier`. Updated in place by uploading again. Default: none. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  certificate?: pulumi.Input<string>;
  /**
   * `PBKDF2` derives the encryption key from the secret and a salt of Salesforce. `NONE` uses the
   * material as the encryption key. Default: the service's choice. Updated in place by uploading
   * again. Other values go to the service with a warning, for a new object only. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  keyDerivationMode?: pulumi.Input<"PBKDF2" | "NONE" | (string & Record<never, never>)>;
  /**
   * Id of the named credential in Salesforce that points at a `SalesforceEndpoint`. The secret is
   * then a cache-only key: its material stays with the service, and Salesforce fetches it. Needs
   * `sourceKeyIdentifier` with a certificate of 4096 bits. Updated in place by uploading again.
   * Default: none, the material is uploaded. Write-only: the service never returns it, so changes
   * outside Pulumi are not detected.
   */
  sfdcNamedCredentialId?: pulumi.Input<string>;
  /**
   * True to make a new secret although one of that type is ACTIVE already: Salesforce then archives
   * that one, which still decrypts. When false, creating fails and names it, so that it can be
   * adopted. Used only on creation. Default `false`. Not sent to the service.
   */
  archiveActive?: pulumi.Input<boolean>;
  /**
   * On destroy, `retain` changes nothing in Salesforce. `destroy` destroys the secrets that the
   * resource was created with and had last, if they are ARCHIVED. Data encrypted with them can then
   * no longer be read. Salesforce cannot destroy the ACTIVE secret: it always stays. Default
   * `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/**
 * The tenant secret of one type in a Salesforce organization: the ACTIVE one, whichever generation
 * that is. It is made by Salesforce, or uploaded from a key of one's own when `sourceKeyIdentifier`
 * is given. Destroying it changes nothing in Salesforce (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const search = new ciphertrust.SalesforceKey("search", {
 *     organization: organization.id,
 *     type: "SearchIndex",
 *     sourceKeyIdentifier: material.id,
 *     certificate: wrapping.id,
 *     archiveActive: true,
 *   });
 *   ~~~
 */
export class SalesforceKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "SalesforceKey",
    inputs: [
      "organization",
      "type",
      "sourceKeyIdentifier",
      "sourceKeyTier",
      "certificate",
      "keyDerivationMode",
      "sfdcNamedCredentialId",
      "archiveActive",
      "onDestroy",
    ],
    outputs: ["status", "name", "errorMessage", "sfdcKeyId", "version", "keyMaterialOrigin", "currentId"],
  };

  /**
   * Id of the `SalesforceOrganization` that the secret belongs to. Changing it alone forces
   * replacement, and requires `replaceOnChanges`.
   */
  declare readonly organization: pulumi.Output<string>;
  /**
   * What the secret protects: `Data`, `EventBus`, `SearchIndex`, `DeterministicData` or
   * `Analytics`. Other values go to the service with a warning, for a new object only. Changing it
   * forces replacement.
   */
  declare readonly type: pulumi.Output<
    "Data" | "EventBus" | "SearchIndex" | "DeterministicData" | "Analytics" | (string & Record<never, never>)
  >;
  /**
   * Id or name of the key whose material is uploaded (BYOK), an AES key of 256 bits. Changing it
   * uploads again, as a new secret that archives the former; so does leaving it out, with material
   * of Salesforce's own. Not compared with the service: a rotation may have brought other material.
   * Default: Salesforce makes the material.
   */
  declare readonly sourceKeyIdentifier: pulumi.Output<string | undefined>;
  /**
   * Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Updated in place by uploading again. Other values go to the service with a warning, for a new
   * object only. Default `local`. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  declare readonly sourceKeyTier: pulumi.Output<
    "local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)
  >;
  /**
   * Id of the `SalesforceCertificate` that wraps the material on its way. Required with
   * `sourceKeyIdentifier`. Updated in place by uploading again. Default: none. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly certificate: pulumi.Output<string | undefined>;
  /**
   * `PBKDF2` derives the encryption key from the secret and a salt of Salesforce. `NONE` uses the
   * material as the encryption key. Default: the service's choice. Updated in place by uploading
   * again. Other values go to the service with a warning, for a new object only. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly keyDerivationMode: pulumi.Output<"PBKDF2" | "NONE" | (string & Record<never, never>) | undefined>;
  /**
   * Id of the named credential in Salesforce that points at a `SalesforceEndpoint`. The secret is
   * then a cache-only key: its material stays with the service, and Salesforce fetches it. Needs
   * `sourceKeyIdentifier` with a certificate of 4096 bits. Updated in place by uploading again.
   * Default: none, the material is uploaded. Write-only: the service never returns it, so changes
   * outside Pulumi are not detected.
   */
  declare readonly sfdcNamedCredentialId: pulumi.Output<string | undefined>;
  /**
   * True to make a new secret although one of that type is ACTIVE already: Salesforce then archives
   * that one, which still decrypts. When false, creating fails and names it, so that it can be
   * adopted. Used only on creation. Default `false`. Not sent to the service.
   */
  declare readonly archiveActive: pulumi.Output<boolean>;
  /**
   * On destroy, `retain` changes nothing in Salesforce. `destroy` destroys the secrets that the
   * resource was created with and had last, if they are ARCHIVED. Data encrypted with them can then
   * no longer be read. Salesforce cannot destroy the ACTIVE secret: it always stays. Default
   * `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "destroy">;
  /** `ACTIVE`: the resource follows the newest generation. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** Name that the service shows for the secret. Rotation may change it. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** What failed last, in the words of Salesforce or the service; absent if nothing did. */
  declare readonly errorMessage: pulumi.Output<string | undefined>;
  /** Id of the secret in Salesforce. Rotation changes it. */
  declare readonly sfdcKeyId: pulumi.Output<string | undefined>;
  /** Number of the generation. Rotation raises it. */
  declare readonly version: pulumi.Output<number | undefined>;
  /**
   * Where the material came from: `native` (Salesforce) or `cckm` (uploaded). Rotation may change
   * it.
   */
  declare readonly keyMaterialOrigin: pulumi.Output<string | undefined>;
  /**
   * The service's id of the secret that is ACTIVE now. Rotation changes it; the resource's own id
   * stays.
   */
  declare readonly currentId: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SalesforceKey {
    return new SalesforceKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<SalesforceKey>[]> {
    return listOf("SalesforceKey", filters, options);
  }
  constructor(name: string, args: SalesforceKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link SalesforceEndpoint}. */
export interface SalesforceEndpointArgs extends CommonArgs {
  /**
   * Name of the endpoint, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Id of the `SalesforceOrganization` whose keys it hands out. Changing it forces replacement. */
  organization: pulumi.Input<string>;
  /**
   * Host name at which Salesforce reaches this service. Updated in place, and changes
   * `endpointUrl`.
   */
  urlHostname: pulumi.Input<string>;
  /**
   * Login that Salesforce uses. Secret as a whole; the password is never returned. Updated in
   * place.
   */
  passwordAuthentication: pulumi.Input<{
    /** Name of the user. */
    username: pulumi.Input<string>;
    /** Password of the user. */
    password: pulumi.Input<string>;
  }>;
  /**
   * On destroy, `retain` leaves the endpoint, so that Salesforce goes on reading its cache-only
   * keys. `remove` deletes it, and what they protect can no longer be read. Default `retain`. Not
   * sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "remove">;
}

/**
 * Endpoint from which Salesforce requests cache-only keys: a named credential in Salesforce points
 * at `endpointUrl`, with this login. Destroying it leaves the endpoint (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const endpoint = new ciphertrust.SalesforceEndpoint("cache-only", {
 *     organization: organization.id,
 *     urlHostname: "keys.example.com",
 *     passwordAuthentication: { username: "salesforce", password: config.requireSecret("endpointPassword") },
 *   });
 *   ~~~
 */
export class SalesforceEndpoint extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "SalesforceEndpoint",
    inputs: ["name", "organization", "urlHostname", "passwordAuthentication", "onDestroy"],
    outputs: ["endpointUrl"],
    namedAfterResource: "name",
    secret: ["passwordAuthentication"],
  };

  /**
   * Name of the endpoint, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Id of the `SalesforceOrganization` whose keys it hands out. Changing it forces replacement. */
  declare readonly organization: pulumi.Output<string>;
  /**
   * Host name at which Salesforce reaches this service. Updated in place, and changes
   * `endpointUrl`.
   */
  declare readonly urlHostname: pulumi.Output<string>;
  /**
   * Login that Salesforce uses. Secret as a whole; the password is never returned. Updated in
   * place.
   */
  declare readonly passwordAuthentication: pulumi.Output<{
    /** Name of the user. */
    username: string;
    /** Password of the user. */
    password: string;
  }>;
  /**
   * On destroy, `retain` leaves the endpoint, so that Salesforce goes on reading its cache-only
   * keys. `remove` deletes it, and what they protect can no longer be read. Default `retain`. Not
   * sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "remove">;
  /** Address at which Salesforce requests keys. */
  declare readonly endpointUrl: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SalesforceEndpoint {
    return new SalesforceEndpoint(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<SalesforceEndpoint>[]> {
    return listOf("SalesforceEndpoint", filters, options);
  }
  constructor(name: string, args: SalesforceEndpointArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

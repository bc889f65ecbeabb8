// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link DsmConnection}. */
export interface DsmConnectionArgs extends CommonArgs {
  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  description?: pulumi.Input<string>;
  /** User at the DSM. Updated in place; the connection is then tested again. */
  username: pulumi.Input<string>;
  /**
   * Password of the user. Updated in place; the connection is then tested again. Secret.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  password: pulumi.Input<string>;
  /**
   * Number of the DSM domain that the user is restricted to. Default: the user sees all domains.
   * Updated in place; the connection is then tested again.
   */
  domainId?: pulumi.Input<string>;
  /**
   * Nodes of the DSM with their certificates, at least one. Updated in place, by a call for each
   * node; then the connection is tested again. Compared as a set.
   */
  nodes: pulumi.Input<
    pulumi.Input<{
      /** Host name or address of the node. */
      hostname: pulumi.Input<string>;
      /** Certificate that the node presents, PEM text. */
      serverCertificate: pulumi.Input<string>;
    }>[]
  >;
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
 * A Data Security Manager, DSM: its nodes, and a user that may see its domains. It is tested until
 * `ready` when it is made and when a credential changes. Destroying it removes it from the service,
 * unless domains use it; nothing in the DSM changes.
 *
 * @example
 *   ~~~ts
 *   const connection = new ciphertrust.DsmConnection("headquarters", {
 *     username: "cckm",
 *     password: config.requireSecret("dsmPassword"),
 *     nodes: [{ hostname: "dsm-1.example.com", serverCertificate: config.require("dsmCertificate") }],
 *   });
 *   ~~~
 */
export class DsmConnection extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "DsmConnection",
    inputs: [
      "name",
      "description",
      "username",
      "password",
      "domainId",
      "nodes",
      "products",
      "meta",
      "labels",
      "readyTimeoutSeconds",
    ],
    outputs: ["state", "lastConnectionError"],
    namedAfterResource: "name",
    secret: ["password"],
  };

  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** User at the DSM. Updated in place; the connection is then tested again. */
  declare readonly username: pulumi.Output<string>;
  /**
   * Password of the user. Updated in place; the connection is then tested again. Secret.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly password: pulumi.Output<string>;
  /**
   * Number of the DSM domain that the user is restricted to. Default: the user sees all domains.
   * Updated in place; the connection is then tested again.
   */
  declare readonly domainId: pulumi.Output<string | undefined>;
  /**
   * Nodes of the DSM with their certificates, at least one. Updated in place, by a call for each
   * node; then the connection is tested again. Compared as a set.
   */
  declare readonly nodes: pulumi.Output<
    {
      /** Host name or address of the node. */
      hostname: string;
      /** Certificate that the node presents, PEM text. */
      serverCertificate: string;
    }[]
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
  declare readonly labels: pulumi.Output<Record<string, string>>;
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
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DsmConnection {
    return new DsmConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<DsmConnection>[]> {
    return listOf("DsmConnection", filters, options);
  }
  constructor(name: string, args: DsmConnectionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link DsmDomain}. */
export interface DsmDomainArgs extends CommonArgs {
  /**
   * Id of the `DsmConnection` to reach it through; it must be, or become, `ready`. Updated in
   * place, to a connection that reaches it as well.
   */
  connection: pulumi.Input<string>;
  /**
   * Number of the domain in the DSM, as `getDsmDomains` shows it. Changing it forces replacement of
   * the container and of what is declared in it, and requires `replaceOnChanges`.
   */
  domainId: pulumi.Input<number>;
}

/**
 * A domain of a DSM: the container of `DsmKey`s. It waits until its connection is `ready`.
 * Destroying it leaves every key in the DSM untouched.
 *
 * @example
 *   ~~~ts
 *   const domain = new ciphertrust.DsmDomain("databases", { connection: connection.id, domainId: 1001 });
 *   ~~~
 */
export class DsmDomain extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "DsmDomain",
    inputs: ["connection", "domainId"],
    outputs: ["name", "description", "url", "adminType", "kmipEnabled"],
  };

  /**
   * Id of the `DsmConnection` to reach it through; it must be, or become, `ready`. Updated in
   * place, to a connection that reaches it as well.
   */
  declare readonly connection: pulumi.Output<string>;
  /**
   * Number of the domain in the DSM, as `getDsmDomains` shows it. Changing it forces replacement of
   * the container and of what is declared in it, and requires `replaceOnChanges`.
   */
  declare readonly domainId: pulumi.Output<number>;
  /** Name of the domain. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** What the DSM says about the domain. The API's public sources do not show this field. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Path of the domain at the DSM. */
  declare readonly url: pulumi.Output<string | undefined>;
  /** How the domain is administered, such as `ALL_ADMIN`. */
  declare readonly adminType: pulumi.Output<string | undefined>;
  /** True when the domain serves KMIP clients. */
  declare readonly kmipEnabled: pulumi.Output<boolean | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DsmDomain {
    return new DsmDomain(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<DsmDomain>[]> {
    return listOf("DsmDomain", filters, options);
  }
  constructor(name: string, args: DsmDomainArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link DsmKey}. */
export interface DsmKeyArgs extends CommonArgs {
  /**
   * Id of the `DsmDomain` that holds the key. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  domain: pulumi.Input<string>;
  /**
   * Name of the key, unique in its domain. Default: the resource's name in the program. Changing it
   * forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * `symmetric` or `asymmetric`. Other values go to the service with a warning, for a new object
   * only. Default `symmetric`. Changing it forces replacement.
   */
  objectType?: pulumi.Input<"symmetric" | "asymmetric" | (string & Record<never, never>)>;
  /**
   * Algorithm with its size: `AES128`, `AES256`, `ARIA128`, `ARIA256`, `RSA1024`, `RSA2048`,
   * `RSA3072` or `RSA4096`. RSA is for asymmetric keys, the others are for symmetric ones. Other
   * values go to the service with a warning, for a new object only. Changing it forces
   * replacement.
   */
  algorithm: pulumi.Input<
    | "AES128"
    | "AES256"
    | "ARIA128"
    | "ARIA256"
    | "RSA1024"
    | "RSA2048"
    | "RSA3072"
    | "RSA4096"
    | (string & Record<never, never>)
  >;
  /**
   * True to let the material leave the DSM; only such a key can be uploaded into a cloud. Default:
   * left to the service. Changing it forces replacement. An update fails if the service keeps
   * another value.
   */
  extractable?: pulumi.Input<boolean>;
  /** Free text. Default: none. Changing it forces replacement. */
  description?: pulumi.Input<string>;
  /**
   * Mode of a symmetric key: `CBC`, `CBC_CS1`, or `XTS` for AES. Other values go to the service
   * with a warning, for a new object only. Default: left to the service. Changing it forces
   * replacement.
   */
  encryptionMode?: pulumi.Input<"CBC" | "CBC_CS1" | "XTS" | (string & Record<never, never>)>;
  /** When the key expires, RFC 3339. Default: never. Changing it forces replacement. */
  expirationTime?: pulumi.Input<string>;
  /**
   * Days that a version of the key lives, 0 to 3650; the DSM then makes the next one. Default:
   * unlimited. The API's public sources do not show the unit. Changing it forces replacement.
   */
  keyVersionLifeSpan?: pulumi.Input<number>;
  /**
   * On destroy, `retain` drops the service's record and leaves the key in the DSM. The next refresh
   * brings the record back. `destroy` deletes the key in the DSM, and what it encrypts is lost.
   * Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/**
 * A key in a DSM domain, made through the service, which cannot change one: every change of an
 * argument forces replacement. Destroying it leaves the key in the DSM, unless `onDestroy` says
 * otherwise.
 *
 * @example
 *   ~~~ts
 *   const ledger = new ciphertrust.DsmKey("ledger-source", {
 *     domain: domain.id,
 *     algorithm: "AES256",
 *     extractable: true,
 *     description: "Source of the ledger keys in clouds",
 *   });
 *   ~~~
 */
export class DsmKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "DsmKey",
    inputs: [
      "domain",
      "name",
      "objectType",
      "algorithm",
      "extractable",
      "description",
      "encryptionMode",
      "expirationTime",
      "keyVersionLifeSpan",
      "onDestroy",
    ],
    outputs: ["keyId", "status"],
    namedAfterResource: "name",
  };

  /**
   * Id of the `DsmDomain` that holds the key. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  declare readonly domain: pulumi.Output<string>;
  /**
   * Name of the key, unique in its domain. Default: the resource's name in the program. Changing it
   * forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * `symmetric` or `asymmetric`. Other values go to the service with a warning, for a new object
   * only. Default `symmetric`. Changing it forces replacement.
   */
  declare readonly objectType: pulumi.Output<"symmetric" | "asymmetric" | (string & Record<never, never>)>;
  /**
   * Algorithm with its size: `AES128`, `AES256`, `ARIA128`, `ARIA256`, `RSA1024`, `RSA2048`,
   * `RSA3072` or `RSA4096`. RSA is for asymmetric keys, the others are for symmetric ones. Other
   * values go to the service with a warning, for a new object only. Changing it forces
   * replacement.
   */
  declare readonly algorithm: pulumi.Output<
    | "AES128"
    | "AES256"
    | "ARIA128"
    | "ARIA256"
    | "RSA1024"
    | "RSA2048"
    | "RSA3072"
    | "RSA4096"
    | (string & Record<never, never>)
  >;
  /**
   * True to let the material leave the DSM; only such a key can be uploaded into a cloud. Default:
   * left to the service. Changing it forces replacement. An update fails if the service keeps
   * another value.
   */
  declare readonly extractable: pulumi.Output<boolean | undefined>;
  /** Free text. Default: none. Changing it forces replacement. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Mode of a symmetric key: `CBC`, `CBC_CS1`, or `XTS` for AES. Other values go to the service
   * with a warning, for a new object only. Default: left to the service. Changing it forces
   * replacement.
   */
  declare readonly encryptionMode: pulumi.Output<
    "CBC" | "CBC_CS1" | "XTS" | (string & Record<never, never>) | undefined
  >;
  /** When the key expires, RFC 3339. Default: never. Changing it forces replacement. */
  declare readonly expirationTime: pulumi.Output<string | undefined>;
  /**
   * Days that a version of the key lives, 0 to 3650; the DSM then makes the next one. Default:
   * unlimited. The API's public sources do not show the unit. Changing it forces replacement.
   */
  declare readonly keyVersionLifeSpan: pulumi.Output<number | undefined>;
  /**
   * On destroy, `retain` drops the service's record and leaves the key in the DSM. The next refresh
   * brings the record back. `destroy` deletes the key in the DSM, and what it encrypts is lost.
   * Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "destroy">;
  /** Id of the key in the DSM. The API's public sources do not show this field. */
  declare readonly keyId: pulumi.Output<string | undefined>;
  /**
   * State of the key in the service, such as `AVAILABLE`. The API's public sources do not show its
   * values.
   */
  declare readonly status: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DsmKey {
    return new DsmKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<DsmKey>[]> {
    return listOf("DsmKey", filters, options);
  }
  constructor(name: string, args: DsmKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

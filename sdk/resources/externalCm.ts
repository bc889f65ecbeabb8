// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of an {@link ExternalCmServer}. */
export interface ExternalCmServerArgs extends CommonArgs {
  /**
   * Name of the server, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * Free text. Changing it forces replacement of the server, which the service cannot change.
   * Default: none.
   */
  description?: pulumi.Input<string>;
  /**
   * Nodes of the other manager with their certificates, at least one. Updated in place, one call
   * for each node. Compared as a set.
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
   * Ids of local or external CAs of this service whose certificates the nodes may present. Updated
   * in place, one call for each CA. Default: none. An update fails if the service keeps another
   * value. Compared as a set.
   */
  trustedCas?: pulumi.Input<pulumi.Input<string>[]>;
  /** Arbitrary JSON values by key. Default: none. Changing it forces replacement. */
  meta?: pulumi.Input<Record<string, unknown>>;
}

/**
 * Another CipherTrust Manager as this one trusts it: its nodes, and the CAs that signed their
 * certificates. Destroying it ends that trust; nothing at the other manager changes.
 *
 * @example
 *   ~~~ts
 *   const server = new ciphertrust.ExternalCmServer("subsidiary", {
 *     description: "Manager of the French subsidiary",
 *     nodes: [{ hostname: "cm-paris.example.com", serverCertificate: config.require("parisCertificate") }],
 *   });
 *   ~~~
 */
export class ExternalCmServer extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ExternalCmServer",
    inputs: ["name", "description", "nodes", "trustedCas", "meta"],
    outputs: [],
    namedAfterResource: "name",
  };

  /**
   * Name of the server, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Free text. Changing it forces replacement of the server, which the service cannot change.
   * Default: none.
   */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Nodes of the other manager with their certificates, at least one. Updated in place, one call
   * for each node. Compared as a set.
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
   * Ids of local or external CAs of this service whose certificates the nodes may present. Updated
   * in place, one call for each CA. Default: none. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly trustedCas: pulumi.Output<string[]>;
  /** Arbitrary JSON values by key. Default: none. Changing it forces replacement. */
  declare readonly meta: pulumi.Output<Record<string, unknown> | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ExternalCmServer {
    return new ExternalCmServer(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<ExternalCmServer>[]> {
    return listOf("ExternalCmServer", filters, options);
  }
  constructor(name: string, args: ExternalCmServerArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link ExternalCmConnection}. */
export interface ExternalCmConnectionArgs extends CommonArgs {
  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  description?: pulumi.Input<string>;
  /** User at the other manager. Updated in place; the connection is then tested again. */
  username: pulumi.Input<string>;
  /**
   * Password of the user. Updated in place; the connection is then tested again. Secret.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  password: pulumi.Input<string>;
  /**
   * Name of the domain to log in to at the other manager. Default: its root domain, from where all
   * its domains are seen. Updated in place; the connection is then tested again.
   */
  domain?: pulumi.Input<string>;
  /**
   * Nodes of the other manager, at least one. Updated in place, all at once; then the connection is
   * tested again. Compared as a set.
   */
  nodes: pulumi.Input<
    pulumi.Input<{
      /** Host name or address of the node. */
      hostname: pulumi.Input<string>;
      /**
       * Certificate that the node presents, PEM text. Default: the `ExternalCmServer` that names
       * the host says what to trust.
       */
      serverCertificate?: pulumi.Input<string | undefined>;
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
 * A login to another CipherTrust Manager, whose keys the service then manages; tested until `ready`
 * when it is made and when a credential changes. Destroying it removes it from the service, unless
 * domains use it; nothing at the other manager changes.
 *
 * @example
 *   ~~~ts
 *   const connection = new ciphertrust.ExternalCmConnection(
 *     "subsidiary",
 *     { username: "cckm", password: config.requireSecret("parisPassword"), nodes: [{ hostname: "cm-paris.example.com" }] },
 *     { dependsOn: server },
 *   );
 *   ~~~
 */
export class ExternalCmConnection extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ExternalCmConnection",
    inputs: [
      "name",
      "description",
      "username",
      "password",
      "domain",
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
  /** User at the other manager. Updated in place; the connection is then tested again. */
  declare readonly username: pulumi.Output<string>;
  /**
   * Password of the user. Updated in place; the connection is then tested again. Secret.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly password: pulumi.Output<string>;
  /**
   * Name of the domain to log in to at the other manager. Default: its root domain, from where all
   * its domains are seen. Updated in place; the connection is then tested again.
   */
  declare readonly domain: pulumi.Output<string | undefined>;
  /**
   * Nodes of the other manager, at least one. Updated in place, all at once; then the connection is
   * tested again. Compared as a set.
   */
  declare readonly nodes: pulumi.Output<
    {
      /** Host name or address of the node. */
      hostname: string;
      /**
       * Certificate that the node presents, PEM text. Default: the `ExternalCmServer` that names
       * the host says what to trust.
       */
      serverCertificate?: string;
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
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ExternalCmConnection {
    return new ExternalCmConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<ExternalCmConnection>[]> {
    return listOf("ExternalCmConnection", filters, options);
  }
  constructor(name: string, args: ExternalCmConnectionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link ExternalCmDomain}. */
export interface ExternalCmDomainArgs extends CommonArgs {
  /**
   * Id of the `ExternalCmConnection` to reach it through; it must be, or become, `ready`. Updated
   * in place, to a connection that reaches it as well.
   */
  connection: pulumi.Input<string>;
  /**
   * Id of the domain at the other manager, as `getExternalCmDomains` shows it. Changing it forces
   * replacement of the container and of what is declared in it, and requires `replaceOnChanges`.
   */
  domainId: pulumi.Input<string>;
}

/**
 * A domain of another CipherTrust Manager: the container of `ExternalCmKey`s. It waits until its
 * connection is `ready`. Destroying it leaves every key there untouched.
 *
 * @example
 *   ~~~ts
 *   const domain = new ciphertrust.ExternalCmDomain("retail", {
 *     connection: connection.id,
 *     domainId: "3f6f2a52-2d0e-4f5e-9a53-4f1c5b3f7a10",
 *   });
 *   ~~~
 */
export class ExternalCmDomain extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ExternalCmDomain",
    inputs: ["connection", "domainId"],
    outputs: ["name"],
  };

  /**
   * Id of the `ExternalCmConnection` to reach it through; it must be, or become, `ready`. Updated
   * in place, to a connection that reaches it as well.
   */
  declare readonly connection: pulumi.Output<string>;
  /**
   * Id of the domain at the other manager, as `getExternalCmDomains` shows it. Changing it forces
   * replacement of the container and of what is declared in it, and requires `replaceOnChanges`.
   */
  declare readonly domainId: pulumi.Output<string>;
  /** Name of the domain at the other manager. The API's public sources do not show this field. */
  declare readonly name: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ExternalCmDomain {
    return new ExternalCmDomain(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<ExternalCmDomain>[]> {
    return listOf("ExternalCmDomain", filters, options);
  }
  constructor(name: string, args: ExternalCmDomainArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link ExternalCmKey}. */
export interface ExternalCmKeyArgs extends CommonArgs {
  /**
   * Id of the `ExternalCmDomain` that holds the key. Changing it alone forces replacement, and
   * requires `replaceOnChanges`.
   */
  domainId: pulumi.Input<string>;
  /**
   * Name of the key, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name in
   * the program. Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * Algorithm: `aes`, `tdes`, `rsa`, `ec`, `hmac-sha1`, `hmac-sha256`, `hmac-sha384`,
   * `hmac-sha512`, `seed` or `aria`. Other values go to the service with a warning, for a new
   * object only. Default `aes`. Changing it forces replacement.
   */
  algorithm?: pulumi.Input<
    | "aes"
    | "tdes"
    | "rsa"
    | "ec"
    | "hmac-sha1"
    | "hmac-sha256"
    | "hmac-sha384"
    | "hmac-sha512"
    | "seed"
    | "aria"
    | (string & Record<never, never>)
  >;
  /**
   * Size in bits: 128, 192 or 256 for `aes`; 1024 to 4096 for `rsa`. Default: the other manager's
   * choice, 256 for `aes`. Changing it forces replacement.
   */
  size?: pulumi.Input<number>;
  /**
   * Curve of an `ec` key: `secp224k1`, `secp224r1`, `secp256k1`, `secp384r1`, `secp521r1`,
   * `prime256v1`, `brainpoolP224r1`, `brainpoolP224t1`, `brainpoolP256r1`, `brainpoolP256t1`,
   * `brainpoolP384r1`, `brainpoolP384t1`, `brainpoolP512r1`, `brainpoolP512t1` or `curve25519`.
   * Default: the other manager's choice. The API's public sources do not show it in responses.
   * Other values go to the service with a warning, for a new object only. Changing it forces
   * replacement.
   */
  curveId?: pulumi.Input<
    | "secp224k1"
    | "secp224r1"
    | "secp256k1"
    | "secp384r1"
    | "secp521r1"
    | "prime256v1"
    | "brainpoolP224r1"
    | "brainpoolP224t1"
    | "brainpoolP256r1"
    | "brainpoolP256t1"
    | "brainpoolP384r1"
    | "brainpoolP384t1"
    | "brainpoolP512r1"
    | "brainpoolP512t1"
    | "curve25519"
    | (string & Record<never, never>)
  >;
  /**
   * Usage mask of the key, a sum of bits. Sign is 1, verify 2, encrypt 4, decrypt 8, wrap 16,
   * unwrap 32. Export is 64, MAC generate 128, MAC verify 256, derive 512. Default: the other
   * manager's choice. Updated in place. If removed, the service keeps its value. An update fails if
   * the service keeps another value.
   */
  usageMask?: pulumi.Input<number>;
  /**
   * Free text. The API's public sources do not show it in responses. Default: none. Updated in
   * place. If a response omits it, it counts as last sent; it is sent after creation or adoption,
   * too.
   */
  description?: pulumi.Input<string>;
  /**
   * Labels, a map of strings. The API's public sources do not show them in responses. Default:
   * none. Updated in place. If a response omits it, it counts as last sent; it is sent after
   * creation or adoption, too.
   */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * True to forbid deleting the key at the other manager, for everyone. Default `false`. Updated in
   * place. An update fails if the service keeps another value.
   */
  undeletable?: pulumi.Input<boolean>;
  /**
   * True to forbid exporting the key's material; it can then not be uploaded into a cloud. Default
   * `false`. Updated in place. An update fails if the service keeps another value.
   */
  unexportable?: pulumi.Input<boolean>;
  /**
   * On destroy, `retain` drops the service's record and leaves the key at the other manager. The
   * next refresh brings the record back. `destroy` deletes the key there with all its versions, and
   * what they encrypt is lost. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/**
 * A key in a domain of another CipherTrust Manager, made and managed through the service. New
 * versions, made there or here, are no change of the resource. Destroying it leaves the key there,
 * unless `onDestroy` says otherwise.
 *
 * @example
 *   ~~~ts
 *   const cards = new ciphertrust.ExternalCmKey("gift-cards", {
 *     domainId: domain.id,
 *     algorithm: "aes",
 *     size: 256,
 *     description: "Balances of gift cards",
 *     labels: { team: "retail" },
 *   });
 *   ~~~
 */
export class ExternalCmKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ExternalCmKey",
    inputs: [
      "domainId",
      "name",
      "algorithm",
      "size",
      "curveId",
      "usageMask",
      "description",
      "labels",
      "undeletable",
      "unexportable",
      "onDestroy",
    ],
    outputs: ["state", "objectType", "version", "keyId"],
    namedAfterResource: "name",
  };

  /**
   * Id of the `ExternalCmDomain` that holds the key. Changing it alone forces replacement, and
   * requires `replaceOnChanges`.
   */
  declare readonly domainId: pulumi.Output<string>;
  /**
   * Name of the key, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name in
   * the program. Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Algorithm: `aes`, `tdes`, `rsa`, `ec`, `hmac-sha1`, `hmac-sha256`, `hmac-sha384`,
   * `hmac-sha512`, `seed` or `aria`. Other values go to the service with a warning, for a new
   * object only. Default `aes`. Changing it forces replacement.
   */
  declare readonly algorithm: pulumi.Output<
    | "aes"
    | "tdes"
    | "rsa"
    | "ec"
    | "hmac-sha1"
    | "hmac-sha256"
    | "hmac-sha384"
    | "hmac-sha512"
    | "seed"
    | "aria"
    | (string & Record<never, never>)
  >;
  /**
   * Size in bits: 128, 192 or 256 for `aes`; 1024 to 4096 for `rsa`. Default: the other manager's
   * choice, 256 for `aes`. Changing it forces replacement.
   */
  declare readonly size: pulumi.Output<number | undefined>;
  /**
   * Curve of an `ec` key: `secp224k1`, `secp224r1`, `secp256k1`, `secp384r1`, `secp521r1`,
   * `prime256v1`, `brainpoolP224r1`, `brainpoolP224t1`, `brainpoolP256r1`, `brainpoolP256t1`,
   * `brainpoolP384r1`, `brainpoolP384t1`, `brainpoolP512r1`, `brainpoolP512t1` or `curve25519`.
   * Default: the other manager's choice. The API's public sources do not show it in responses.
   * Other values go to the service with a warning, for a new object only. Changing it forces
   * replacement.
   */
  declare readonly curveId: pulumi.Output<
    | "secp224k1"
    | "secp224r1"
    | "secp256k1"
    | "secp384r1"
    | "secp521r1"
    | "prime256v1"
    | "brainpoolP224r1"
    | "brainpoolP224t1"
    | "brainpoolP256r1"
    | "brainpoolP256t1"
    | "brainpoolP384r1"
    | "brainpoolP384t1"
    | "brainpoolP512r1"
    | "brainpoolP512t1"
    | "curve25519"
    | (string & Record<never, never>)
    | undefined
  >;
  /**
   * Usage mask of the key, a sum of bits. Sign is 1, verify 2, encrypt 4, decrypt 8, wrap 16,
   * unwrap 32. Export is 64, MAC generate 128, MAC verify 256, derive 512. Default: the other
   * manager's choice. Updated in place. If removed, the service keeps its value. An update fails if
   * the service keeps another value.
   */
  declare readonly usageMask: pulumi.Output<number | undefined>;
  /**
   * Free text. The API's public sources do not show it in responses. Default: none. Updated in
   * place. If a response omits it, it counts as last sent; it is sent after creation or adoption,
   * too.
   */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Labels, a map of strings. The API's public sources do not show them in responses. Default:
   * none. Updated in place. If a response omits it, it counts as last sent; it is sent after
   * creation or adoption, too.
   */
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /**
   * True to forbid deleting the key at the other manager, for everyone. Default `false`. Updated in
   * place. An update fails if the service keeps another value.
   */
  declare readonly undeletable: pulumi.Output<boolean>;
  /**
   * True to forbid exporting the key's material; it can then not be uploaded into a cloud. Default
   * `false`. Updated in place. An update fails if the service keeps another value.
   */
  declare readonly unexportable: pulumi.Output<boolean>;
  /**
   * On destroy, `retain` drops the service's record and leaves the key at the other manager. The
   * next refresh brings the record back. `destroy` deletes the key there with all its versions, and
   * what they encrypt is lost. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "destroy">;
  /**
   * State of the newest version: Pre-Active, Active, Deactivated, Compromised or Destroyed. The
   * API's public sources show a filter by it, not the field.
   */
  declare readonly state: pulumi.Output<string | undefined>;
  /** Kind of object: Symmetric Key, Private Key, and so on. */
  declare readonly objectType: pulumi.Output<string | undefined>;
  /** Number of the newest version; the first is 0. Rotation raises it. */
  declare readonly version: pulumi.Output<number>;
  /** Id of the newest version at the other manager. Rotation changes it. */
  declare readonly keyId: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ExternalCmKey {
    return new ExternalCmKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<ExternalCmKey>[]> {
    return listOf("ExternalCmKey", filters, options);
  }
  constructor(name: string, args: ExternalCmKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of an {@link ExternalCmServer}. */
export interface ExternalCmServerArgs extends CommonArgs {
  /** Name of the server, unique in the service. Default: the resource's name in the program. A change replaces the server. */
  name?: pulumi.Input<string>;
  /** Free text. A change replaces the server, which the service cannot change. Default: none. */
  description?: pulumi.Input<string>;
  /** Nodes of the other manager with their certificates, at least one. Order has no meaning. Changes in place, one call for each node. */
  nodes: pulumi.Input<
    pulumi.Input<{
      /** Host name or address of the node. */
      hostname: pulumi.Input<string>;
      /** Certificate that the node presents, PEM text. */
      serverCertificate: pulumi.Input<string>;
    }>[]
  >;
  /** Ids of local or external CAs of this service whose certificates the nodes may present. Order has no meaning. Changes in place, one call for each CA. Default: none. */
  trustedCas?: pulumi.Input<pulumi.Input<string>[]>;
  /** Free JSON values by key. A change replaces the server. Default: none. */
  meta?: pulumi.Input<Record<string, unknown>>;
}

/** Another CipherTrust Manager as this one trusts it: its nodes, and the CAs that signed their certificates. Destroying it ends that trust; nothing at the other manager changes. */
export class ExternalCmServer extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ExternalCmServer",
    inputs: ["name", "description", "nodes", "trustedCas", "meta"],
    outputs: [],
    namedAfterResource: "name",
  };

  /** Name of the server, unique in the service. Default: the resource's name in the program. A change replaces the server. */
  declare readonly name: pulumi.Output<string>;
  /** Free text. A change replaces the server, which the service cannot change. Default: none. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Nodes of the other manager with their certificates, at least one. Order has no meaning. Changes in place, one call for each node. */
  declare readonly nodes: pulumi.Output<
    {
      /** Host name or address of the node. */
      hostname: string;
      /** Certificate that the node presents, PEM text. */
      serverCertificate: string;
    }[]
  >;
  /** Ids of local or external CAs of this service whose certificates the nodes may present. Order has no meaning. Changes in place, one call for each CA. Default: none. */
  declare readonly trustedCas: pulumi.Output<string[]>;
  /** Free JSON values by key. A change replaces the server. Default: none. */
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
  /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
  name?: pulumi.Input<string>;
  /** Free text. Changes in place; once set, the service cannot empty it. Default: none. */
  description?: pulumi.Input<string>;
  /** User at the other manager. Changes in place and tests the connection again. */
  username: pulumi.Input<string>;
  /** Password of the user. Secret; never returned by the service. Changes in place and tests again. */
  password: pulumi.Input<string>;
  /** Name of the domain to log in to at the other manager. Changes in place and tests again. Default: its root domain, from where all its domains are seen. */
  domain?: pulumi.Input<string>;
  /** Nodes of the other manager, at least one. Order has no meaning. Changes in place, all at once, and tests again. */
  nodes: pulumi.Input<
    pulumi.Input<{
      /** Host name or address of the node. */
      hostname: pulumi.Input<string>;
      /** Certificate that the node presents, PEM text. Default: the `ExternalCmServer` that names the host says what to trust. */
      serverCertificate?: pulumi.Input<string | undefined>;
    }>[]
  >;
  /** Parts of the service that may use the connection. Default `["cckm"]`, cloud key management. Order has no meaning. Changes in place. */
  products?: pulumi.Input<pulumi.Input<string>[]>;
  /** Free JSON values by key. Changes in place; keys can be changed but not removed. Default: none. */
  meta?: pulumi.Input<Record<string, unknown>>;
  /** Labels, text by key. Changes in place. Default: none. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. Kept by the provider. */
  readyTimeoutSeconds?: pulumi.Input<number>;
}

/** A login to another CipherTrust Manager, whose keys the service then manages; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless domains use it; nothing at the other manager changes. */
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

  /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Changes in place; once set, the service cannot empty it. Default: none. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** User at the other manager. Changes in place and tests the connection again. */
  declare readonly username: pulumi.Output<string>;
  /** Password of the user. Secret; never returned by the service. Changes in place and tests again. */
  declare readonly password: pulumi.Output<string>;
  /** Name of the domain to log in to at the other manager. Changes in place and tests again. Default: its root domain, from where all its domains are seen. */
  declare readonly domain: pulumi.Output<string | undefined>;
  /** Nodes of the other manager, at least one. Order has no meaning. Changes in place, all at once, and tests again. */
  declare readonly nodes: pulumi.Output<
    {
      /** Host name or address of the node. */
      hostname: string;
      /** Certificate that the node presents, PEM text. Default: the `ExternalCmServer` that names the host says what to trust. */
      serverCertificate?: string;
    }[]
  >;
  /** Parts of the service that may use the connection. Default `["cckm"]`, cloud key management. Order has no meaning. Changes in place. */
  declare readonly products: pulumi.Output<string[]>;
  /** Free JSON values by key. Changes in place; keys can be changed but not removed. Default: none. */
  declare readonly meta: pulumi.Output<Record<string, unknown> | undefined>;
  /** Labels, text by key. Changes in place. Default: none. */
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /** Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. Kept by the provider. */
  declare readonly readyTimeoutSeconds: pulumi.Output<number | undefined>;
  /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry domains. */
  declare readonly state: pulumi.Output<"untested" | "testing" | "ready" | "failed">;
  /** Why the last test failed, in the service's words; absent when it succeeded. */
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
  /** Id of the `ExternalCmConnection` to reach the other manager through; it must be, or become, `ready`. Changes in place, to a connection that sees the same domain. */
  connection: pulumi.Input<string>;
  /** Id of the domain at the other manager, as `getExternalCmDomains` shows it. A change replaces the container and, with it, the `ExternalCmKey`s declared in it. */
  domainId: pulumi.Input<string>;
}

/** A domain of another CipherTrust Manager: the container of `ExternalCmKey`s. It waits until its connection is `ready`. Destroying it leaves every key there untouched. */
export class ExternalCmDomain extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ExternalCmDomain",
    inputs: ["connection", "domainId"],
    outputs: ["name"],
  };

  /** Id of the `ExternalCmConnection` to reach the other manager through; it must be, or become, `ready`. Changes in place, to a connection that sees the same domain. */
  declare readonly connection: pulumi.Output<string>;
  /** Id of the domain at the other manager, as `getExternalCmDomains` shows it. A change replaces the container and, with it, the `ExternalCmKey`s declared in it. */
  declare readonly domainId: pulumi.Output<string>;
  /** Name of the domain at the other manager. */
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
  /** Id of the `ExternalCmDomain` that holds the key. A change replaces the key. */
  domainId: pulumi.Input<string>;
  /** Name of the key, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name in the program. A change replaces the key. */
  name?: pulumi.Input<string>;
  /** Algorithm: `aes`, `rsa`, `ec`, `hmac-sha1`, `hmac-sha256`, `hmac-sha384` or `hmac-sha512`. Default `aes`. A change replaces the key. */
  algorithm?: pulumi.Input<"aes" | "rsa" | "ec" | "hmac-sha1" | "hmac-sha256" | "hmac-sha384" | "hmac-sha512">;
  /** Size in bits: 128, 192 or 256 for `aes`; 1024 to 4096 for `rsa`. Default: the other manager's choice, 256 for `aes`. A change replaces the key. */
  size?: pulumi.Input<number>;
  /** Curve of an `ec` key: `secp224k1`, `secp224r1`, `secp256k1`, `secp384r1`, `secp521r1`, `prime256v1`, `brainpoolP224r1`, `brainpoolP224t1`, `brainpoolP256r1`, `brainpoolP256t1`, `brainpoolP384r1`, `brainpoolP384t1`, `brainpoolP512r1`, `brainpoolP512t1` or `curve25519`. Default: the other manager's choice. A change replaces the key. */
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
  >;
  /** What the key may do, a sum of bits: sign 1, verify 2, encrypt 4, decrypt 8, wrap 16, unwrap 32, export 64, MAC generate 128, MAC verify 256, derive 512. Default: the other manager's choice. Changes in place. */
  usageMask?: pulumi.Input<number>;
  /** Free text. Changes in place. Default: none. */
  description?: pulumi.Input<string>;
  /** Labels, text by key. Changes in place. Default: none. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** True to forbid deleting the key at the other manager, for everyone. Default false. Changes in place. */
  undeletable?: pulumi.Input<boolean>;
  /** True to forbid exporting the key's material; it can then not be uploaded into a cloud. Default false. Changes in place. */
  unexportable?: pulumi.Input<boolean>;
  /** What destroying the resource does: `retain` drops the service's record and leaves the key at the other manager, from where the next refresh brings the record back; `destroy` deletes the key there with all its versions, and what they encrypt is lost. Default `retain`. Kept by the provider. */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/** A key in a domain of another CipherTrust Manager, made and managed through the service. New versions, made there or here, are no change of the resource. Destroying it leaves the key there, unless `onDestroy` says otherwise. */
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

  /** Id of the `ExternalCmDomain` that holds the key. A change replaces the key. */
  declare readonly domainId: pulumi.Output<string>;
  /** Name of the key, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name in the program. A change replaces the key. */
  declare readonly name: pulumi.Output<string>;
  /** Algorithm: `aes`, `rsa`, `ec`, `hmac-sha1`, `hmac-sha256`, `hmac-sha384` or `hmac-sha512`. Default `aes`. A change replaces the key. */
  declare readonly algorithm: pulumi.Output<
    "aes" | "rsa" | "ec" | "hmac-sha1" | "hmac-sha256" | "hmac-sha384" | "hmac-sha512"
  >;
  /** Size in bits: 128, 192 or 256 for `aes`; 1024 to 4096 for `rsa`. Default: the other manager's choice, 256 for `aes`. A change replaces the key. */
  declare readonly size: pulumi.Output<number | undefined>;
  /** Curve of an `ec` key: `secp224k1`, `secp224r1`, `secp256k1`, `secp384r1`, `secp521r1`, `prime256v1`, `brainpoolP224r1`, `brainpoolP224t1`, `brainpoolP256r1`, `brainpoolP256t1`, `brainpoolP384r1`, `brainpoolP384t1`, `brainpoolP512r1`, `brainpoolP512t1` or `curve25519`. Default: the other manager's choice. A change replaces the key. */
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
    | undefined
  >;
  /** What the key may do, a sum of bits: sign 1, verify 2, encrypt 4, decrypt 8, wrap 16, unwrap 32, export 64, MAC generate 128, MAC verify 256, derive 512. Default: the other manager's choice. Changes in place. */
  declare readonly usageMask: pulumi.Output<number | undefined>;
  /** Free text. Changes in place. Default: none. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Labels, text by key. Changes in place. Default: none. */
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /** True to forbid deleting the key at the other manager, for everyone. Default false. Changes in place. */
  declare readonly undeletable: pulumi.Output<boolean>;
  /** True to forbid exporting the key's material; it can then not be uploaded into a cloud. Default false. Changes in place. */
  declare readonly unexportable: pulumi.Output<boolean>;
  /** What destroying the resource does: `retain` drops the service's record and leaves the key at the other manager, from where the next refresh brings the record back; `destroy` deletes the key there with all its versions, and what they encrypt is lost. Default `retain`. Kept by the provider. */
  declare readonly onDestroy: pulumi.Output<"retain" | "destroy">;
  /** State of the newest version: Pre-Active, Active, Deactivated, Compromised or Destroyed. */
  declare readonly state: pulumi.Output<string | undefined>;
  /** Kind of object: Symmetric Key, Private Key, and so on. */
  declare readonly objectType: pulumi.Output<string | undefined>;
  /** Number of the newest version; the first is 0. Rotation raises it. */
  declare readonly version: pulumi.Output<number>;
  /** Id of the newest version at the other manager. Rotation changes it. The API's public sources do not show this field. */
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

// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link LocalCa}. */
export interface LocalCaArgs extends CommonArgs {
  /**
   * Name of the CA in the service, unique. Default: the resource's name in the program. Changing it
   * forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * Common name of the CA's certificate. A CA that clients use cannot be replaced: declare a second
   * one, and move them to it first. Changing it forces replacement. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  cn: pulumi.Input<string>;
  /**
   * Other parts of its subject, such as `[{ country: "FR", organization: "Example" }]`. Default:
   * none. Changing it forces replacement. Write-only: the service never returns it, so changes
   * outside Pulumi are not detected.
   */
  names?: pulumi.Input<
    pulumi.Input<{
      /** Country, two letters. */
      country?: pulumi.Input<string | undefined>;
      /** State or province. */
      state?: pulumi.Input<string | undefined>;
      /** City or other locality (L). */
      locality?: pulumi.Input<string | undefined>;
      /** Organization. */
      organization?: pulumi.Input<string | undefined>;
      /** Unit of the organization. */
      organizationalUnit?: pulumi.Input<string | undefined>;
    }>[]
  >;
  /**
   * Algorithm of its key: `ECDSA` or `RSA`. Other values go to the service with a warning, for a
   * new object only. Default `ECDSA`. Changing it forces replacement. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  algorithm?: pulumi.Input<"ECDSA" | "RSA" | (string & Record<never, never>)>;
  /**
   * Size of its key in bits: 256, 384 or 521 for ECDSA, 1024 to 4096 for RSA. Default: the
   * service's choice, 256 or 2048. Changing it forces replacement. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  size?: pulumi.Input<number>;
  /**
   * Host names that its certificate carries. Default: none. Changing it forces replacement.
   * Compared as a set. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  dnsNames?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * E-mail addresses that its certificate carries. Default: none. Changing it forces replacement.
   * Compared as a set. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  emailAddresses?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * IP addresses that its certificate carries. Default: none. Changing it forces replacement.
   * Compared as a set. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  ipAddresses?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Id of the `LocalCa` that signs it and so makes it an intermediate CA. Default: it signs itself
   * and is a root. Changing it alone forces replacement, and requires `replaceOnChanges`.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  parent?: pulumi.Input<string>;
  /**
   * Days for which its certificate is valid, at least 1. Default `3650`. Changing it forces
   * replacement. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  duration?: pulumi.Input<number>;
  /**
   * True when clients may log in with certificates of this CA. Default: left to the service.
   * Updated in place. If removed, the service keeps its value. An update fails if the service keeps
   * another value.
   */
  allowClientAuthentication?: pulumi.Input<boolean>;
  /**
   * True when users may log in with certificates of this CA. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value.
   */
  allowUserAuthentication?: pulumi.Input<boolean>;
}

/**
 * A certificate authority whose key the service holds: a root that signs itself, or an intermediate
 * one signed by its `parent`. Destroying it ends the logins of every client whose certificate it
 * signed.
 *
 * @example
 *   ~~~ts
 *   const machines = new ciphertrust.LocalCa("machines", {
 *     cn: "Example Machines",
 *     names: [{ organization: "Example", country: "FR" }],
 *     duration: 1825,
 *     allowClientAuthentication: true,
 *   });
 *   ~~~
 */
export class LocalCa extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "LocalCa",
    inputs: [
      "name",
      "cn",
      "names",
      "algorithm",
      "size",
      "dnsNames",
      "emailAddresses",
      "ipAddresses",
      "parent",
      "duration",
      "allowClientAuthentication",
      "allowUserAuthentication",
    ],
    outputs: [
      "state",
      "uri",
      "certificate",
      "serialNumber",
      "subject",
      "issuer",
      "notBefore",
      "notAfter",
      "sha256Fingerprint",
    ],
    namedAfterResource: "name",
  };

  /**
   * Name of the CA in the service, unique. Default: the resource's name in the program. Changing it
   * forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Common name of the CA's certificate. A CA that clients use cannot be replaced: declare a second
   * one, and move them to it first. Changing it forces replacement. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  declare readonly cn: pulumi.Output<string>;
  /**
   * Other parts of its subject, such as `[{ country: "FR", organization: "Example" }]`. Default:
   * none. Changing it forces replacement. Write-only: the service never returns it, so changes
   * outside Pulumi are not detected.
   */
  declare readonly names: pulumi.Output<
    {
      /** Country, two letters. */
      country?: string;
      /** State or province. */
      state?: string;
      /** City or other locality (L). */
      locality?: string;
      /** Organization. */
      organization?: string;
      /** Unit of the organization. */
      organizationalUnit?: string;
    }[]
  >;
  /**
   * Algorithm of its key: `ECDSA` or `RSA`. Other values go to the service with a warning, for a
   * new object only. Default `ECDSA`. Changing it forces replacement. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  declare readonly algorithm: pulumi.Output<"ECDSA" | "RSA" | (string & Record<never, never>)>;
  /**
   * Size of its key in bits: 256, 384 or 521 for ECDSA, 1024 to 4096 for RSA. Default: the
   * service's choice, 256 or 2048. Changing it forces replacement. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  declare readonly size: pulumi.Output<number | undefined>;
  /**
   * Host names that its certificate carries. Default: none. Changing it forces replacement.
   * Compared as a set. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly dnsNames: pulumi.Output<string[]>;
  /**
   * E-mail addresses that its certificate carries. Default: none. Changing it forces replacement.
   * Compared as a set. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly emailAddresses: pulumi.Output<string[]>;
  /**
   * IP addresses that its certificate carries. Default: none. Changing it forces replacement.
   * Compared as a set. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly ipAddresses: pulumi.Output<string[]>;
  /**
   * Id of the `LocalCa` that signs it and so makes it an intermediate CA. Default: it signs itself
   * and is a root. Changing it alone forces replacement, and requires `replaceOnChanges`.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly parent: pulumi.Output<string | undefined>;
  /**
   * Days for which its certificate is valid, at least 1. Default `3650`. Changing it forces
   * replacement. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly duration: pulumi.Output<number>;
  /**
   * True when clients may log in with certificates of this CA. Default: left to the service.
   * Updated in place. If removed, the service keeps its value. An update fails if the service keeps
   * another value.
   */
  declare readonly allowClientAuthentication: pulumi.Output<boolean | undefined>;
  /**
   * True when users may log in with certificates of this CA. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value.
   */
  declare readonly allowUserAuthentication: pulumi.Output<boolean | undefined>;
  /** `pending` until it is signed, then `active`, finally `expired`. */
  declare readonly state: pulumi.Output<string>;
  /** URI of the CA in the service, as trusted CAs of interfaces name it. */
  declare readonly uri: pulumi.Output<string>;
  /** Its certificate, PEM. */
  declare readonly certificate: pulumi.Output<string>;
  /** Serial number of the certificate, decimal. */
  declare readonly serialNumber: pulumi.Output<string>;
  /** Subject of the certificate, such as `/O=Example/CN=Root`. */
  declare readonly subject: pulumi.Output<string>;
  /** Issuer of the certificate. */
  declare readonly issuer: pulumi.Output<string>;
  /** When the certificate begins to be valid, RFC 3339. */
  declare readonly notBefore: pulumi.Output<string>;
  /** When the certificate ends, RFC 3339. */
  declare readonly notAfter: pulumi.Output<string>;
  /** SHA-256 fingerprint of the certificate in hexadecimal digits. */
  declare readonly sha256Fingerprint: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LocalCa {
    return new LocalCa(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<LocalCa>[]> {
    return listOf("LocalCa", filters, options);
  }
  constructor(name: string, args: LocalCaArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link ExternalCa}. */
export interface ExternalCaArgs extends CommonArgs {
  /**
   * Name of the CA in the service, unique. Default: the resource's name in the program. Changing it
   * forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Certificate of the CA, PEM. Changing it forces replacement. */
  certificate: pulumi.Input<string>;
  /**
   * Id of the `ExternalCa` or `LocalCa` that signed this one. Default: none, it is a root. Changing
   * it forces replacement. Write-only: the service never returns it, so changes outside Pulumi are
   * not detected.
   */
  parent?: pulumi.Input<string>;
  /**
   * True when clients may log in with certificates of this CA. Default: left to the service.
   * Updated in place. If removed, the service keeps its value. An update fails if the service keeps
   * another value.
   */
  allowClientAuthentication?: pulumi.Input<boolean>;
  /**
   * True when users may log in with certificates of this CA. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value.
   */
  allowUserAuthentication?: pulumi.Input<boolean>;
}

/**
 * A certificate authority elsewhere whose certificates the service accepts. Destroying it ends the
 * logins of its clients.
 *
 * @example
 *   ~~~ts
 *   const partner = new ciphertrust.ExternalCa("partner", {
 *     certificate: config.require("partnerCa"),
 *     allowClientAuthentication: true,
 *   });
 *   ~~~
 */
export class ExternalCa extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ExternalCa",
    inputs: ["name", "certificate", "parent", "allowClientAuthentication", "allowUserAuthentication"],
    outputs: ["uri", "serialNumber", "subject", "issuer", "notBefore", "notAfter", "sha256Fingerprint"],
    namedAfterResource: "name",
  };

  /**
   * Name of the CA in the service, unique. Default: the resource's name in the program. Changing it
   * forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Certificate of the CA, PEM. Changing it forces replacement. */
  declare readonly certificate: pulumi.Output<string>;
  /**
   * Id of the `ExternalCa` or `LocalCa` that signed this one. Default: none, it is a root. Changing
   * it forces replacement. Write-only: the service never returns it, so changes outside Pulumi are
   * not detected.
   */
  declare readonly parent: pulumi.Output<string | undefined>;
  /**
   * True when clients may log in with certificates of this CA. Default: left to the service.
   * Updated in place. If removed, the service keeps its value. An update fails if the service keeps
   * another value.
   */
  declare readonly allowClientAuthentication: pulumi.Output<boolean | undefined>;
  /**
   * True when users may log in with certificates of this CA. Default: left to the service. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value.
   */
  declare readonly allowUserAuthentication: pulumi.Output<boolean | undefined>;
  /** URI of the CA in the service, as trusted CAs of interfaces name it. */
  declare readonly uri: pulumi.Output<string>;
  /** Serial number of the certificate, decimal. */
  declare readonly serialNumber: pulumi.Output<string>;
  /** Subject of the certificate, such as `/O=Example/CN=Root`. */
  declare readonly subject: pulumi.Output<string>;
  /** Issuer of the certificate. */
  declare readonly issuer: pulumi.Output<string>;
  /** When the certificate begins to be valid, RFC 3339. */
  declare readonly notBefore: pulumi.Output<string>;
  /** When the certificate ends, RFC 3339. */
  declare readonly notAfter: pulumi.Output<string>;
  /** SHA-256 fingerprint of the certificate in hexadecimal digits. */
  declare readonly sha256Fingerprint: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ExternalCa {
    return new ExternalCa(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<ExternalCa>[]> {
    return listOf("ExternalCa", filters, options);
  }
  constructor(name: string, args: ExternalCaArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link ClientProfile}. */
export interface ClientProfileArgs extends CommonArgs {
  /** Name of the profile, unique. Default: the resource's name in the program. Updated in place. */
  name?: pulumi.Input<string>;
  /**
   * Id of the `LocalCa` that signs the clients' certificates, or of the `ExternalCa` that has
   * signed them. Updated in place, for certificates to come. Default: left to the service. If
   * removed, the service keeps its value.
   */
  ca?: pulumi.Input<string>;
  /**
   * Days for which a client's certificate is valid, at least 1. Updated in place, for certificates
   * to come. Default `730`.
   */
  certDuration?: pulumi.Input<number>;
  /**
   * Names of the groups that clients join when they register. Updated in place, for clients to
   * come. Registered ones keep theirs, also those that are removed here, and previews say so.
   * Default: none. An update fails if the service keeps another value. Compared as a set.
   */
  groups?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * What the service writes into the certificate signing requests that it makes itself, for clients
   * that cannot make a key pair. Default: none. Updated in place.
   */
  csrParameters?: pulumi.Input<{
    /** Common name. */
    cn?: pulumi.Input<string | undefined>;
    /** Country, two letters. */
    country?: pulumi.Input<string | undefined>;
    /** State or province. */
    state?: pulumi.Input<string | undefined>;
    /** City or town. */
    city?: pulumi.Input<string | undefined>;
    /** Organization. */
    orgName?: pulumi.Input<string | undefined>;
    /** Unit of the organization. */
    orgUnit?: pulumi.Input<string | undefined>;
    /** E-mail address. */
    email?: pulumi.Input<string | undefined>;
  }>;
}

/**
 * How the certificates of clients are made and renewed: by which CA, for how long, and which groups
 * their owners join. Destroying it does not affect clients that registered with it.
 *
 * @example
 *   ~~~ts
 *   const builds = new ciphertrust.ClientProfile("builds", { ca: machines.id, certDuration: 90, groups: ["Key Users"] });
 *   ~~~
 */
export class ClientProfile extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ClientProfile",
    inputs: ["name", "ca", "certDuration", "groups", "csrParameters"],
    outputs: [],
    namedAfterResource: "name",
  };

  /** Name of the profile, unique. Default: the resource's name in the program. Updated in place. */
  declare readonly name: pulumi.Output<string>;
  /**
   * Id of the `LocalCa` that signs the clients' certificates, or of the `ExternalCa` that has
   * signed them. Updated in place, for certificates to come. Default: left to the service. If
   * removed, the service keeps its value.
   */
  declare readonly ca: pulumi.Output<string | undefined>;
  /**
   * Days for which a client's certificate is valid, at least 1. Updated in place, for certificates
   * to come. Default `730`.
   */
  declare readonly certDuration: pulumi.Output<number>;
  /**
   * Names of the groups that clients join when they register. Updated in place, for clients to
   * come. Registered ones keep theirs, also those that are removed here, and previews say so.
   * Default: none. An update fails if the service keeps another value. Compared as a set.
   */
  declare readonly groups: pulumi.Output<string[]>;
  /**
   * What the service writes into the certificate signing requests that it makes itself, for clients
   * that cannot make a key pair. Default: none. Updated in place.
   */
  declare readonly csrParameters: pulumi.Output<
    | {
        /** Common name. */
        cn?: string;
        /** Country, two letters. */
        country?: string;
        /** State or province. */
        state?: string;
        /** City or town. */
        city?: string;
        /** Organization. */
        orgName?: string;
        /** Unit of the organization. */
        orgUnit?: string;
        /** E-mail address. */
        email?: string;
      }
    | undefined
  >;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ClientProfile {
    return new ClientProfile(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<ClientProfile>[]> {
    return listOf("ClientProfile", filters, options);
  }
  constructor(name: string, args?: ClientProfileArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link RegistrationToken}. */
export interface RegistrationTokenArgs extends CommonArgs {
  /**
   * Id of the `ClientProfile` that clients registered with it follow. Updated in place, for clients
   * to come.
   */
  profile: pulumi.Input<string>;
  /**
   * How long it can be used: a number with `s`, `m`, `h` or `d`, such as `24h`. Default: unlimited.
   * Never returned; `validUntil` shows the end. Updated in place, counted from then.
   */
  lifetime?: pulumi.Input<string>;
  /**
   * How many clients can register with it, at least 1. Default: the service's choice, any number.
   * Updated in place. If removed, the service keeps its value. An update fails if the service keeps
   * another value.
   */
  maxClients?: pulumi.Input<number>;
  /**
   * Name prefix of clients that register without a name. Default: none. Changing it forces
   * replacement.
   */
  namePrefix?: pulumi.Input<string>;
  /**
   * The profile of another protocol that its clients follow, such as `{ KmipClientProfile: "name"
   * }`. Default: none. Changing it forces replacement.
   */
  label?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Labels to find it by. Default: none. Updated in place. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * Any values; a change of them creates a new token, for example to replace one that is used up.
   * Default: none. Not sent to the service.
   */
  triggers?: pulumi.Input<Record<string, unknown>>;
}

/**
 * Token with which clients register. Destroying it revokes it; clients that registered with it
 * stay.
 *
 * @example
 *   ~~~ts
 *   const token = new ciphertrust.RegistrationToken("build-server", { profile: builds.id, lifetime: "1h", maxClients: 1 });
 *   ~~~
 */
export class RegistrationToken extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "RegistrationToken",
    inputs: ["profile", "lifetime", "maxClients", "namePrefix", "label", "labels", "triggers"],
    outputs: ["token", "validUntil", "clientsRegistered"],
    secret: ["token"],
  };

  /**
   * Id of the `ClientProfile` that clients registered with it follow. Updated in place, for clients
   * to come.
   */
  declare readonly profile: pulumi.Output<string>;
  /**
   * How long it can be used: a number with `s`, `m`, `h` or `d`, such as `24h`. Default: unlimited.
   * Never returned; `validUntil` shows the end. Updated in place, counted from then.
   */
  declare readonly lifetime: pulumi.Output<string | undefined>;
  /**
   * How many clients can register with it, at least 1. Default: the service's choice, any number.
   * Updated in place. If removed, the service keeps its value. An update fails if the service keeps
   * another value.
   */
  declare readonly maxClients: pulumi.Output<number | undefined>;
  /**
   * Name prefix of clients that register without a name. Default: none. Changing it forces
   * replacement.
   */
  declare readonly namePrefix: pulumi.Output<string | undefined>;
  /**
   * The profile of another protocol that its clients follow, such as `{ KmipClientProfile: "name"
   * }`. Default: none. Changing it forces replacement.
   */
  declare readonly label: pulumi.Output<Record<string, string>>;
  /** Labels to find it by. Default: none. Updated in place. */
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /**
   * Any values; a change of them creates a new token, for example to replace one that is used up.
   * Default: none. Not sent to the service.
   */
  declare readonly triggers: pulumi.Output<Record<string, unknown>>;
  /** The token itself. Secret. Returned only on creation, and kept from then on. */
  declare readonly token: pulumi.Output<string>;
  /** Until when it can be used, RFC 3339; absent if unlimited. */
  declare readonly validUntil: pulumi.Output<string | undefined>;
  /** How many clients have registered with it. */
  declare readonly clientsRegistered: pulumi.Output<number>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): RegistrationToken {
    return new RegistrationToken(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: RegistrationTokenArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link ClientKeyPair}. */
export interface ClientKeyPairArgs extends CommonArgs {
  /**
   * Common name in the request. Default: the resource's name in the program. Changing it forces
   * replacement.
   */
  cn?: pulumi.Input<string>;
  /**
   * Other parts of its subject, such as `[{ country: "FR", organization: "Example" }]`. Default:
   * none. Changing it forces replacement.
   */
  names?: pulumi.Input<
    pulumi.Input<{
      /** Country, two letters. */
      country?: pulumi.Input<string | undefined>;
      /** State or province. */
      state?: pulumi.Input<string | undefined>;
      /** City or other locality (L). */
      locality?: pulumi.Input<string | undefined>;
      /** Organization. */
      organization?: pulumi.Input<string | undefined>;
      /** Unit of the organization. */
      organizationalUnit?: pulumi.Input<string | undefined>;
    }>[]
  >;
  /** Algorithm of the key: `ECDSA` or `RSA`. Default `ECDSA`. Changing it forces replacement. */
  algorithm?: pulumi.Input<"ECDSA" | "RSA">;
  /**
   * Size of the key in bits: 256, 384 or 521 for ECDSA, 2048 to 8192 for RSA. Default 256 or 2048.
   * Changing it forces replacement.
   */
  size?: pulumi.Input<number>;
  /** Host names in the request. Default: none. Changing it forces replacement. Compared as a set. */
  dnsNames?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * E-mail addresses in the request. Default: none. Changing it forces replacement. Compared as a
   * set.
   */
  emailAddresses?: pulumi.Input<pulumi.Input<string>[]>;
  /** IP addresses in the request. Default: none. Changing it forces replacement. Compared as a set. */
  ipAddresses?: pulumi.Input<pulumi.Input<string>[]>;
  /** Any values; a change of them creates a new key pair. Default: none. */
  triggers?: pulumi.Input<Record<string, unknown>>;
}

/**
 * A key pair that is made on the machine that runs Pulumi, with the certificate signing request for
 * it. The private key is stored as a secret in the stack's state and never sent to the service.
 * Destroying the resource removes it from the state.
 *
 * @example
 *   ~~~ts
 *   const keyPair = new ciphertrust.ClientKeyPair("build-server", { cn: "build-server" });
 *   ~~~
 */
export class ClientKeyPair extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ClientKeyPair",
    inputs: ["cn", "names", "algorithm", "size", "dnsNames", "emailAddresses", "ipAddresses", "triggers"],
    outputs: ["privateKey", "publicKey", "csr"],
    namedAfterResource: "cn",
    secret: ["privateKey"],
  };

  /**
   * Common name in the request. Default: the resource's name in the program. Changing it forces
   * replacement.
   */
  declare readonly cn: pulumi.Output<string>;
  /**
   * Other parts of its subject, such as `[{ country: "FR", organization: "Example" }]`. Default:
   * none. Changing it forces replacement.
   */
  declare readonly names: pulumi.Output<
    {
      /** Country, two letters. */
      country?: string;
      /** State or province. */
      state?: string;
      /** City or other locality (L). */
      locality?: string;
      /** Organization. */
      organization?: string;
      /** Unit of the organization. */
      organizationalUnit?: string;
    }[]
  >;
  /** Algorithm of the key: `ECDSA` or `RSA`. Default `ECDSA`. Changing it forces replacement. */
  declare readonly algorithm: pulumi.Output<"ECDSA" | "RSA">;
  /**
   * Size of the key in bits: 256, 384 or 521 for ECDSA, 2048 to 8192 for RSA. Default 256 or 2048.
   * Changing it forces replacement.
   */
  declare readonly size: pulumi.Output<number | undefined>;
  /** Host names in the request. Default: none. Changing it forces replacement. Compared as a set. */
  declare readonly dnsNames: pulumi.Output<string[]>;
  /**
   * E-mail addresses in the request. Default: none. Changing it forces replacement. Compared as a
   * set.
   */
  declare readonly emailAddresses: pulumi.Output<string[]>;
  /** IP addresses in the request. Default: none. Changing it forces replacement. Compared as a set. */
  declare readonly ipAddresses: pulumi.Output<string[]>;
  /** Any values; a change of them creates a new key pair. Default: none. */
  declare readonly triggers: pulumi.Output<Record<string, unknown>>;
  /**
   * The private key, PEM (PKCS #8). Secret; it is stored in the stack's state and never sent to the
   * service. Returned only on creation, and kept from then on.
   */
  declare readonly privateKey: pulumi.Output<string>;
  /** The public key, PEM. Returned only on creation, and kept from then on. */
  declare readonly publicKey: pulumi.Output<string>;
  /**
   * The certificate signing request, PEM (PKCS #10). Returned only on creation, and kept from then
   * on.
   */
  declare readonly csr: pulumi.Output<string>;

  constructor(name: string, args?: ClientKeyPairArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link RegisteredClient}. */
export interface RegisteredClientArgs extends CommonArgs {
  /**
   * Name of the client. Default: the resource's name in the program. Changing it forces
   * replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * The registration token. Used when the client is registered; a later change has no effect.
   * Secret. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  registrationToken: pulumi.Input<string>;
  /**
   * Certificate signing request that the client made, PEM; a local CA of the service signs it.
   * Changing it renews the certificate in place, for the key of the new request. Default: none.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  csr?: pulumi.Input<string>;
  /**
   * Certificate that a known `ExternalCa` has signed for the client, PEM, instead of `csr`.
   * Changing it renews in place: the new certificate counts. Default: none. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  externalCertificate?: pulumi.Input<string>;
  /**
   * Names of groups that the client is in. It joins those of its profile as well when it registers,
   * and others may add it to more. Updated in place: it leaves those that are removed here.
   * Default: none. An update fails if the service keeps another value. Compared as a set.
   */
  groups?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * What the request says that the service makes for a client which cannot make a key pair. Without
   * `csr` and `externalCertificate`, these or those of the profile are needed. The registration's
   * count where both are given. Changing it renews the certificate and its key in place. Default:
   * none. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  csrParameters?: pulumi.Input<{
    /** Common name. */
    cn?: pulumi.Input<string | undefined>;
    /** Country, two letters. */
    country?: pulumi.Input<string | undefined>;
    /** State or province. */
    state?: pulumi.Input<string | undefined>;
    /** City or town. */
    city?: pulumi.Input<string | undefined>;
    /** Organization. */
    orgName?: pulumi.Input<string | undefined>;
    /** Unit of the organization. */
    orgUnit?: pulumi.Input<string | undefined>;
    /** E-mail address. */
    email?: pulumi.Input<string | undefined>;
  }>;
  /**
   * The one field of the request's subject in which the service writes its own value, such as `CN`
   * or `OU`. Default: the service's choice. Changing it renews the certificate in place.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  subjectDnFieldToModify?: pulumi.Input<string>;
  /**
   * True to leave the subject of the request as it is. Changing it renews the certificate in place.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  doNotModifySubjectDn?: pulumi.Input<boolean>;
  /**
   * Days before its end at which the certificate is renewed, by the first `up` after that; a
   * preview announces it. At least 1; never before two thirds of the certificate's life are over.
   * Default: never. Not for `externalCertificate`. Not sent to the service.
   */
  renewBeforeDays?: pulumi.Input<number>;
  /**
   * True to revoke the client: it can no longer log in, and never again. Updated in place to true.
   * Changing it back to false is refused without other `triggers`, which register it again. The
   * same holds for a client that somebody else has revoked. Default `false`. An update fails if the
   * service keeps another value.
   */
  revoked?: pulumi.Input<boolean>;
  /**
   * Reason that a revocation gives, by `revoked` or on destroy: `unspecified`, `keyCompromise`,
   * `cACompromise`, `affiliationChanged`, `superseded`, `cessationOfOperation`, `certificateHold`,
   * `removeFromCRL`, `privilegeWithdrawn` or `aACompromise`. Default `cessationOfOperation`. Not
   * sent to the service.
   */
  revocationReason?: pulumi.Input<
    | "unspecified"
    | "keyCompromise"
    | "cACompromise"
    | "affiliationChanged"
    | "superseded"
    | "cessationOfOperation"
    | "certificateHold"
    | "removeFromCRL"
    | "privilegeWithdrawn"
    | "aACompromise"
  >;
  /**
   * On destroy, `delete` revokes the client and removes it. `revoke` revokes the client and keeps
   * its record. `retain` leaves a client that can still log in. Default `delete`. Not sent to the
   * service.
   */
  onDestroy?: pulumi.Input<"delete" | "revoke" | "retain">;
  /**
   * Any values; a change of them registers the client again, with a new identity. Default: none.
   * Not sent to the service.
   */
  triggers?: pulumi.Input<Record<string, unknown>>;
}

/**
 * A machine with an identity of its own, which logs in with a certificate. Its certificate comes
 * from its own request (`csr`), from an external CA (`externalCertificate`), or from the service,
 * which then makes the private key too. Destroying it revokes the client's access immediately,
 * unless `onDestroy` says otherwise.
 *
 * @example
 *   ~~~ts
 *   const server = new ciphertrust.RegisteredClient("build-server", {
 *     registrationToken: token.token,
 *     csr: keyPair.csr,
 *     renewBeforeDays: 30,
 *   });
 *   ~~~
 */
export class RegisteredClient extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "RegisteredClient",
    inputs: [
      "name",
      "registrationToken",
      "csr",
      "externalCertificate",
      "groups",
      "csrParameters",
      "subjectDnFieldToModify",
      "doNotModifySubjectDn",
      "renewBeforeDays",
      "revoked",
      "revocationReason",
      "onDestroy",
      "triggers",
    ],
    outputs: [
      "clientId",
      "certificate",
      "privateKey",
      "state",
      "ca",
      "issuer",
      "notBefore",
      "notAfter",
      "sha256Fingerprint",
    ],
    namedAfterResource: "name",
    secret: ["registrationToken", "privateKey"],
  };

  /**
   * Name of the client. Default: the resource's name in the program. Changing it forces
   * replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * The registration token. Used when the client is registered; a later change has no effect.
   * Secret. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly registrationToken: pulumi.Output<string>;
  /**
   * Certificate signing request that the client made, PEM; a local CA of the service signs it.
   * Changing it renews the certificate in place, for the key of the new request. Default: none.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly csr: pulumi.Output<string | undefined>;
  /**
   * Certificate that a known `ExternalCa` has signed for the client, PEM, instead of `csr`.
   * Changing it renews in place: the new certificate counts. Default: none. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly externalCertificate: pulumi.Output<string | undefined>;
  /**
   * Names of groups that the client is in. It joins those of its profile as well when it registers,
   * and others may add it to more. Updated in place: it leaves those that are removed here.
   * Default: none. An update fails if the service keeps another value. Compared as a set.
   */
  declare readonly groups: pulumi.Output<string[]>;
  /**
   * What the request says that the service makes for a client which cannot make a key pair. Without
   * `csr` and `externalCertificate`, these or those of the profile are needed. The registration's
   * count where both are given. Changing it renews the certificate and its key in place. Default:
   * none. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly csrParameters: pulumi.Output<
    | {
        /** Common name. */
        cn?: string;
        /** Country, two letters. */
        country?: string;
        /** State or province. */
        state?: string;
        /** City or town. */
        city?: string;
        /** Organization. */
        orgName?: string;
        /** Unit of the organization. */
        orgUnit?: string;
        /** E-mail address. */
        email?: string;
      }
    | undefined
  >;
  /**
   * The one field of the request's subject in which the service writes its own value, such as `CN`
   * or `OU`. Default: the service's choice. Changing it renews the certificate in place.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly subjectDnFieldToModify: pulumi.Output<string | undefined>;
  /**
   * True to leave the subject of the request as it is. Changing it renews the certificate in place.
   * Default `false`. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly doNotModifySubjectDn: pulumi.Output<boolean>;
  /**
   * Days before its end at which the certificate is renewed, by the first `up` after that; a
   * preview announces it. At least 1; never before two thirds of the certificate's life are over.
   * Default: never. Not for `externalCertificate`. Not sent to the service.
   */
  declare readonly renewBeforeDays: pulumi.Output<number | undefined>;
  /**
   * True to revoke the client: it can no longer log in, and never again. Updated in place to true.
   * Changing it back to false is refused without other `triggers`, which register it again. The
   * same holds for a client that somebody else has revoked. Default `false`. An update fails if the
   * service keeps another value.
   */
  declare readonly revoked: pulumi.Output<boolean>;
  /**
   * Reason that a revocation gives, by `revoked` or on destroy: `unspecified`, `keyCompromise`,
   * `cACompromise`, `affiliationChanged`, `superseded`, `cessationOfOperation`, `certificateHold`,
   * `removeFromCRL`, `privilegeWithdrawn` or `aACompromise`. Default `cessationOfOperation`. Not
   * sent to the service.
   */
  declare readonly revocationReason: pulumi.Output<
    | "unspecified"
    | "keyCompromise"
    | "cACompromise"
    | "affiliationChanged"
    | "superseded"
    | "cessationOfOperation"
    | "certificateHold"
    | "removeFromCRL"
    | "privilegeWithdrawn"
    | "aACompromise"
  >;
  /**
   * On destroy, `delete` revokes the client and removes it. `revoke` revokes the client and keeps
   * its record. `retain` leaves a client that can still log in. Default `delete`. Not sent to the
   * service.
   */
  declare readonly onDestroy: pulumi.Output<"delete" | "revoke" | "retain">;
  /**
   * Any values; a change of them registers the client again, with a new identity. Default: none.
   * Not sent to the service.
   */
  declare readonly triggers: pulumi.Output<Record<string, unknown>>;
  /** The client's identity, with which it requests tokens. */
  declare readonly clientId: pulumi.Output<string>;
  /** Its certificate, PEM. */
  declare readonly certificate: pulumi.Output<string | undefined>;
  /**
   * Private key of the certificate, PEM; only where the service made it, and then shown by the
   * service once only. Secret.
   */
  declare readonly privateKey: pulumi.Output<string | undefined>;
  /** `active`, `revoked` or `expired`. */
  declare readonly state: pulumi.Output<string | undefined>;
  /**
   * Id of the `LocalCa` or `ExternalCa` that signed the certificate: the service does not delete it
   * before the client.
   */
  declare readonly ca: pulumi.Output<string | undefined>;
  /** Issuer of the certificate. */
  declare readonly issuer: pulumi.Output<string | undefined>;
  /** When the certificate begins to be valid, RFC 3339. */
  declare readonly notBefore: pulumi.Output<string | undefined>;
  /** When the certificate ends, RFC 3339. */
  declare readonly notAfter: pulumi.Output<string | undefined>;
  /** SHA-256 fingerprint of the certificate in hexadecimal digits. */
  declare readonly sha256Fingerprint: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): RegisteredClient {
    return new RegisteredClient(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<RegisteredClient>[]> {
    return listOf("RegisteredClient", filters, options);
  }
  constructor(name: string, args: RegisteredClientArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

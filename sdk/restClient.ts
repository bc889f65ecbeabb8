import * as pulumi from "@pulumi/pulumi";
import { checkNames, type NamesOf } from "./arguments";
import {
  ClientKeyPair,
  ClientProfile,
  RegisteredClient,
  RegistrationToken,
  type ClientKeyPairArgs,
  type RegisteredClientArgs,
} from "./resources/clients";

/** Arguments of a {@link RestClient}. */
export interface RestClientArgs
  extends
    Pick<ClientKeyPairArgs, "names" | "algorithm" | "size" | "dnsNames" | "emailAddresses" | "ipAddresses">,
    Pick<
      RegisteredClientArgs,
      "subjectDnFieldToModify" | "doNotModifySubjectDn" | "revocationReason" | "onDestroy" | "adopt"
    > {
  /**
   * Id of the `LocalCa` that signs the client's certificate, or of the `ExternalCa` whose
   * certificate `sign` gives. Updated in place, for the next certificate. Change `keyTriggers` as
   * well to get that at once. Keep the former CA, and its `WebInterfaceTrust`, until an update
   * after that.
   */
  ca: pulumi.Input<string>;
  /**
   * Name of the client, of its profile, and the common name of its certificate. Default: the name
   * that the component has when it is created. A change registers it again.
   */
  name?: pulumi.Input<string>;
  /**
   * Days for which a certificate is valid, at least 1. Default 730. Updated in place, for the next
   * certificate.
   */
  certDuration?: pulumi.Input<number>;
  /**
   * Names of the groups that the client is in, which determine its permissions, besides those that
   * others add it to. Default: none. Updated in place: it leaves those that are removed here.
   */
  groups?: pulumi.Input<pulumi.Input<string>[]>;
  /** How long the registration token can be used, such as `1h`. Default `1h`. Updated in place. */
  tokenLifetime?: pulumi.Input<string>;
  /**
   * Days before its end at which the certificate is renewed. Default 30; never before two thirds of
   * its life are over. Not with `sign`. Updated in place.
   */
  renewBeforeDays?: pulumi.Input<number>;
  /**
   * Has an external CA sign the request: given the request, PEM, it returns the certificate, PEM.
   * Default: the local CA `ca` signs it.
   */
  sign?: (csr: pulumi.Output<string>) => pulumi.Input<string>;
  /**
   * Any values; a change of them creates a new key pair, and the certificate is renewed for it in
   * place. Default: none.
   */
  keyTriggers?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * Any values. A change of them creates a new token and registers the client again, with a new
   * identity, after it was revoked or removed. Default: none.
   */
  triggers?: pulumi.Input<Record<string, pulumi.Input<string>>>;
}

const restClientArguments: NamesOf<RestClientArgs> = {
  ca: true,
  name: true,
  names: true,
  algorithm: true,
  size: true,
  dnsNames: true,
  emailAddresses: true,
  ipAddresses: true,
  subjectDnFieldToModify: true,
  doNotModifySubjectDn: true,
  revocationReason: true,
  onDestroy: true,
  adopt: true,
  certDuration: true,
  groups: true,
  tokenLifetime: true,
  renewBeforeDays: true,
  sign: true,
  keyTriggers: true,
  triggers: true,
};

/** What a provider needs to log in as a client: the arguments of that name of {@link Provider}. */
export interface ClientLogin {
  /** Identity of the client. */
  clientId: pulumi.Output<string>;
  /** Its certificate, PEM. */
  clientCertificate: pulumi.Output<string>;
  /** Its private key, PEM. Secret. */
  clientKey: pulumi.Output<string>;
}

/**
 * The complete identity of a machine: a locally created key pair, a profile, a token, and the
 * registered client with its certificate. The private key is a secret output and never sent to the
 * service. Destroying it revokes the client's access.
 *
 * @example
 *   ~~~ts
 *   const pipeline = new ciphertrust.RestClient("pipeline", {
 *     ca: pipelines.id,
 *     certDuration: 90,
 *     groups: ["Key Admins", "CCKM Admins"],
 *   });
 *   ~~~
 */
export class RestClient extends pulumi.ComponentResource {
  /** The key pair, made on the machine that runs Pulumi. */
  readonly keyPair: ClientKeyPair;
  /** The profile that the client follows. */
  readonly profile: ClientProfile;
  /** The token it registered with, valid for this one client. */
  readonly token: RegistrationToken;
  /** The client as the service has it. */
  readonly client: RegisteredClient;
  /** The client's identity. */
  readonly clientId: pulumi.Output<string>;
  /** Its certificate, PEM. */
  readonly certificate: pulumi.Output<string>;
  /** Its private key, PEM. Secret. */
  readonly privateKey: pulumi.Output<string>;
  /** When the certificate ends, RFC 3339. */
  readonly notAfter: pulumi.Output<string | undefined>;
  /** The same as arguments of a {@link Provider}, which then logs in as this client. */
  readonly login: ClientLogin;

  constructor(name: string, args: RestClientArgs, opts?: pulumi.ComponentResourceOptions) {
    checkNames<RestClientArgs>(`RestClient "${name}"`, args, restClientArguments, ["ca"]);
    super("ciphertrust:index:RestClient", name, {}, opts);
    const parent = { parent: this };
    const triggers = pulumi.output(args.triggers ?? {}).apply((given) => ({ ...given }));
    const { names, algorithm, size, dnsNames, emailAddresses, ipAddresses, keyTriggers } = args;
    const subject = { names, algorithm, size, dnsNames, emailAddresses, ipAddresses };
    this.keyPair = new ClientKeyPair(name, { cn: args.name, ...subject, triggers: keyTriggers }, parent);
    const { ca, certDuration } = args;
    this.profile = new ClientProfile(name, { name: args.name, ca, certDuration }, parent);
    this.token = new RegistrationToken(
      name,
      {
        profile: this.profile.id,
        lifetime: args.tokenLifetime ?? "1h",
        maxClients: 1,
        // Another name means another client; a defaulted name is kept, like that of the key pair.
        triggers: pulumi
          .all([args.name ?? this.keyPair.cn, triggers])
          .apply(([client, given]) => ({ ...given, client })),
      },
      parent,
    );
    this.client = new RegisteredClient(name, { ...this.registration(args), name: args.name, triggers }, parent);
    this.clientId = this.client.clientId;
    this.certificate = this.client.certificate.apply((certificate) => certificate ?? "");
    this.privateKey = pulumi.secret(this.keyPair.privateKey);
    this.notAfter = this.client.notAfter;
    const { clientId, certificate, privateKey, notAfter } = this;
    this.login = { clientId, clientCertificate: certificate, clientKey: privateKey };
    this.registerOutputs({ clientId, certificate, privateKey, notAfter });
  }

  /**
   * What the client registers with: its request, or the certificate that an external CA gave for
   * it.
   */
  private registration(args: RestClientArgs): RegisteredClientArgs {
    const { subjectDnFieldToModify, doNotModifySubjectDn, revocationReason, onDestroy, adopt, groups } = args;
    return {
      subjectDnFieldToModify,
      doNotModifySubjectDn,
      revocationReason,
      onDestroy,
      adopt,
      groups,
      registrationToken: this.token.token,
      ...(args.sign
        ? { externalCertificate: args.sign(this.keyPair.csr) }
        : { csr: this.keyPair.csr, renewBeforeDays: args.renewBeforeDays ?? 30 }),
    };
  }
}

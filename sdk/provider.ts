import * as pulumi from "@pulumi/pulumi";
import { secretSettings, settingNames, type SettingName } from "../provider/api/settings";
import { inOrder } from "../provider/api/precedence";
import { checkNames, type NamesOf } from "./arguments";

/**
 * How to reach the service, and as whom. Each setting: from here, else from the stack's
 * configuration, else from the environment.
 */
export interface ProviderArgs {
  /**
   * Address of the service, `https://host[:port]`, with the path at which a gateway serves it, if
   * any. Stack: `ciphertrust:address`. Environment: `CIPHERTRUST_ADDRESS`. Required in one of these
   * places.
   */
  address?: pulumi.Input<string>;
  /**
   * User to log in as. Required unless `clientId`, a user's `clientCertificate` or `token` is
   * given. Stack: `ciphertrust:username`. Environment: `CIPHERTRUST_USERNAME`.
   */
  username?: pulumi.Input<string>;
  /**
   * Password of the user. Secret. Stack: `ciphertrust:password`. Environment:
   * `CIPHERTRUST_PASSWORD`.
   */
  password?: pulumi.Input<string>;
  /**
   * Domain to log in to. Default: the root domain. Refused with `clientId`: clients log in to the
   * root domain. Stack: `ciphertrust:domain`. Environment: `CIPHERTRUST_DOMAIN`.
   */
  domain?: pulumi.Input<string>;
  /**
   * Domain that holds the user's account. Default: the root domain. Stack:
   * `ciphertrust:authDomain`. Environment: `CIPHERTRUST_AUTH_DOMAIN`.
   */
  authDomain?: pulumi.Input<string>;
  /**
   * Path of the domain that holds the user's account, on CipherTrust Data Security Platform as a
   * Service; begins with `/`. Supersedes `authDomain`. Default: none. Stack:
   * `ciphertrust:authDomainPath`. Environment: `CIPHERTRUST_TENANT`.
   */
  authDomainPath?: pulumi.Input<string>;
  /**
   * LDAP or OIDC identity provider of the user. Default: local users. Stack:
   * `ciphertrust:connection`. Environment: `CIPHERTRUST_CONNECTION`.
   */
  connection?: pulumi.Input<string>;
  /**
   * Identity of a registered client to log in as, instead of a user; always to the root domain.
   * Stack: `ciphertrust:clientId`. Environment: `CIPHERTRUST_CLIENT_ID`.
   */
  clientId?: pulumi.Input<string>;
  /**
   * Certificate of that client, or of the user: alone, or beside the password. PEM text or a path.
   * Stack: `ciphertrust:clientCertificate`. Environment: `CIPHERTRUST_CLIENT_CERT`.
   */
  clientCertificate?: pulumi.Input<string>;
  /**
   * Private key of that certificate, PEM text or a path. Secret. Stack: `ciphertrust:clientKey`.
   * Environment: `CIPHERTRUST_CLIENT_KEY`.
   */
  clientKey?: pulumi.Input<string>;
  /**
   * API token that was issued elsewhere, to use instead of a login; never renewed or revoked.
   * Secret. Stack: `ciphertrust:token`. Environment: `CIPHERTRUST_TOKEN`.
   */
  token?: pulumi.Input<string>;
  /**
   * CA that signed the service's TLS certificate, PEM text or a path. Default: the system's CAs.
   * Stack: `ciphertrust:caCertificate`. Environment: `CIPHERTRUST_CA_CERT`.
   */
  caCertificate?: pulumi.Input<string>;
  /**
   * True to accept any TLS certificate; never in production. Default false. Stack:
   * `ciphertrust:insecureSkipTlsVerify`. Environment: `CIPHERTRUST_INSECURE_SKIP_TLS_VERIFY`.
   */
  insecureSkipTlsVerify?: pulumi.Input<boolean>;
  /**
   * Seconds for one call including its retries, at least 1. Default 60. Stack:
   * `ciphertrust:requestTimeoutSeconds`. Environment: `CIPHERTRUST_REQUEST_TIMEOUT_SECONDS`.
   */
  requestTimeoutSeconds?: pulumi.Input<number>;
  /**
   * Maximum number of retries after transient failures, at least 0. Default 5. Stack:
   * `ciphertrust:maxRetries`. Environment: `CIPHERTRUST_MAX_RETRIES`.
   */
  maxRetries?: pulumi.Input<number>;
  /**
   * Maximum number of concurrent calls, at least 1. Default 16. Stack:
   * `ciphertrust:maxConcurrency`. Environment: `CIPHERTRUST_MAX_CONCURRENCY`.
   */
  maxConcurrency?: pulumi.Input<number>;
  /**
   * True to read every object by itself in a refresh. Default false: many of one collection are
   * read from its list. Stack: `ciphertrust:individualReads`. Environment:
   * `CIPHERTRUST_INDIVIDUAL_READS`.
   */
  individualReads?: pulumi.Input<boolean>;
  /**
   * For how many seconds a node of a cluster may lag behind another one. An object that was made or
   * changed within the last five minutes is looked for that long before it counts as missing.
   * Default 30; 0 for a single node. Stack: `ciphertrust:clusterLagSeconds`. Environment:
   * `CIPHERTRUST_CLUSTER_LAG_SECONDS`.
   */
  clusterLagSeconds?: pulumi.Input<number>;
  /**
   * After a deliberate move: identities of the former services, separated by commas. The error
   * about a missing object names them. Their objects that this service does not have count as
   * deleted. Default: none. Stack: `ciphertrust:movedFrom`. Environment: `CIPHERTRUST_MOVED_FROM`.
   */
  movedFrom?: pulumi.Input<string>;
  /**
   * After the stack was renamed, or moved to another project, organization or backend:
   * `<former>=<present>`, each `organization/project/stack` or `project/stack`; several are
   * separated by commas. Objects whose ownership marks name the former stack then belong to the
   * present one, and to no other. Default: none. Stack: `ciphertrust:formerStacks`. Environment:
   * `CIPHERTRUST_FORMER_STACKS`.
   */
  formerStacks?: pulumi.Input<string>;
  /**
   * True to accept that all objects of the stack no longer exist in the service, after it was reset
   * or restored. Set it for one run. Default false: that is an error, and the state is not changed.
   * Stack: `ciphertrust:forgetMissing`. Environment: `CIPHERTRUST_FORGET_MISSING`.
   */
  forgetMissing?: pulumi.Input<boolean>;
}

/**
 * An explicit provider instance, for programs that speak to several services, domains or users:
 * pass it as the option `provider`. What is left out comes from the stack's configuration, else
 * from the environment of the process that runs Pulumi. Settings from the environment never enter
 * the state. An instance that says who calls (`username`, `clientId`, `token`, or a user's
 * `clientCertificate`) ignores who calls elsewhere. Settings change in place.
 *
 * @example
 *   ~~~ts
 *   const paris = new ciphertrust.Provider("paris", {
 *     address: config.require("parisAddress"),
 *     username: "admin",
 *     password: config.requireSecret("parisAdminPassword"),
 *     caCertificate: config.require("parisCa"),
 *   });
 *   ~~~
 */
export class Provider extends pulumi.ProviderResource {
  /** Its arguments, for functions that run in the program. @internal */
  readonly settings: pulumi.Output<Record<string, string>>;

  constructor(name: string, args: ProviderArgs = {}, opts: pulumi.ResourceOptions = {}) {
    checkNames<ProviderArgs>(`Provider "${name}"`, args, settingArguments);
    const stack = new pulumi.Config("ciphertrust");
    const setting = inOrder<SettingName, pulumi.Input<string>>([
      (key) => fromArgs(key, args),
      (key) => fromStack(key, stack),
    ]);
    const entries = settingNames
      .map((key) => [key, setting(key)] as const)
      .filter((entry): entry is [SettingName, pulumi.Input<string>] => entry[1] !== undefined);
    super(
      "pulumi-nodejs",
      name,
      Object.fromEntries(entries.map(([key, value]) => [`ciphertrust:${key}`, value])),
      opts,
    );
    this.settings = pulumi.output(Object.fromEntries(entries));
  }
}

const settingArguments = Object.fromEntries(settingNames.map((name) => [name, true])) as NamesOf<ProviderArgs>;

const isSecret = (key: SettingName) => secretSettings.includes(key);

function fromArgs(key: SettingName, args: ProviderArgs): pulumi.Input<string> | undefined {
  const given = args[key];
  if (given === undefined || given === "") return undefined;
  const text = pulumi.output(given).apply(String);
  return isSecret(key) ? pulumi.secret(text) : text;
}

function fromStack(key: SettingName, stack: pulumi.Config): pulumi.Input<string> | undefined {
  return (isSecret(key) ? stack.getSecret(key) : stack.get(key)) || undefined;
}

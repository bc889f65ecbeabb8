import { readFileSync, statSync } from "node:fs";
import { addressOf } from "./address";
import { checkLogin, type LoginSettings } from "./loginSettings";
import { certificatePem, isFor, isPem, pemFlaw, pemText, privateKeyPem, type PemKind } from "./pem";
import { printable } from "./printable";
import { inOrder } from "./precedence";
import { proxyOf, type Proxy } from "./proxy";
import { isStringified, stringified } from "./stringified";

/**
 * A stack that was renamed or moved: its former and its present name, each
 * `organization/project/stack` or `project/stack`.
 */
export interface FormerStack {
  readonly former: string;
  readonly present: string;
}

/** How to reach the service and as whom, complete and validated. */
export interface Settings extends LoginSettings {
  /** `https://host[:port][/path]`, without `/api/v1`. */
  address: string;
  /** PEM text. */
  caCertificate?: string;
  insecureSkipTlsVerify: boolean;
  requestTimeoutSeconds: number;
  maxRetries: number;
  maxConcurrency: number;
  /** True to read every object by itself, and none from a list. */
  individualReads: boolean;
  /** For how many seconds a node of the service may lag behind another one. */
  clusterLagSeconds: number;
  /** Identities of services whose objects count as deleted if this one does not have them. */
  movedFrom: readonly string[];
  /** Stacks whose objects are those of the stack that has the present name. */
  formerStacks: readonly FormerStack[];
  /** True to accept that every object of the stack is deleted. */
  forgetMissing: boolean;
  /**
   * The proxy of this machine, from its environment alone, unless the service is reached without
   * it.
   */
  proxy?: Proxy;
}

export type SettingName = Exclude<keyof Settings, "proxy">;

/**
 * The environment variable of each setting. The names are those that users of the vendor's
 * Terraform provider already export.
 */
export const environmentNames: Record<SettingName, string> = {
  address: "CIPHERTRUST_ADDRESS",
  username: "CIPHERTRUST_USERNAME",
  password: "CIPHERTRUST_PASSWORD",
  domain: "CIPHERTRUST_DOMAIN",
  authDomain: "CIPHERTRUST_AUTH_DOMAIN",
  authDomainPath: "CIPHERTRUST_TENANT",
  connection: "CIPHERTRUST_CONNECTION",
  clientId: "CIPHERTRUST_CLIENT_ID",
  clientCertificate: "CIPHERTRUST_CLIENT_CERT",
  clientKey: "CIPHERTRUST_CLIENT_KEY",
  token: "CIPHERTRUST_TOKEN",
  caCertificate: "CIPHERTRUST_CA_CERT",
  insecureSkipTlsVerify: "CIPHERTRUST_INSECURE_SKIP_TLS_VERIFY",
  requestTimeoutSeconds: "CIPHERTRUST_REQUEST_TIMEOUT_SECONDS",
  maxRetries: "CIPHERTRUST_MAX_RETRIES",
  maxConcurrency: "CIPHERTRUST_MAX_CONCURRENCY",
  individualReads: "CIPHERTRUST_INDIVIDUAL_READS",
  clusterLagSeconds: "CIPHERTRUST_CLUSTER_LAG_SECONDS",
  movedFrom: "CIPHERTRUST_MOVED_FROM",
  formerStacks: "CIPHERTRUST_FORMER_STACKS",
  forgetMissing: "CIPHERTRUST_FORGET_MISSING",
};

export const settingNames = Object.keys(environmentNames) as SettingName[];

/** Settings that must never be shown or stored in clear. */
export const secretSettings: readonly SettingName[] = ["password", "clientKey", "token"];

/** The configuration cannot be used. `message` lists every problem, each with the setting to change. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * Reads every setting from `configured` (the provider instance or the stack), else from
 * `environment`. An empty string counts as absent. Throws {@link SettingsError} with all problems at
 * once.
 */
export function readSettings(
  configured: (name: SettingName) => string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Settings {
  const text = textOf(configured, environment);
  const lost = settingNames.filter((name) => isStringified(text(name) ?? ""));
  const problems = lost.map((name) => told(name, stringified));
  const problem: Problem = (name, what) => void (lost.includes(name) || problems.push(told(name, what)));
  const settings: Settings = {
    address: addressOf(text("address"), (what) => problem("address", what)),
    username: text("username"),
    password: text("password"),
    domain: text("domain"),
    authDomain: text("authDomain"),
    authDomainPath: text("authDomainPath"),
    connection: text("connection"),
    clientId: text("clientId"),
    clientCertificate: pemOf("clientCertificate", text, problem, certificatePem),
    clientKey: pemOf("clientKey", text, problem, privateKeyPem),
    token: text("token"),
    caCertificate: pemOf("caCertificate", text, problem, certificatePem),
    insecureSkipTlsVerify: flagOf("insecureSkipTlsVerify", text, problem),
    requestTimeoutSeconds: numberOf("requestTimeoutSeconds", text, problem, { fallback: 60, least: 1, most: 86_400 }),
    maxRetries: numberOf("maxRetries", text, problem, { fallback: 5, least: 0, isCount: true }),
    maxConcurrency: numberOf("maxConcurrency", text, problem, { fallback: 16, least: 1, isCount: true }),
    individualReads: flagOf("individualReads", text, problem),
    clusterLagSeconds: numberOf("clusterLagSeconds", text, problem, { fallback: 30, least: 0, most: 600 }),
    movedFrom: identitiesOf(text, problem),
    formerStacks: stacksOf(text, problem),
    forgetMissing: flagOf("forgetMissing", text, problem),
  };
  const proxy = proxyOf(settings.address, environment, (what) => problems.push(what));
  checkLogin(text, problem, (name) => (configured(name) ? `ciphertrust:${name}` : environmentNames[name]));
  requirePair(settings, problem);
  if (problems.length === 0) return proxy ? { ...settings, proxy } : settings;
  throw new SettingsError(["The provider's configuration cannot be used:", ...problems].join("\n  - "));
}

const told = (name: SettingName, what: string) => `ciphertrust:${name} (${environmentNames[name]}) ${what}`;

type Text = (name: SettingName) => string | undefined;
type Problem = (name: SettingName, what: string) => undefined;

function textOf(configured: Text, environment: NodeJS.ProcessEnv): Text {
  return inOrder<SettingName, string>([
    (name) => configured(name) || undefined,
    (name) => environment[environmentNames[name]] || undefined,
  ]);
}

interface Range {
  fallback: number;
  least: number;
  most?: number;
  /** True for what is counted, which has no fractions. */
  isCount?: boolean;
}

function numberOf(name: SettingName, text: Text, problem: Problem, range: Range): number {
  const { fallback, least, most, isCount } = range;
  const value = Number(text(name) ?? fallback);
  const isNumber = isCount ? Number.isInteger(value) : Number.isFinite(value);
  if (isNumber && value >= least && value <= (most ?? value)) return value;
  problem(
    name,
    `must be a ${isCount ? "whole " : ""}number of at least ${least}${most === undefined ? "" : ` and at most ${most}`}`,
  );
  return fallback;
}

/** Whether a text has the form of what identifies a service: see `identity.ts`. */
const isIdentity = (text: string): boolean => /^(?!\w+:\/\/)[^\s,]+\/[\w-]*\.[\w-]*\.[\w-]*$/.test(text);

function identitiesOf(text: Text, problem: Problem): string[] {
  const entries = (text("movedFrom") ?? "").split(/[\s,]+/).filter(Boolean);
  const form = "must be <host>/<domain>.<origin>.<key>, as the error about a missing object names the service";
  if (!entries.every(isIdentity)) problem("movedFrom", `${form}; several are separated by commas`);
  return entries;
}

const isStack = (text: string | undefined) => /^[^/=]+(\/[^/=]+){1,2}$/.test(text ?? "");

/** Both names: a copy of the stack has the same settings in its state, and another name. */
function stacksOf(text: Text, problem: Problem): FormerStack[] {
  const entries = (text("formerStacks") ?? "")
    .replace(/\s*=\s*/g, "=")
    .split(/[\s,]+/)
    .filter(Boolean);
  return entries.flatMap((entry) => {
    const [former, present, ...rest] = entry.split("=");
    if (isStack(former) && isStack(present) && rest.length === 0) return [{ former: former!, present: present! }];
    const alone = isStack(entry)
      ? `: for ${entry}, write  ${entry}=<project>/<stack>  with the names that it has now`
      : "";
    problem("formerStacks", `must name both, the former stack and the present one, such as shop/old=shop/new${alone}`);
    return [];
  });
}

function flagOf(name: SettingName, text: Text, problem: Problem): boolean {
  const given = (text(name) ?? "false").toLowerCase();
  if (!["true", "false", "1", "0"].includes(given)) problem(name, "must be true or false");
  return given === "true" || given === "1";
}

/**
 * The blocks of PEM text; anything else is the path of a file that holds it. TLS passes over what
 * it cannot read, and then fails elsewhere.
 */
function pemOf(name: SettingName, text: Text, problem: Problem, kind: PemKind): string | undefined {
  const given = text(name);
  if (given === undefined) return undefined;
  if (isPem(given)) {
    const flaw = pemFlaw(given, kind);
    return flaw ? problem(name, `is ${flaw}`) : pemText(given, kind);
  }
  try {
    const content = readFileSync(given, "utf8");
    if (kind === privateKeyPem && isOpen(given)) {
      const advice = `run  chmod o= ${given}  , or give the PEM text itself`;
      return problem(name, `names a file that every user of this machine may read: ${advice}`);
    }
    const flaw = isPem(content) ? pemFlaw(content, kind) : "no PEM text";
    return flaw ? problem(name, `names a file that holds ${flaw}: ${given}`) : pemText(content, kind);
  } catch (error) {
    // What should be the path of a private key may be the key itself, in another form.
    const shown = kind === privateKeyPem ? "" : `: ${printable(given, 200)}`;
    return problem(name, `is neither PEM text nor a readable file (${(error as NodeJS.ErrnoException).code})${shown}`);
  }
}

/** Windows has no such bits. */
const isOpen = (file: string) => process.platform !== "win32" && (statSync(file).mode & 0o007) !== 0;

/** TLS would refuse the two together, but only while it connects. */
function requirePair({ clientCertificate, clientKey }: Settings, problem: Problem): void {
  if (!clientCertificate || !clientKey || isFor(clientCertificate, clientKey)) return;
  problem("clientKey", `does not belong to ciphertrust:clientCertificate (${environmentNames.clientCertificate})`);
}

import type * as z from "zod";
import { credentialsOf } from "../../provider/api/proxy";
import type { configForm } from "../pipeline/forms";

/** Collects the secrets of a stack, to find them in its logs. */

/** How Pulumi writes a secret into a deployment that is exported with `--show-secrets`. */
const secretSignature = "4dabf18193072939515e22adb298388d";
/** What follows it in Pulumi's protocol, to tell a secret from other values of this kind. */
const secretKind = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Every secret string of an exported deployment. Throws if one is marked as secret and cannot be
 * read: the log may have it in clear.
 */
export function secretsOfDeployment(deployment: unknown): string[] {
  if (Array.isArray(deployment)) return deployment.flatMap(secretsOfDeployment);
  if (!isObject(deployment)) return [];
  const { plaintext } = deployment;
  const values = Object.values(deployment);
  const isSecret = values.includes(secretKind);
  if (typeof plaintext === "string" && (isSecret || secretSignature in deployment)) {
    const value = parsed(plaintext);
    return [...textsIn(value), ...secretsOfDeployment(value)];
  }
  if (isSecret)
    throw new Error(
      "the stack's state has a secret in a form that is not known here. Update pulumi-ciphertrust, or use an earlier " +
        "Pulumi; --log-only finds fewer secrets",
    );
  return values.flatMap(secretsOfDeployment);
}

/**
 * The stack that a log is of, if its resources are none of this deployment's: the deployment's
 * secrets are then others.
 */
export function otherStackIn(log: string, deployment: unknown): string | undefined {
  const own = stacksIn(JSON.stringify(deployment));
  const named = stacksIn(log);
  return own.length === 0 || named.length === 0 || named.some((one) => own.includes(one)) ? undefined : named[0];
}

/** The stacks that URNs name, with their projects. */
const stacksIn = (text: string): string[] =>
  [...text.matchAll(/urn:pulumi:([^:\s]+)::([^:\s]+)::/g)].map(
    ([, stack, project]) => `${stack} of the project ${project}`,
  );

/** Every secret string of what `pulumi config --json --show-secrets` prints. */
export function secretsOfConfig(config: z.infer<typeof configForm>): string[] {
  return Object.values(config).flatMap((entry) => (entry.secret ? [entry.value, ...textsIn(parsed(entry.value))] : []));
}

/** Variables of the environment whose values are secret. */
const variables = [/^CIPHERTRUST_(PASSWORD|CLIENT_KEY|TOKEN)$/, /^PULUMI_(CONFIG_PASSPHRASE|ACCESS_TOKEN)$/];
/** Variables with a URL that may hold a password. */
const proxies = /^https?_proxy$/i;

export function secretsOfEnvironment(environment: NodeJS.ProcessEnv): string[] {
  const known = Object.entries(environment).filter(([name]) => variables.some((one) => one.test(name)));
  const ofProxies = Object.entries(environment).filter(([name]) => proxies.test(name));
  return [
    ...known.flatMap(([, value]) => value ?? []),
    ...ofProxies.flatMap(([, value]) => (value && URL.canParse(value) ? passwordIn(new URL(value)) : [])),
    // One that is not encoded as it has to be ends elsewhere for a URL.
    ...ofProxies.flatMap(([, value]) => /^\w+:\/\/[^:@]*:([^@]*@.*)@/s.exec(value ?? "")?.[1] ?? []),
  ];
}

/** As it is written, and as it is sent: a proxy that is refused may echo either. */
function passwordIn(url: URL): string[] {
  if (url.password === "") return [];
  try {
    const { pair, plain } = credentialsOf(url);
    return [url.password, plain, Buffer.from(pair).toString("base64")];
  } catch {
    return [url.password];
  }
}

/**
 * What the engine's own trace marks as secret: Go writes the pointer to a secret as `&{{…}}`. In
 * addition: private keys and signed tokens (JWT), which are recognizable. These are all the secrets
 * of failed operations, whose values are in no state.
 */
export function secretsInLog(log: string): string[] {
  const lines = log.split("\n");
  const messages = lines.map(messageOf);
  const marked = messages.flatMap((message) => {
    // A line about one property contains nothing else; in a line about several, a value with braces may be truncated.
    const [, whole] = /^\w+ing property for RPC\[.*\]: [^=]+=\{&\{\{(.*)\}\}\}$/s.exec(message) ?? [];
    return whole === undefined ? [...message.matchAll(/&\{\{(.*?)\}\}/gs)].map(([, part]) => part!) : [whole];
  });
  // A message that is not JSON may have several lines.
  const plain = lines.filter((line, index) => line === messages[index]).join("\n");
  const traced = messages.filter((message, index) => message !== lines[index]);
  const listed = [plain, ...traced].flatMap(listedIn);
  const keys = log.match(/-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----/gs) ?? [];
  const tokens = log.match(/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g) ?? [];
  const all = marked.flatMap((value) => [value, ...leavesOf(value)]);
  return [...all, ...listed, ...keys.map((key) => key.replaceAll("\\n", "\n")), ...tokens];
}

/**
 * The SDK prints a message of the protocol as a list of its fields. A secret's string ends where
 * the next field begins, with its name. A secret map or list has no such end: all that follows it
 * in the message counts.
 */
function listedIn(message: string): string[] {
  const mark = new RegExp(`${secretSignature},+${secretKind},value(,+)`, "g");
  return [...message.matchAll(mark)].map(({ 0: { length }, 1: commas = "", index }) => {
    const rest = message.slice(index + length);
    return commas.length > 4 ? rest : rest.replace(/,[^,\n]+,,,.*$/s, "");
  });
}

/** The engine logs JSON, a line for each message; anything else is its own message. */
function messageOf(line: string): string {
  if (!line.startsWith("{")) return line;
  const entry = parsed(line);
  return isObject(entry) && typeof entry.msg === "string" ? entry.msg : line;
}

/** The strings in Go's format `map[a:{one} b:{two}]` and `[{one} {two}]`. */
function leavesOf(value: string): string[] {
  if (!/^(map)?\[/.test(value)) return [];
  const leaves = [...value.matchAll(/\{([^{}]*)\}/g)].map(([, leaf]) => leaf!);
  return leaves.filter((leaf) => !["true", "false", "<nil>"].includes(leaf));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

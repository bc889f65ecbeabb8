import { isIPv4 } from "node:net";

/** The proxy between this machine and the service, as its environment variables name it. */
export interface Proxy {
  /** `http(s)://[user:password@]host[:port]`. Shown nowhere: see {@link Proxy.host}. */
  readonly url: string;
  /** Hosts that are reached without it, as `NO_PROXY` lists them. */
  readonly except: string;
  /** The variable, for messages. */
  readonly variable: string;
  /** `host[:port]`, for messages. */
  readonly host: string;
}

/**
 * In the order in which undici's `EnvHttpProxyAgent` reads them: lower case first, and that of HTTP
 * where HTTPS has none.
 */
const variables = [
  ["https_proxy", "HTTPS_PROXY"],
  ["http_proxy", "HTTP_PROXY"],
] as const;

/**
 * The proxy that the environment names; none for this machine's own addresses, where a proxy would
 * look for the service on itself. `NO_PROXY` is left to undici.
 */
export function proxyOf(
  address: string,
  environment: NodeJS.ProcessEnv,
  problem: (what: string) => void,
): Proxy | undefined {
  if (address === "" || isLoopback(new URL(address).hostname)) return undefined;
  const set = variables.map((pair) => pair.find((name) => environment[name] !== undefined));
  const variable = set.find((name) => name !== undefined && environment[name] !== "");
  if (variable === undefined) return undefined;
  const url = urlOf(environment[variable]!.trim());
  if (url) {
    return { url: url.href, except: environment.no_proxy ?? environment.NO_PROXY ?? "", variable, host: url.host };
  }
  problem(
    `${variable} must be http://[user:password@]host[:port] or the same with https, and nothing else. ` +
      "Percent-encode special characters of user and password: @ as %40, / as %2F, # as %23",
  );
  return undefined;
}

/**
 * What is not encoded ends the host early: a part of the password would be the host, which messages
 * show and DNS learns.
 */
const form = /^https?:\/\/([^@/\\?#\s]*@)?[^@/\\?#\s]+\/?$/i;

function urlOf(text: string): URL | undefined {
  const url = form.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return undefined;
  try {
    credentialsOf(url);
    return url;
  } catch {
    return undefined;
  }
}

/** What a URL's user and password stand for; throws if they are not encoded as they have to be. */
export function credentialsOf({ username, password }: Pick<URL, "username" | "password">): {
  pair: string;
  plain: string;
} {
  const plain = decodeURIComponent(password);
  return { pair: `${decodeURIComponent(username)}:${plain}`, plain };
}

const isLoopback = (host: string): boolean =>
  /(^|\.)localhost\.?$/.test(host) ||
  host === "[::1]" ||
  (isIPv4(host) && host.startsWith("127.")) ||
  /^\[::ffff:7f/.test(host);

/**
 * A proxy did not open a way to the service: nothing was sent. Its message never holds the proxy's
 * credentials.
 */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
  /** As Node's own errors of connections have one. */
  readonly code = "EPROXY";
  /** `status` is what the proxy responded, if it did. */
  constructor(
    readonly proxy: Proxy,
    readonly status?: number,
    options?: { cause?: unknown },
  ) {
    super(`the proxy ${proxy.host} did not connect`, options);
  }
}

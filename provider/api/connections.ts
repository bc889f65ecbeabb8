import { readFileSync } from "node:fs";
import * as tls from "node:tls";
import { buildConnector, EnvHttpProxyAgent, Pool, type Dispatcher } from "undici";
import { isUnknownIssuer } from "./errors";
import { credentialsOf, type Proxy } from "./proxy";
import type { Settings } from "./settings";
import { Tunnels } from "./tunnels";

/** Connections to the service: over TLS, kept alive, through a proxy where the machine has one. */

/** Far more than any page of a list, or any report. */
const longestResponse = 64 * 2 ** 20;
const idleTimeout = 4_000;
export const connectTimeout = 10_000;

type Connector = buildConnector.connector;

/** `ended` learns why a connection has ended, or could not be made. */
export function connections(settings: Settings, ended: (why: { code?: string }) => void): Dispatcher {
  const options: Pool.Options = {
    connections: settings.maxConcurrency,
    // An idle connection is closed before the service closes it: a call on a connection that was just closed is lost.
    keepAliveTimeout: idleTimeout,
    maxResponseSize: longestResponse,
    // One timeout covers the whole exchange instead.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connectorFor(settings),
  };
  const pool = (origin: string | URL, with_: object) => {
    const made = new Pool(origin, with_);
    made.on("disconnect", (_origin, _targets, error) => ended(error));
    made.on("connectionError", (_origin, _targets, error) => ended(error));
    return made;
  };
  return settings.proxy
    ? throughProxy(settings, settings.proxy, { ...options, factory: pool })
    : pool(new URL(settings.address).origin, options);
}

/** TLS to the service goes through the proxy, which sees its host and port and nothing else. */
function throughProxy(settings: Settings, proxy: Proxy, options: EnvHttpProxyAgent.Options): Dispatcher {
  const url = new URL(proxy.url);
  const basic = Buffer.from(credentialsOf(url).pair).toString("base64");
  const { caCertificate } = settings;
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: "",
    httpsProxy: url.origin,
    noProxy: proxy.except,
    ...(url.username === "" ? {} : { token: `Basic ${basic}` }),
    requestTls: tlsOf(settings, caCertificate === undefined ? undefined : [caCertificate, ...machinesCas()]),
    clientFactory: (url, more) =>
      new Tunnels(proxy, url, { ...more, headersTimeout: connectTimeout, connections: settings.maxConcurrency }),
  });
}

/**
 * Trusts the CA from the settings, and those that Node trusts on this machine. One context with all
 * of them would have to be given each of these, which takes a process some 75 milliseconds: so only
 * a certificate that it has not signed is shown to the others.
 */
function connectorFor(settings: Settings): Connector {
  const trusting = (ca?: string) => buildConnector(tlsOf(settings, ca));
  if (settings.caCertificate === undefined) return trusting();
  const first = trusting(settings.caCertificate);
  let machines: Connector | undefined;
  return (to, done) => {
    if (machines) return machines(to, done);
    first(to, (...result) => {
      if (!isUnknownIssuer(result[0])) return done(...result);
      const second = trusting();
      second(to, (...again) => {
        if (again[0] === null) machines = second;
        done(...again);
      });
    });
  };
}

function tlsOf(settings: Settings, ca?: string | string[]): buildConnector.BuildOptions {
  const { clientCertificate: cert, clientKey: key } = settings;
  return {
    timeout: Math.min(connectTimeout, settings.requestTimeoutSeconds * 1000),
    secureContext: tls.createSecureContext({ cert, key, minVersion: "TLSv1.2", ca }),
    rejectUnauthorized: !settings.insecureSkipTlsVerify,
  };
}

/**
 * What Node trusts by default. Before 22.15 it does not tell: then its own list and the file that
 * it was given.
 */
function machinesCas(): string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: "default") => string[] };
  if (getCACertificates) return getCACertificates("default");
  const { NODE_EXTRA_CA_CERTS: file } = process.env;
  try {
    return [...tls.rootCertificates, ...(file ? [readFileSync(file, "utf8")] : [])];
  } catch {
    // Node itself has warned of that file.
    return [...tls.rootCertificates];
  }
}

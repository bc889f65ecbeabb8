import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { forbidden } from "./errors";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** True when nobody but this machine can reach what listens there. */
export function isLoopback(host: string): boolean {
  return loopback.test(plain(host));
}

/**
 * Refuses requests that a web page makes a browser send. A page whose own name was pointed at this
 * machine sends that name as Host; any other page is foreign to the service, and the browser says
 * so.
 *
 * @param names by which the service may be called beside those of this machine
 * @param address at which the connection arrived
 */
export function refuseWebPages(headers: IncomingHttpHeaders, names: readonly string[], address = ""): void {
  const host = headers.host ?? "";
  const called = nameIn(host);
  const known = [...names, address.replace(/^::ffff:/, "")].map(plain);
  if (called === undefined || !(loopback.test(called) || known.includes(called))) {
    throw forbidden(`the emulator is not called "${host}"; its option --allowed-host makes a name known`);
  }
  const site = headers["sec-fetch-site"] ?? "none";
  const foreign = site !== "none" && site !== "same-origin";
  if (foreign || (headers.origin !== undefined && headers.origin !== `https://${host}`)) {
    throw forbidden("the emulator takes no requests from web pages");
  }
}

/** The name or address in a Host header, without its port. */
function nameIn(host: string): string | undefined {
  if (!/^[^\s/\\?#@]+$/.test(host) || !URL.canParse(`https://${host}`)) return undefined;
  return plain(new URL(`https://${host}`).hostname);
}

function plain(name: string): string {
  const bare = name.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return isIP(bare) === 6 ? new URL(`https://[${bare}]`).hostname.slice(1, -1) : bare;
}

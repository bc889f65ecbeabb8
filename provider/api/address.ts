import { isIPv6 } from "node:net";

/** Every call is below it: as a part of a pasted address it says nothing. */
const apiPath = /(\/+api\/+v1)?\/*$/;

/**
 * `https://host[:port]`, with the path below which a gateway publishes the service. What no call
 * would use is a problem: credentials must not go to whatever responds elsewhere. Messages show
 * nothing that may be a secret.
 */
export function addressOf(given: string | undefined, problem: (what: string) => void): string {
  const refused = (what: string) => {
    problem(what);
    return "";
  };
  if (given === undefined) {
    return refused("is missing: set it to the address of the service, for example https://ciphertrust.example.com");
  }
  const withScheme = given.includes("://") ? given : `https://${given}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (given.includes("@")) return refused("must not hold a user or password: it is https://host[:port][/path]");
  const bare = withScheme.trim().replace(/^https:\/\/|\/+$/gi, "");
  if (isIPv6(bare)) {
    return refused(`must have an IPv6 address in brackets: write  https://[${bare}]  , and a port after the brackets`);
  }
  if (url?.protocol !== "https:") {
    // Anything else may be a secret that was set in the wrong place.
    return refused(
      `must be an https address${url?.protocol === "http:" ? `, not "${url.origin}"` : flawOf(withScheme)}`,
    );
  }
  const address = `${url.origin}${url.pathname.replace(apiPath, "")}`;
  if (url.search !== "") return refused(`must not hold a query: ${withoutQuery(address, url.searchParams)}`);
  return url.hash === "" ? address : refused(`must not hold what follows #: write  ${url.origin}`);
}

/** Which part keeps an https address from being one; empty if that is not known. */
function flawOf(text: string): string {
  const [, host, port] = /^https:\/\/([^/?#:]*)(:[^/?#]*)?/i.exec(text.trim()) ?? [];
  if (host === "") return ", and has no host: write  https://host[:port][/path]";
  const isPort = port === undefined || (/^:\d*$/.test(port) && Number(port.slice(1)) <= 65_535);
  return isPort ? "" : ", and its port is no number from 1 to 65535";
}

/** The vendor's hosted service shows its users such an address. */
function withoutQuery(address: string, query: URLSearchParams): string {
  const tenant = query.get("tenant")?.replace(/^\/*/, "/");
  if (tenant === undefined) return `write  ${address}`;
  const path = /^[\w./-]+$/.test(tenant) ? tenant : "/<tenant>";
  return (
    `write  ${address}  , and set ciphertrust:authDomainPath (CIPHERTRUST_TENANT) to ${path}, ` +
    `and ciphertrust:domain (CIPHERTRUST_DOMAIN) to the domain to log in to`
  );
}

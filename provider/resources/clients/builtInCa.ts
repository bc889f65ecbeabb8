import type { Api, Wire } from "../../api/client";

/**
 * The CA that the service made for itself, which no program should declare. No field of a CA shows
 * that. It is identified by all of the following, so that a CA that somebody created is never
 * mistaken for it:
 *
 * - it is the oldest of its domain, and has the name that the service gives where nobody gives one;
 * - in the root domain: it signed itself, and has one of the subjects that public clients look it up
 *   by;
 * - in any other domain: it was signed by a CA outside of the domain. One that somebody makes there
 *   signs itself, or names a CA of the domain as its parent.
 *
 * That the first CA has a name of that form is inferred; where it has another, it is declared like
 * any other.
 */
export const builtIn = "builtIn";

const subjects = [
  "/C=US/ST=TX/L=Austin/O=Thales/CN=CipherTrust Root CA",
  // Of services that were set up before CipherTrust had its name.
  "/C=US/ST=MD/L=Belcamp/O=Gemalto/CN=KeySecure Root CA",
];

/** Every local CA; the one that the service made for itself says so in a field of its own. */
export async function listLocalCas(api: Api): Promise<Wire[]> {
  const cas = await api.list("/ca/local-cas");
  const madeAt = ({ createdAt }: Wire) => Date.parse(String(createdAt));
  return cas.map((ca) => {
    const isOldest = cas.every((one) => one === ca || madeAt(ca) < madeAt(one));
    return isOldest && isUnnamed(ca) && isFirst(ca) ? { ...ca, [builtIn]: true } : ca;
  });
}

const isUnnamed = ({ id, name }: Wire): boolean => name === `localca-${String(id)}`;

function isFirst({ uri, parent, subject, issuer }: Wire): boolean {
  const domain = domainIn(uri);
  if (domain === "kylo") return issuer === subject && subjects.includes(String(subject));
  return domain !== undefined && issuer !== subject && domainIn(parent) !== domain;
}

/** The part of a URI that names the domain: `kylo` for root, `kylo-<…>` for any other. */
const domainIn = (uri: unknown): string | undefined => /^kylo:([^:]+):/.exec(String(uri))?.[1];

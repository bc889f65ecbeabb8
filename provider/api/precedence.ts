/** A place where settings come from, such as the stack's configuration. */
export type Level<Name extends string, T> = (name: Name) => T | undefined;

/** Settings that say who calls the service, each in its own way. */
const callers: readonly string[] = ["token", "clientId", "username"];
/** Settings that say where the user's account is, each in its own way. */
const homes: readonly string[] = ["authDomain", "authDomainPath"];

/** What the level that says who calls hides of later levels, by how it says so. */
const hides: Record<"token" | "client" | "certificate" | "login", readonly string[]> = {
  /** A token says for which domain it was issued. */
  token: [...callers, "domain", "connection", ...homes],
  /** Clients log in to the root domain. */
  client: [...callers, "domain", "connection", ...homes],
  /**
   * The certificate is the user's, or that of the client which a later level names: the service
   * checks that the two match.
   */
  certificate: ["token", "username", "password", "connection"],
  login: callers,
};

/**
 * Reads each setting from the first level that has it. A level that says who calls hides what later
 * levels say about that: a provider instance with a token or a user's certificate must not call as
 * the user of the environment.
 */
export function inOrder<Name extends string, T>(levels: readonly Level<Name, T>[]): Level<Name, T> {
  const has = (level: Level<Name, T>, ...names: readonly string[]) =>
    names.some((name) => level(name as Name) !== undefined);
  const wayOf = (level: Level<Name, T>) => {
    if (has(level, "token")) return "token";
    if (has(level, "clientId")) return "client";
    if (has(level, ...callers)) return "login";
    return has(level, "clientCertificate") && !has(level, "password") ? "certificate" : undefined;
  };
  const ways = levels.map(wayOf);
  const decisive = ways.findIndex((way) => way !== undefined);
  const hidden = hides[ways[decisive] ?? "login"];
  const home = levels.findIndex((level) => has(level, ...homes));
  /** How many levels count. */
  const reach = (name: string) =>
    Math.min(
      decisive >= 0 && hidden.includes(name) ? decisive + 1 : levels.length,
      home >= 0 && homes.includes(name) ? home + 1 : levels.length,
    );
  return (name) => {
    for (const level of levels.slice(0, reach(name))) {
      const value = level(name);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

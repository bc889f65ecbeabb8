/** A place where settings come from, such as the stack's configuration. */
export type Level<Name extends string, T> = (name: Name) => T | undefined;

/** Settings that say who calls the service, each in its own way. */
const identities: readonly string[] = ["token", "clientId", "username"];
/** Settings that say where the user's account is, each in its own way. */
const homes: readonly string[] = ["authDomain", "authDomainPath"];
/** Settings of a login: they say nothing about a token that was issued elsewhere. */
const ofLogins: readonly string[] = ["domain", "connection", ...homes];

/**
 * Reads each setting from the first level that has it. A level that says who calls hides what later levels say about that: a
 * provider instance with a token must not log in as the user of the environment.
 */
export function inOrder<Name extends string, T>(levels: readonly Level<Name, T>[]): Level<Name, T> {
  /** How many levels count, up to the first with one of these settings. */
  const upTo = (names: readonly string[]) => {
    const at = levels.findIndex((level) => names.some((name) => level(name as Name) !== undefined));
    return at < 0 ? levels.length : at + 1;
  };
  const decisive = upTo(identities);
  const isToken = levels[decisive - 1]?.("token" as Name) !== undefined;
  const reach = (name: string) => {
    if (identities.includes(name) || (isToken && ofLogins.includes(name))) return decisive;
    return homes.includes(name) ? upTo(homes) : levels.length;
  };
  return (name) => {
    for (const level of levels.slice(0, reach(name))) {
      const value = level(name);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

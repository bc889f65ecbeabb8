/** The settings that say who logs in, and how. */
export interface LoginSettings {
  username?: string;
  password?: string;
  domain?: string;
  authDomain?: string;
  authDomainPath?: string;
  connection?: string;
  clientId?: string;
  /** PEM. */
  clientCertificate?: string;
  /** PEM. */
  clientKey?: string;
  token?: string;
}

type Name = keyof LoginSettings;
/** The settings as they are given, valid or not. */
type Given = (name: Name) => string | undefined;
type Problem = (name: Name, what: string) => void;
/** The setting or the variable that gives it, for messages. */
type Source = (name: Name) => string;

/** Reports login settings that are missing, or that contradict each other. */
export function checkLogin(given: Given, problem: Problem, source: Source): void {
  checkHome(given, problem, source);
  if (given("token")) return checkToken(given, problem, source);
  if (given("clientId")) return checkClient(given, problem, source);
  if (given("username") || given("password")) return checkUser(given, problem);
  if (!given("clientCertificate") && !given("clientKey")) return nobody(problem);
  requirePair(given, problem, "a user without ciphertrust:username and password logs in with a");
  if (given("connection")) problem("connection", "needs ciphertrust:username and password: a provider checks those");
}

function nobody(problem: Problem): void {
  const others = "ciphertrust:clientId, clientCertificate or token";
  problem("username", `is missing (or log in with ${others})`);
  problem("password", "is missing");
}

function checkClient(given: Given, problem: Problem, source: Source): void {
  requirePair(given, problem, "a client logs in with its");
  if (given("username"))
    problem("username", `contradicts ${source("clientId")}: a client logs in instead of a user; omit one of them`);
  refuseUnused(given, problem, `${source("clientId")}: a client always logs in to the root domain`);
}

/** A login to another domain than the one that is given would change the wrong objects. */
function refuseUnused(given: Given, problem: Problem, on: string): void {
  for (const name of ["domain", "authDomain", "authDomainPath", "connection"] as const)
    if (given(name)) problem(name, `has no effect on ${on}`);
}

function checkUser(given: Given, problem: Problem): void {
  const alone = given("clientCertificate") ? " (to log in with the certificate alone, omit ciphertrust:username)" : "";
  if (!given("username")) problem("username", "is missing");
  if (!given("password")) problem("password", `is missing${alone}`);
  if (given("clientCertificate") || given("clientKey")) requirePair(given, problem, "a certificate login needs the");
}

function requirePair(given: Given, problem: Problem, because: string): void {
  if (!given("clientCertificate")) problem("clientCertificate", `is missing: ${because} certificate`);
  if (!given("clientKey")) problem("clientKey", `is missing: ${because} private key`);
}

function checkToken(given: Given, problem: Problem, source: Source): void {
  const printable = /^[\x21-\x7e]+$/;
  if (!printable.test(given("token")!))
    problem("token", `must be the token alone, without "Bearer", spaces or line breaks`);
  for (const name of ["clientId", "username"] as const)
    if (given(name))
      problem(name, `contradicts ${source("token")}: a token is used instead of a login; omit one of them`);
  refuseUnused(given, problem, `${source("token")}: a token is valid for the domain that it was issued for`);
}

/** The domain that holds the account, by name or by path. */
function checkHome(given: Given, problem: Problem, source: Source): void {
  const path = given("authDomainPath");
  if (path === undefined) return;
  if (/\p{Cc}/u.test(path)) problem("authDomainPath", "must not contain control characters");
  if (!path.startsWith("/")) problem("authDomainPath", "must start with /");
  if (given("authDomain"))
    problem("authDomain", `contradicts ${source("authDomainPath")}, which supersedes it; omit one of them`);
}

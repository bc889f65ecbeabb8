import * as z from "zod";
import { badRequest } from "../../core/errors";
import { outside, type Scope, type WorldPart } from "../../core/scope";
import { readBody } from "../../core/world";
import { directories, type Directory } from "./directory";

const person = z.strictObject({
  username: z.string().min(1),
  password: z.string().min(1),
  name: z.string().optional(),
  email: z.string().optional(),
});

const directory = z.strictObject({
  kind: z.enum(["ldap", "oidc"]),
  url: z.string().min(1),
  account: z.string(),
  secret: z.string(),
  baseDn: z.string().optional(),
  users: z.array(person).default([]),
});

const schema = z.strictObject({ servers: z.array(directory).default([]) });

/** Of a person: `password: null` takes the person out of the directory. */
const change = z.strictObject({
  url: z.string(),
  ...person.partial().shape,
  username: z.string().min(1),
  password: z.string().nullable().optional(),
});

/** One directory and one provider, each with two people. */
const servers: z.input<typeof directory>[] = [
  {
    kind: "ldap",
    url: "ldaps://ldap.example.com",
    account: "cn=ciphertrust,dc=example,dc=com",
    secret: "Ldap-Demo-Password-1",
    baseDn: "ou=people,dc=example,dc=com",
    users: [
      { username: "alice", password: "Ldap-Alice-1", name: "Alice Archer", email: "alice@example.com" },
      { username: "bob", password: "Ldap-Bob-1", name: "Bob Baker" },
    ],
  },
  {
    kind: "oidc",
    url: "https://login.example.com/.well-known/openid-configuration",
    account: "ciphertrust",
    secret: "Oidc-Demo-Secret-1",
    users: [
      { username: "carol", password: "Oidc-Carol-1", name: "Carol Cook", email: "carol@example.com" },
      { username: "dave", password: "Oidc-Dave-1" },
    ],
  },
];

function seed(scope: Scope, part: unknown): void {
  for (const { url, ...facts } of schema.parse(part).servers)
    scope.put(directories, { ...facts, id: url, domain: outside });
}

const view = ({ id, domain: _domain, secret: _secret, users, ...facts }: Directory): object => ({
  url: id,
  ...facts,
  users: users.map(({ password: _password, ...rest }) => rest),
});

function changeUser(scope: Scope, body: unknown): object {
  const { url, password, ...facts } = readBody(change, body);
  const found = scope.need(directories, url);
  const before = found.users.find(({ username }) => username === facts.username);
  const others = found.users.filter((user) => user !== before);
  if (password === null) return view(scope.put(directories, { ...found, users: others }));
  const known = password ?? before?.password;
  if (known === undefined) throw badRequest("body.password: a new user needs one");
  return view(scope.put(directories, { ...found, users: [...others, { ...before, ...facts, password: known }] }));
}

/** The directories and identity providers behind the service. */
export const directoriesWorld: WorldPart = {
  name: "directories",
  schema,
  initial: { servers },
  seed,
  show: (scope) => ({ servers: scope.all(directories).map(view) }),
  changes: { users: changeUser },
};

import * as z from "zod";
import { moment } from "../moment";
import { defineResource, namedAfterResource } from "../../engine/definition";

/** A user of the service, in the domain the provider is logged in to. Destroying it deletes the user. */
export const user = defineResource({
  type: "User",
  path: "/usermgmt/users/",
  item: (id) => `/usermgmt/users/${encodeURIComponent(id)}`,
  id: "user_id",
  inputs: {
    /** Login name, unique without regard to case; none of `/`, `|`, `\`, `<`, `>`. Default: the resource's name in the program. A change replaces the user. */
    username: namedAfterResource(
      z
        .string()
        .min(1)
        .regex(/^[^/|\\<>]+$/, "must not hold / | \\ < or >"),
    ),
    /** Password, which must satisfy the service's password policy (by default 8 to 30 characters with a lower and an upper case letter, a digit and a special character). Secret; never returned, so that a change made elsewhere is not seen. Changes in place. Not needed for users who log in with a certificate only. */
    password: z.string().min(1).optional(),
    /** Name of the LDAP or OIDC identity provider that holds the account, as a login names it. Never returned. Default: an account of the service's own, `local_account`. A change replaces the user. */
    connection: z.string().min(1).optional(),
    /** True to make an account of the domain's own, where the domain allows it. Never returned. Default: the service's choice, false. A change replaces the user. */
    isDomainUser: z.boolean().optional(),
    /** Full name. Changes in place. Default: none. */
    name: z.string().optional(),
    /** E-mail address, unique. Changes in place. Default: none. */
    email: z.string().optional(),
    /** Ways to log in: `password`, `user_certificate` or `password_with_user_certificate`, the last on its own. Default: the service's choice, `password`. Changes in place. */
    allowedAuthMethods: z.array(z.enum(["password", "user_certificate", "password_with_user_certificate"])).optional(),
    /** Kinds of clients the user may log in from: `unregistered`, `public`, `confidential`. Default: the service's choice, all. Changes in place. */
    allowedClientTypes: z.array(z.enum(["unregistered", "public", "confidential"])).optional(),
    /** Subject distinguished name of the user's certificate. Changes in place. Default: none. */
    certificateSubjectDn: z.string().optional(),
    /** When the account expires, RFC 3339. Changes in place. Default: never. */
    expiresAt: moment.optional(),
    /** Name of the password policy. Default: the service's global one. Changes in place. */
    passwordPolicy: z.string().optional(),
    /** True to make the user choose a new password at the next login. Default: the service's choice, false. Changes in place. */
    passwordChangeRequired: z.boolean().optional(),
    /** True to keep the user out of the web interface. Default: the service's choice, false. Changes in place. */
    preventUiLogin: z.boolean().optional(),
    /** Free JSON values by key, which the user can change too. Changes in place. Default: the service's choice, none. */
    userMetadata: z.record(z.string(), z.unknown()).optional(),
  },
  outputs: {
    /** Id of the user in the service, `local|<uuid>`. */
    userId: z.string(),
  },
  filters: ["name", "username", "email", "groups", "excludeGroups", "authDomainName", "accountExpired"],
  unique: [["username"], ["email"]],
  immutable: ["username", "connection", "isDomainUser"],
  secret: ["password"],
  writeOnly: ["password", "connection", "isDomainUser"],
  unordered: ["allowedAuthMethods", "allowedClientTypes"],
  computed: [
    "allowedAuthMethods",
    "allowedClientTypes",
    "passwordPolicy",
    "passwordChangeRequired",
    "preventUiLogin",
    "userMetadata",
  ],
  wire: { preventUiLogin: "login_flags.prevent_ui_login" },
  mark: "app_metadata",
  existing: {
    // It ends by itself, when the user chooses a password.
    recall: () => ({ passwordChangeRequired: undefined }),
    owner: ({ username }) => (username === "admin" ? "the service: it came with this administrator" : undefined),
  },
});

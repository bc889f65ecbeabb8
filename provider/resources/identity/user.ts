import * as z from "zod";
import { segment } from "../../api/client";
import { moment } from "../moment";
import { anyCase } from "../names";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named, open } from "../../lifecycle/vocabulary/field";

/**
 * A user of the service, in the domain the provider is logged in to. Destroying it deletes the
 * user.
 */
export const user = defineResource({
  type: "User",
  path: "/usermgmt/users/",
  item: (id) => `/usermgmt/users/${segment(id)}`,
  id: "user_id",
  inputs: {
    /** Login name, unique without regard to case; without `/`, `|`, `\`, `<`, `>`. */
    username: named(
      z
        .string()
        .min(1)
        .regex(/^[^/|\\<>]+$/, "must not hold / | \\ < or >"),
      { change: "replace", as: anyCase },
    ),
    /**
     * Password, which must satisfy the service's password policy. The default is 8 to 30 characters
     * with a lower and an upper case letter, a digit and a special character. Not needed for users
     * who log in with a certificate only.
     */
    password: field(z.string().min(1).optional(), { seen: "never", secret: true }),
    /**
     * Name of the LDAP or OIDC identity provider that holds the account, as a login names it. Never
     * returned. Default: an account of the service's own, `local_account`.
     */
    connection: field(z.string().min(1).optional(), { change: "replace", seen: "never" }),
    /**
     * True to make an account of the domain's own, where the domain allows it. Never returned.
     * Default: the service's choice, false.
     */
    isDomainUser: field(z.boolean().optional(), { change: "replace", seen: "never" }),
    /** Full name. */
    name: z.string().optional(),
    /** E-mail address, unique. */
    email: z.string().optional(),
    /**
     * Ways to log in: `password`, `user_certificate` or `password_with_user_certificate`, the last
     * on its own. Default: the service's choice, `password`.
     */
    allowedAuthMethods: field(
      z.array(open(["password", "user_certificate", "password_with_user_certificate"])).optional(),
      { absent: "theirs", as: "set", guards: true },
    ),
    /**
     * Kinds of clients the user may log in from: `unregistered`, `public`, `confidential`. Default:
     * the service's choice, all.
     */
    allowedClientTypes: field(z.array(open(["unregistered", "public", "confidential"])).optional(), {
      absent: "theirs",
      as: "set",
      guards: true,
    }),
    /** Subject distinguished name of the user's certificate. */
    certificateSubjectDn: field(z.string().optional(), { guards: true }),
    /** When the account expires, RFC 3339. Default: never. */
    expiresAt: field(moment.optional(), { guards: true }),
    /** Name of the password policy. Default: the service's global one. */
    passwordPolicy: field(z.string().optional(), { absent: "theirs", guards: true }),
    /**
     * True to make the user choose a new password at the next login. Default: the service's choice,
     * false.
     */
    passwordChangeRequired: field(z.boolean().optional(), { absent: "theirs" }),
    /** True to keep the user out of the web interface. Default: the service's choice, false. */
    preventUiLogin: field(z.boolean().optional(), {
      absent: "theirs",
      wire: "login_flags.prevent_ui_login",
      guards: true,
    }),
    /**
     * Arbitrary JSON values by key, which the user can change too. Default: the service's choice,
     * none.
     */
    userMetadata: field(z.record(z.string(), z.unknown()).optional(), { absent: "theirs", as: "merge" }),
  },
  outputs: {
    /** Id of the user in the service, `local|<uuid>`. */
    userId: z.string(),
  },
  filters: [
    "name",
    "username",
    "email",
    "groups",
    "excludeGroups",
    "authDomainName",
    "accountExpired",
    "allowedAuthMethods",
    "allowedClientTypes",
    "passwordPolicy",
  ],
  unique: [["username"], ["email"]],
  mark: "app_metadata",
  existing: {
    // The service resets it when the user chooses a password.
    recall: () => ({ passwordChangeRequired: undefined }),
    owner: ({ username }) => (username === "admin" ? "the service: it came with this administrator" : undefined),
  },
});

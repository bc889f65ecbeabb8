import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { oneCertificate } from "../pem";
import { credential } from "../credential";

const path = "/usermgmt/connections/";

// The paths are not in the service's list of operations, but those that its public clients use.
/**
 * An LDAP directory whose users may log in to the service: its name is what a login gives as its
 * `connection`. Destroying it ends those logins; its users stay in the directory.
 */
export const ldapIdentityProvider = defineResource({
  type: "LdapIdentityProvider",
  path,
  item: (id) => `${path}${segment(id)}`,
  inputs: {
    /** Name that logins give as their `connection`, unique. */
    name: named(z.string().min(1), { change: "replace" }),
    /** URL of the directory, such as `ldaps://ldap.example.com:636`. */
    serverUrl: field(z.string().regex(/^ldaps?:\/\/[^/]/, "must be an ldap or ldaps URL"), {
      wire: "ldap_options.server_url",
    }),
    /** Distinguished name below which users are searched. */
    rootDn: field(z.string().min(1), { wire: "ldap_options.root_dn" }),
    /** Attribute of a user that holds the login name. */
    uidField: field(z.string().min(1).default("sAMAccountName"), { wire: "ldap_options.uid_field" }),
    /**
     * Distinguished name of the account that searches. Default: none, the directory is searched
     * without an account.
     */
    bindDn: field(credential().optional(), { wire: "ldap_options.bind_dn" }),
    /** Password of that account. */
    bindPassword: field(credential().optional(), {
      seen: "never",
      secret: true,
      wire: "ldap_options.bind_password",
    }),
    /** LDAP filter that users must pass. */
    searchFilter: field(z.string().optional(), { wire: "ldap_options.search_filter", guards: true }),
    /** Attribute of a user that groups name it by. */
    userDnField: field(z.string().optional(), { absent: "theirs", wire: "ldap_options.user_dn_field" }),
    /** Distinguished name below which groups are searched. Default: none, groups are not used. */
    groupBaseDn: field(z.string().optional(), { wire: "ldap_options.group_base_dn" }),
    /** LDAP filter that finds groups. */
    groupFilter: field(z.string().optional(), { wire: "ldap_options.group_filter", guards: true }),
    /** Attribute of a group that holds its name. */
    groupIdField: field(z.string().optional(), { wire: "ldap_options.group_id_field" }),
    /** Attribute of a group that holds its members. */
    groupMemberField: field(z.string().optional(), { wire: "ldap_options.group_member_field" }),
    /** Attribute that permanently identifies a user. Default: the service's choice, `uidField`. */
    guidField: field(z.string().optional(), { absent: "theirs", wire: "ldap_options.guid_field" }),
    /** Certificates of the CAs that signed the directory's own, PEM. */
    rootCas: field(z.array(oneCertificate("give each one as an item of its own")).default([]), {
      as: "set",
      wire: "ldap_options.root_cas",
      guards: true,
    }),
    /** True to accept any certificate of the directory; never in production. */
    insecureSkipVerify: field(z.boolean().default(false), { wire: "ldap_options.insecure_skip_verify", guards: true }),
    /**
     * True to let only users in that the service knows already. Default false: the first login
     * makes the user.
     */
    disableAutoCreate: field(z.boolean().default(false), { guards: true }),
  },
  outputs: {},
  fixed: { strategy: "ldap" },
  update: { together: [["serverUrl", "bindDn", "bindPassword"]] },
});

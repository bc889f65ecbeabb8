import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource, namedAfterResource } from "../../engine/definition";

const path = "/usermgmt/connections/";

// The paths are not in the service's list of operations, but those that its public clients use.
/** An LDAP directory whose users may log in to the service: its name is what a login gives as its `connection`. Destroying it ends those logins; its users stay in the directory. */
export const ldapIdentityProvider = defineResource({
  type: "LdapIdentityProvider",
  path,
  item: (id) => `${path}${segment(id)}`,
  inputs: {
    /** Name that logins give as their `connection`, unique. Default: the resource's name in the program. A change replaces the provider. */
    name: namedAfterResource(z.string().min(1)),
    /** URL of the directory, such as `ldaps://ldap.example.com:636`. Changes in place. */
    serverUrl: z.string().regex(/^ldaps?:\/\/[^/]/, "must be an ldap or ldaps URL"),
    /** Distinguished name below which users are searched. Changes in place. */
    rootDn: z.string().min(1),
    /** Attribute of a user that holds the login name. Default `sAMAccountName`. Changes in place. */
    uidField: z.string().min(1).default("sAMAccountName"),
    /** Distinguished name of the account that searches. Changes in place. Default: none, the directory is searched without an account. */
    bindDn: z.string().min(1).optional(),
    /** Password of that account. Secret; never returned, so that a change made elsewhere is not seen. Changes in place. */
    bindPassword: z.string().min(1).optional(),
    /** LDAP filter that users must pass. Changes in place. Default: none. */
    searchFilter: z.string().optional(),
    /** Attribute of a user that groups name it by. Default: the service's choice. Changes in place. */
    userDnField: z.string().optional(),
    /** Distinguished name below which groups are searched. Changes in place. Default: none, groups are not used. */
    groupBaseDn: z.string().optional(),
    /** LDAP filter that finds groups. Changes in place. Default: none. */
    groupFilter: z.string().optional(),
    /** Attribute of a group that holds its name. Changes in place. Default: none. */
    groupIdField: z.string().optional(),
    /** Attribute of a group that holds its members. Changes in place. Default: none. */
    groupMemberField: z.string().optional(),
    /** Attribute that identifies a user for ever. Default: the service's choice, `uidField`. Changes in place. */
    guidField: z.string().optional(),
    /** Certificates of the CAs that signed the directory's own, PEM. Changes in place. Default: none. */
    rootCas: z.array(z.string()).default([]),
    /** True to accept any certificate of the directory; never in production. Default false. Changes in place. */
    insecureSkipVerify: z.boolean().default(false),
    /** True to let only users in that the service knows already. Default false: the first login makes the user. Changes in place. */
    disableAutoCreate: z.boolean().default(false),
  },
  outputs: {},
  fixed: { strategy: "ldap" },
  immutable: ["name"],
  secret: ["bindPassword"],
  writeOnly: ["bindPassword"],
  together: [["serverUrl", "bindDn", "bindPassword"]],
  computed: ["userDnField", "guidField"],
  unordered: ["rootCas"],
  wire: {
    serverUrl: "ldap_options.server_url",
    rootDn: "ldap_options.root_dn",
    uidField: "ldap_options.uid_field",
    bindDn: "ldap_options.bind_dn",
    bindPassword: "ldap_options.bind_password",
    searchFilter: "ldap_options.search_filter",
    userDnField: "ldap_options.user_dn_field",
    groupBaseDn: "ldap_options.group_base_dn",
    groupFilter: "ldap_options.group_filter",
    groupIdField: "ldap_options.group_id_field",
    groupMemberField: "ldap_options.group_member_field",
    guidField: "ldap_options.guid_field",
    rootCas: "ldap_options.root_cas",
    insecureSkipVerify: "ldap_options.insecure_skip_verify",
  },
});

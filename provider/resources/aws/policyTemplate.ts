import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { parsedPolicy, policyFailures, policyLists } from "./keyActions";
import { iamName, policyDocument } from "./keySchemas";
import { awsKeys, bareNames } from "./keyRecord";
import { awsKms } from "./kms";

const templates = "/cckm/aws/templates";

/** A key policy that many keys of an account follow: a change is pushed to every key that uses it. Destroying it is refused while keys use it. */
export const awsPolicyTemplate = defineResource({
  type: "AwsPolicyTemplate",
  path: templates,
  feature: "CCKM",
  inputs: {
    /** Name of the template, unique in the service. Default: the resource's name in the program. A change replaces the template. */
    name: namedAfterResource(z.string().min(1)),
    /** Id of the `AwsKms` container, the AWS account, whose keys may use it. A change replaces the template. */
    kms: z.string().min(1),
    /** Key policy, a JSON document as text or object; its formatting has no meaning. Either this or some of the five lists. Changes in place, in all keys that use the template. */
    policy: policyDocument.optional(),
    /** IAM users, by name, that may use the keys. Changes in place, in all keys that use the template. */
    keyUsers: z.array(iamName).optional(),
    /** IAM roles, by name, that may use the keys. Changes in place, in all keys that use the template. */
    keyUsersRoles: z.array(iamName).optional(),
    /** IAM users, by name, that may administer the keys. Changes in place, in all keys that use the template. */
    keyAdmins: z.array(iamName).optional(),
    /** IAM roles, by name, that may administer the keys. Changes in place, in all keys that use the template. */
    keyAdminsRoles: z.array(iamName).optional(),
    /** Other AWS accounts, 12 digits each, that may use the keys. Changes in place, in all keys that use the template. */
    externalAccounts: z.array(z.string().regex(/^\d{12}$/, "must be AWS account numbers of 12 digits")).optional(),
  },
  outputs: {
    /** AWS account number of the container. */
    accountId: z.string().optional(),
    /** True once a key has used it: AWS has accepted the policy. */
    isVerified: z.boolean().optional(),
  },
  immutable: ["name", "kms"],
  unordered: policyLists,
  json: ["policy"],
  computed: ["policy", ...policyLists],
  needs: { kms: awsKms },
  filters: ["id", "name", "accountId", "kms", "isVerified"],
  wire: {
    policy: { encode: parsedPolicy },
    keyUsers: { decode: bareNames },
    keyUsersRoles: { decode: bareNames },
    keyAdmins: { decode: bareNames },
    keyAdminsRoles: { decode: bareNames },
  },
  actions: [
    {
      inputs: ["policy", ...policyLists],
      run({ api, inputs }, { id }) {
        const { policy, keyUsers, keyUsersRoles, keyAdmins, keyAdminsRoles, externalAccounts } = inputs;
        const lists = {
          key_users: keyUsers ?? [],
          key_users_roles: keyUsersRoles ?? [],
          key_admins: keyAdmins ?? [],
          key_admins_roles: keyAdminsRoles ?? [],
          external_accounts: externalAccounts ?? [],
        };
        const wanted = policy === undefined ? lists : { policy: parsedPolicy(policy) };
        // The service refuses to change a template that keys use unless it may change those keys as well.
        return api.patch(`${templates}/${segment(id)}`, { ...wanted, auto_push: true });
      },
    },
  ],
  hooks: {
    check(inputs): Failure[] {
      const lists = policyLists.filter((key) => inputs[key]);
      if (inputs.policy === undefined && lists.length === 0) {
        return [{ property: "policy", reason: "is required, or one of the lists of users, roles and accounts" }];
      }
      return policyFailures(inputs);
    },
    async users(api, id) {
      const keys = await api.list(awsKeys, { cckm_policy_template_id: id });
      return keys.length === 0 ? undefined : `${keys.length} AWS keys (policyTemplate)`;
    },
  },
});

import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named, onDestroy, ref } from "../../lifecycle/vocabulary/field";
import { templateRules, policyLists } from "./keyActions";
import { policyInput } from "./policy";
import { accountId, iamName } from "./keySchemas";
import { bareNames } from "./keyRecord";
import { awsKms } from "./kms";

const templates = "/cckm/aws/templates";

/** IAM users or roles, or accounts, that the service puts into a key's policy. */
export const principals = field(z.array(iamName).optional(), {
  absent: "theirs",
  as: "set",
  wire: { decode: bareNames },
  guards: true,
});
export const externalAccounts = field(z.array(accountId).optional(), { absent: "theirs", as: "set", guards: true });

/**
 * A key policy that many keys of an account follow: a change is pushed to every key that uses it.
 * Destroying it is refused while keys use it, also keys that are pending deletion; see
 * `onDestroy`.
 */
export const awsPolicyTemplate = defineResource({
  type: "AwsPolicyTemplate",
  path: templates,
  inputs: {
    /** Name of the template, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /** Id of the `AwsKms` container, the AWS account, whose keys may use it. */
    kms: ref(awsKms, { change: "replace" }),
    /**
     * Key policy, a JSON document as string or object. Either this or some of the five lists of
     * users and roles. A template made with neither has AWS's default policy, which leaves access
     * to the account's IAM policies. Updated in place, in all keys that use the template.
     */
    policy: policyInput("policy"),
    /**
     * IAM users, by name, that may use the keys. Updated in place, in all keys that use the
     * template.
     */
    keyUsers: principals,
    /**
     * IAM roles, by name, that may use the keys. Updated in place, in all keys that use the
     * template.
     */
    keyUsersRoles: principals,
    /**
     * IAM users, by name, that may administer the keys. Updated in place, in all keys that use the
     * template.
     */
    keyAdmins: principals,
    /**
     * IAM roles, by name, that may administer the keys. Updated in place, in all keys that use the
     * template.
     */
    keyAdminsRoles: principals,
    /**
     * Other AWS accounts, 12 digits each, that may use the keys. Updated in place, in all keys that
     * use the template.
     */
    externalAccounts,
    /**
     * On destroy, `delete` deletes the template. The service refuses that until AWS has deleted
     * every key that uses it. `retain` leaves it.
     */
    onDestroy: onDestroy({ delete: ["DELETE"], retain: [] }),
  },
  outputs: {
    /** AWS account number of the container. */
    accountId: z.string().optional(),
    /** True once a key has used it: AWS has accepted the policy. */
    isVerified: z.boolean().optional(),
  },
  filters: ["id", "name", "accountId", "kms", "isVerified"],
  // The service refuses to change a template that keys use unless it may change those keys as well.
  update: { whole: policyLists, with: { auto_push: true } },
  rules: templateRules,
});

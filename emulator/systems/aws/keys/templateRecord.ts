import type { JsonObject } from "../../../core/fields";
import { addresses, type Header } from "../../../core/scope";
import { defineKind } from "../../../core/store";

/** A key policy, or the lists to make one from, for all keys of an account. */
export interface Template extends Header {
  readonly name: string;
  readonly account_id: string;
  readonly kms?: string;
  readonly kms_name?: string;
  readonly policy?: JsonObject;
  readonly key_users: readonly string[];
  readonly key_users_roles: readonly string[];
  readonly key_admins: readonly string[];
  readonly key_admins_roles: readonly string[];
  readonly external_accounts: readonly string[];
  /** True once it has been applied to a key. */
  readonly is_verified: boolean;
}

export const templates = defineKind<Template>("aws-policy-templates", {
  address: addresses,
  name: (template) => template.name,
});

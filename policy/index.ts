// From the module that holds them: the declarations of the package itself name two exports that they leave out.
import type { ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy/policy";
import { clientCertificateDays, registrationTokenLimits } from "./clients";
import { connectionRefresh } from "./connectionRefresh";
import { keyProtection } from "./keyProtection";
import { keyRotation } from "./keyRotation";
import { oneRotator } from "./oneRotator";
import { tlsVerification } from "./tlsVerification";

/** The rules of this package's policy pack, for packs of your own. */

export type { ClientCertificateRule, RegistrationTokenRule } from "./clients";
export type { ConnectionRefreshRule } from "./connectionRefresh";
export type { KeyProtectionRule } from "./keyProtection";
export type { KeyRotationRule } from "./keyRotation";
export type { OneRotatorRule } from "./oneRotator";

export {
  clientCertificateDays,
  connectionRefresh,
  keyProtection,
  keyRotation,
  oneRotator,
  registrationTokenLimits,
  tlsVerification,
};

/**
 * All of them. Their enforcement level is that of their pack, unless its configuration overrides
 * it.
 */
export const policies: (ResourceValidationPolicy | StackValidationPolicy)[] = [
  keyRotation,
  oneRotator,
  keyProtection,
  tlsVerification,
  connectionRefresh,
  registrationTokenLimits,
  clientCertificateDays,
];

import type { Definition } from "../engine/definition";
import { awsConnection } from "./aws/connection";
import { awsKey } from "./aws/key";
import { awsKms } from "./aws/kms";
import { domain } from "./identity/domain";
import { group } from "./identity/group";
import { user } from "./identity/user";
import { license } from "./licensing/license";
import { trialLicense } from "./licensing/trialLicense";
import { refresh } from "./refresh";
import { keyRotation } from "./schedules/keyRotation";
import { refreshSchedule } from "./schedules/refreshSchedule";
import { rotationSchedule } from "./schedules/rotationSchedule";
import { vaultKey } from "./vault/key";

/** Every resource there is. A plain array, so that the compiler never computes a union of them all. */
export const registry: readonly Definition[] = [
  awsConnection,
  awsKms,
  awsKey,
  domain,
  group,
  user,
  license,
  trialLicense,
  refresh,
  keyRotation,
  refreshSchedule,
  rotationSchedule,
  vaultKey,
];

/** The definition of one type. Throws when there is none. */
export function definitionOf(type: string): Definition {
  const definition = registry.find((one) => one.type === type);
  if (definition) return definition;
  throw new Error(
    `this version of pulumi-ciphertrust has no resource ${type}: install the version that made the stack`,
  );
}

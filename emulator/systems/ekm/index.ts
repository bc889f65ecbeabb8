import type { Scope, System } from "../../core/scope";
import { scheduledRotation } from "../../shared/scheduledRotation";
import { vaultKeys } from "../vault/record";
import { dataplaneOperations } from "./dataplane";
import { endpointOperations, endpoints, rotateEndpoint, type Endpoint } from "./endpoints";
import { storedOperations } from "./stored";

const rotation = scheduledRotation<Endpoint>({
  cloudName: "ekm",
  kind: endpoints,
  usable: ({ enabled }) => enabled,
  idOf: ({ name }) => name,
  since: ({ rotated_at, createdAt }) => rotated_at ?? createdAt,
  rotate: rotateEndpoint,
});

/** Keys that stay in the service and are called from Google Cloud (EKM). */
export const ekm: System = {
  name: "ekm",
  operations: { ...endpointOperations, ...dataplaneOperations, ...storedOperations },
  schedules: [rotation],
  uses: (scope: Scope, { type, id }) => {
    const named = ({ name }: Endpoint): string => `the EKM endpoint ${name}`;
    const key = type === "vault-key" ? scope.get(vaultKeys, id) : undefined;
    return key === undefined ? [] : scope.by(endpoints, "kek", key.name).map(named);
  },
};

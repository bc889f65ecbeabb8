import * as z from "zod";
import { invalid } from "../../core/errors";
import { outside, type Call, type System, type WorldPart } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { scheduledRotation } from "../../shared/scheduledRotation";
import { connections } from "../../shared/connections";
import { dataPlane, endpointOperations } from "./endpoints";
import { currentKek, endpoints, newKek, type Endpoint } from "./record";
import { tenantOperations } from "./tenants";

/** A role of the directory behind an Azure connection. */
interface Role extends Stored {
  readonly displayName: string;
  readonly description: string;
}

const roles = defineKind<Role>("dke-cloud-roles");
const worldSchema = z.strictObject({
  roles: z.array(z.strictObject({ displayName: z.string().min(1), description: z.string().default("") })).default([]),
});

/** The directory: which roles it has. */
const dkeWorld: WorldPart = {
  name: "dke",
  schema: worldSchema,
  initial: {
    roles: [
      { displayName: "Global Reader", description: "Can read everything, and change nothing" },
      { displayName: "Compliance Administrator", description: "Reads and manages compliance" },
      { displayName: "Security Administrator", description: "Reads security information and reports" },
      { displayName: "Confidential Readers", description: "May open documents of the board" },
    ],
  },
  seed: (scope, part) => {
    for (const role of worldSchema.parse(part).roles)
      scope.put(roles, { id: role.displayName, domain: outside, ...role });
  },
  show: (scope) => ({ roles: scope.all(roles).map(({ displayName, description }) => ({ displayName, description })) }),
  changes: {},
};

function getRoles(call: Call): object {
  const reference = call.body.requiredText("connection");
  if (call.find(connections, reference)?.service !== "azure")
    throw invalid(`there is no Azure connection ${reference}`);
  const all = call.in(outside).all(roles);
  return { value: all.map(({ displayName, description }) => ({ displayName, description })) };
}

/**
 * Adds a key version to every endpoint that is bound to the schedule, due by its rules and not
 * archived.
 */
const dkeRotation = scheduledRotation<Endpoint>({
  cloudName: "Microsoft DKE",
  kind: endpoints,
  usable: ({ status }) => status !== "Archived",
  since: (endpoint) => currentKek(endpoint).madeAt,
  rotate: (scope, endpoint) =>
    scope.change(endpoints, endpoint, { hidden: { keks: [...endpoint.hidden.keks, newKek(scope.now)] } }),
});

/** Microsoft double key encryption: authorized tenants, and endpoints with their keys. */
export const dke: System = {
  name: "dke",
  operations: { ...tenantOperations, ...endpointOperations, "POST /cckm/microsoft/dke/get-roles": getRoles },
  unlisted: dataPlane,
  world: dkeWorld,
  schedules: [dkeRotation],
};

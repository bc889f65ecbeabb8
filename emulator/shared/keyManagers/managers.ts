import * as z from "zod";
import type { Stored } from "../../core/record";
import { name, password, readyAfterSeconds, testSeconds } from "../world/fields";
import { level, listOf, type Level } from "../world/level";

/** Key managers as they are outside the service. */

/** A user of a manager. */
export const user = z.strictObject({ username: name, password });

export interface ManagerUser extends z.infer<typeof user> {
  /** Restricts the user to these domains, where the manager knows that. */
  readonly domainIds?: readonly number[];
}

const schemaOf = <D extends Stored, S extends z.ZodObject>(domains: Level<D, S>, member: z.ZodType<ManagerUser>) =>
  z.strictObject({
    name,
    nodes: z.array(z.strictObject({ hostname: name, certificate: name })).min(1),
    users: z.array(member).default([]),
    testSeconds,
    readyAfterSeconds,
    domains: listOf(domains),
  });

/** A key manager of one or more nodes. Its id is its name. */
export interface Manager extends Stored, Omit<z.infer<ReturnType<typeof schemaOf>>, "name" | "domains"> {}

/** The managers of one make. @param member a user of this make */
export function managersOf<D extends Stored, S extends z.ZodObject>(
  kind: string,
  domains: Level<D, S>,
  member: z.ZodType<ManagerUser> = user,
) {
  const schema = schemaOf(domains, member);
  const managers = level({
    kind,
    schema,
    id: "name",
    as: "manager",
    merged: { users: { by: "username", remove: "removeUsers" } },
    indexes: { hostname: (manager) => (manager as unknown as Manager).nodes.map(({ hostname }) => hostname) },
  });
  return managers as unknown as Level<Manager, typeof schema>;
}

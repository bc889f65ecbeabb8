import type { PolicyResource } from "@pulumi/policy/policy";
import { systems } from "../provider/resources/systems";
import { classOf, ifKnown, labelOf, type Seen } from "./resources";

/** How the keys of a program are bound to schedules. */

/** Keys that are bound to schedules, and those that schedules select. */
export const rotatable = new Map(
  systems.flatMap((system) =>
    Object.keys((system.rotation?.selecting ? system.kinds : system.rotatable) ?? {}).map(
      (type) => [type, system] as const,
    ),
  ),
);

/** The binding that is for the key. */
export const bindingOf = (key: Seen, all: readonly Seen[]): Seen | undefined =>
  all.find((one) => one.type === "KeyRotation" && keysOf(one).some(({ urn }) => urn === key.urn));

/** The schedule that the key's container has for all its keys. */
export function scheduleOfContainer({ type, propertyDependencies }: Seen) {
  const names = rotatable.get(type)?.rotation?.containers?.schedule;
  const container = names && propertyDependencies[names.container]?.[0];
  const schedule = container && scheduleIn(container, names.schedule);
  if (!schedule) return undefined;
  const overrides = (container.props as Record<string, unknown>)[names.overrides] === true;
  return { schedule, overrides, by: labelOf({ type: classOf(container) ?? container.type, name: container.name }) };
}

export function scheduleIn(
  { propertyDependencies }: Pick<Seen, "propertyDependencies">,
  property: string,
): PolicyResource | undefined {
  return (propertyDependencies[property] ?? []).find((one) => classOf(one) === "RotationSchedule");
}

/**
 * Days between the cloud's own rotations. A key whose setting is not known yet is judged by its
 * binding.
 */
export function cloudDays({ type, props }: Seen): number | undefined {
  return ifKnown(() => rotatable.get(type)?.rotation?.cloudRotation?.(props));
}

/**
 * The keys that a binding may be for. Ids tell nothing here: in a preview those of new resources
 * are not known, and a resource's own id is never shown to policies. What the argument depends on
 * is known at all times.
 */
export function keysOf({ props, propertyDependencies }: Seen): PolicyResource[] {
  const type = ifKnown(() => (props.key as { type?: string } | undefined)?.type);
  const found = (propertyDependencies.key ?? []).filter((one) => {
    const own = classOf(one);
    return own !== undefined && (type === undefined ? rotatable.has(own) : own === type);
  });
  return [...new Map(found.map((one) => [one.urn, one])).values()];
}

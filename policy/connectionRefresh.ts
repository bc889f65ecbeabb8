import { counted } from "../provider/api/counted";
import type { Definition } from "../provider/lifecycle/vocabulary/definition";
import { needsOf } from "../provider/lifecycle/vocabulary/field";
import type { PolicyResource } from "@pulumi/policy/policy";
import { longestInterval } from "../provider/lookups/rotation/interval";
import type { System } from "../provider/resources/system";
import { systems } from "../provider/resources/systems";
import { onDeclared } from "./declared";
import { labelOf, reportEach, seen, type Seen } from "./resources";
import { settingsOf } from "./settings";

/** Settings of the rule `connection-refresh`. */
export interface ConnectionRefreshRule {
  /** The longest time between two refreshes, in days. Default 7. */
  maximumDays: number;
  /** Names of connections, as in the program, that the rule ignores. Default: none. */
  except: string[];
}

/** What the connections of one system lead to. */
interface Reach {
  readonly system: System;
  /** Types of the containers that a schedule refreshes. */
  readonly containers: ReadonlySet<string>;
}

const reachOf = new Map(systems.filter(({ refresh }) => refresh?.scheduled).flatMap(connectionsOf));

function connectionsOf(system: System): [string, Reach][] {
  const { definitions } = system;
  const connections = definitions.filter(({ path }) => path.endsWith("/connections"));
  const needs = (one: Definition) => needsOf(one).map(([, needed]) => needed);
  // A container stands between a connection and its keys. One that an `onDestroy` may destroy is the service's own: there
  // is nothing to download.
  const containers = definitions.filter(
    (one) =>
      !("onDestroy" in one.inputs) &&
      needs(one).some((needed) => connections.includes(needed)) &&
      definitions.some((other) => needs(other).includes(one)),
  );
  const reach = { system, containers: new Set(containers.map(({ type }) => type)) };
  return connections.map(({ type }) => [type, reach]);
}

/** The service's view of a cloud is as old as its last refresh. */
export const connectionRefresh = onDeclared({
  name: "connection-refresh",
  description: "What every connection leads to is refreshed on a schedule.",
  configSchema: {
    properties: {
      maximumDays: { type: "integer", minimum: 1, default: 7 },
      except: { type: "array", items: { type: "string" }, default: [] },
    },
  },
  validateStack({ resources, getConfig }, report) {
    const { maximumDays, except } = settingsOf<ConnectionRefreshRule>(connectionRefresh, getConfig);
    const all = seen(resources);
    const schedules = all.filter(({ type }) => type === "RefreshSchedule");
    const connections = all.filter(({ type, name }) => reachOf.has(type) && !except.includes(name));
    const problemOf = (connection: Seen): string | undefined => {
      const reach = reachOf.get(connection.type)!;
      const timely = schedules.filter((one) => isTimely(one, reach.system.name, maximumDays));
      if (timely.some(refreshesAll)) return undefined;
      const containers = all.filter((one) => reach.containers.has(one.type) && dependsOn(one, connection));
      const left = containers.filter((one) => !timely.some((schedule) => refreshes(schedule, one)));
      return containers.length > 0 && left.length === 0 ? undefined : problem(left, reach.system.name, maximumDays);
    };
    reportEach(connections, problemOf, report);
  },
});

const dependsOn = (one: Seen, connection: Seen): boolean =>
  (one.propertyDependencies.connection ?? []).some(({ urn }) => urn === connection.urn);

function isTimely({ props }: Seen, cloud: string, maximumDays: number): boolean {
  if (props.cloud !== cloud) return false;
  const { runAt, disabled, startDate, endDate } = props as unknown as Parameters<typeof longestInterval>[0];
  const interval = longestInterval({ runAt, disabled, startDate, endDate }, new Date());
  return "days" in interval && interval.days <= maximumDays;
}

/**
 * A schedule without a list refreshes all containers of its cloud. A list that is not known yet is
 * a list.
 */
function refreshesAll({ props, propertyDependencies }: Seen): boolean {
  return (propertyDependencies.containers ?? []).length === 0 && props.containers === undefined;
}

function refreshes({ propertyDependencies }: Seen, container: Seen): boolean {
  return (propertyDependencies.containers ?? []).some(({ urn }: PolicyResource) => urn === container.urn);
}

function problem(left: readonly Seen[], cloud: string, maximumDays: number): string {
  const what =
    left.length === 0
      ? "leads to nothing that is refreshed on a schedule"
      : `leads to ${left.map(labelOf).join(", ")}, which no schedule refreshes every ${counted(maximumDays, "day")} or more often`;
  return (
    `${what}. Add new RefreshSchedule("daily", { cloud: "${cloud}", runAt: "0 2 * * *" }), ` +
    "which refreshes all containers, or name these in its containers."
  );
}

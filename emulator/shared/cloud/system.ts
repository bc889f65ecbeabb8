import type { Stored } from "../../core/record";
import type { Header, Operations, Overview, Scope, System } from "../../core/scope";
import { assembled, type Part } from "../assembled";
import { connectionOperations } from "../connections";
import { reporting, type ReportedKey, type Reports } from "../reports";
import type { OperatedKeys } from "./keyOperations";
import type { CloudKey } from "./keys";
import type { OfferedContainer } from "./offered";
import { placeOf } from "./place";
import { refresh, usualJobs, type Refreshing } from "./refresh";

/** Reports on the keys of containers, which entries name by the field that records do. */
interface KeyReports<K> extends Pick<Reports, "parameter" | "filters"> {
  /** Kinds of reports, of which the first is the default; `key-report` alone unless told otherwise. */
  readonly types?: readonly [string, ...string[]];
  readonly report: (key: K, scope: Scope) => Pick<ReportedKey, "rotatedAt" | "columns">;
}

/** A cloud with connections, containers that they offer, and keys in those. */
interface CloudSystem<
  K extends Header,
  C extends OfferedContainer,
  R extends Stored,
  S extends CloudKey,
  W,
> extends System {
  readonly operated: OperatedKeys<K, C, R, S, W>;
  /** What is particular about refreshes. */
  readonly refresh?: Refreshing<C, K, S>;
  /** None where the cloud has no reports. */
  readonly reports?: KeyReports<K>;
  readonly shows: Pick<Overview, "created" | "changes">;
}

/** The system of such a cloud. @param more what it has beside that */
export function cloudSystem<K extends Header, C extends OfferedContainer, R extends Stored, S extends CloudKey, W>(
  cloud: CloudSystem<K, C, R, S, W>,
  ...more: readonly (Part | Operations)[]
): System {
  const { operated, refresh: refreshing = {}, reports, shows, ...system } = cloud;
  const { keys } = operated;
  const { root } = placeOf(keys.offered.path);
  const overview: Overview = {
    ...shows,
    system: capitalized(keys.offered.called.replace(/ \S+$/, "")),
    ...{ containers: keys.offered.path, keys: `${root}/keys`, refreshes: `${root}/${refreshing.jobs ?? usualJobs}` },
    ...(reports && { reports: `${root}/reports` }),
  };
  return assembled(
    { ...system, overview },
    connectionOperations(keys.offered.connections),
    keys.offered.operations(keys.forgetIn),
    operated.operations,
    refresh(keys, refreshing),
    reports === undefined ? {} : reportsOn(operated, reports),
    ...more,
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function reportsOn<K extends Header, C extends OfferedContainer, R extends Stored, S extends CloudKey, W>(
  { keys: { kind, container, offered }, nameOf }: OperatedKeys<K, C, R, S, W>,
  { report, types = ["key-report"], ...reports }: KeyReports<K>,
): Part {
  const reported = (scope: Scope, key: K): ReportedKey => ({
    ...{ id: key.id, name: nameOf(key), createdAt: key.createdAt },
    ...report(key, scope),
  });
  return reporting({
    ...{ ...reports, types, defaultType: types[0] },
    root: `${placeOf(offered.path).root}/reports`,
    covers: (call, entry) => [call.need(offered.kind, entry.requiredText(container)).id],
    keys: (scope, containers) =>
      containers.flatMap((id) => scope.by(kind, container, id).map((key) => reported(scope, key))),
  });
}

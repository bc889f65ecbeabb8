import { badRequest, conflict, invalid } from "../../core/errors";
import type { Stored } from "../../core/record";
import { outside, type Call, type Operations, type Scope } from "../../core/scope";
import type { Connection } from "../connections";
import { connectionBehind, containers, type Container, type Containers } from "../containers";
import { synchronization, type Synchronization } from "../synchronization";

/** A domain of a key manager as a container of keys. */
export interface ManagerDomain extends Container {
  /** Id of the connection. */
  readonly connection: string;
}

/** A domain as it is at the manager. */
export interface RemoteDomain extends Stored {
  readonly name: string;
  /** Seconds that a refresh takes, when not the usual time. */
  readonly refreshSeconds?: number;
}

/** How the domains of one make of managers become containers. */
export interface ManagerDomains<D extends ManagerDomain, R extends RemoteDomain> extends Pick<
  Containers<D>,
  "kind" | "path" | "service" | "title" | "filters" | "part" | "computed"
> {
  /** What refusals call such a container. */
  readonly called: string;
  /** What refusals call a domain that a connection sees or not. */
  readonly seenAs: string;
  /** Id of the domain at the manager, and the index by which the container is found. */
  readonly place: (domain: D) => string;
  readonly placeIndex: string;
  readonly nameOf: (domain: D) => string;
  /** The domains that a connection sees; throws when it does not open the manager. */
  readonly visible: (scope: Scope, connection: Connection) => readonly R[];
  /** What a refusal says of a domain that the container's connection no longer sees. */
  readonly lost: (connection: Connection, name: string) => string;
  /** The container of a domain. */
  readonly record: (scope: Scope, connection: Connection, remote: R) => D;
  /** Drops what the service knows of the keys; the manager keeps them. */
  readonly forget: (scope: Scope, domain: D) => void;
}

/** What the other calls of a make use its domains by. */
export interface OpenDomains<D extends ManagerDomain, R extends RemoteDomain> {
  readonly operations: Operations;
  /** The domain behind a container, which its connection must still see. */
  readonly open: (scope: Scope, domain: D) => R;
  /** Adds one of the domains that a connection sees. @param reference how the request names it */
  readonly add: (call: Call, connection: Connection, found: R | undefined, reference: string | number) => D;
}

export function managerDomains<D extends ManagerDomain, R extends RemoteDomain>(
  make: ManagerDomains<D, R>,
): OpenDomains<D, R> {
  const { kind, called, seenAs, place, nameOf, visible } = make;
  return {
    operations: containers<D>({
      ...make,
      reconnect: (call, domain, connection) => {
        if (visible(call, connection).some(({ id }) => id === place(domain)))
          return { connection: connection.id } as Partial<D>;
        throw invalid(`connection ${connection.name} does not see the ${seenAs} ${nameOf(domain)}`);
      },
      remove: make.forget,
    }),
    open: (scope, domain) => {
      const connection = connectionBehind(scope, domain.connection, `${called} ${nameOf(domain)}`);
      const remote = visible(scope, connection).find(({ id }) => id === place(domain));
      if (remote === undefined) throw badRequest(make.lost(connection, nameOf(domain)));
      return remote;
    },
    add: (call, connection, remote, reference) => {
      if (remote === undefined) throw invalid(`connection ${connection.name} sees no ${seenAs} ${reference}`);
      if (call.by(kind, make.placeIndex, remote.id).length > 0)
        throw conflict(`the ${called} ${remote.name} was added already`);
      return call.put(kind, make.record(call, connection, remote));
    },
  };
}

/** What a refresh compares: records of keys, and keys as the manager has them. */
export interface Refreshing<D extends ManagerDomain, K, S extends Stored> {
  readonly path: string;
  readonly cloudName: string;
  readonly domains: Pick<ManagerDomains<D, RemoteDomain>, "kind" | "place" | "nameOf">;
  readonly open: (scope: Scope, domain: D) => RemoteDomain;
  readonly records: (scope: Scope, domain: D) => readonly K[];
  readonly remote: (scope: Scope, place: string) => readonly S[];
  /** Id of a record's key at the manager. */
  readonly remoteId: (record: K) => string;
  readonly refreshSeconds: (scope: Scope, place: string) => number | undefined;
  readonly create: (scope: Scope, domain: D, key: S) => void;
  /** Reads the key again; without one it is marked as gone. */
  readonly readAgain: (scope: Scope, record: K, key: S | undefined) => void;
}

/** Keys that the manager has are recorded or read again; records whose key it no longer has are marked as gone. */
export function managerRefresh<D extends ManagerDomain, K, S extends Stored>(
  make: Refreshing<D, K, S>,
): ReturnType<typeof synchronization> {
  const { domains } = make;
  const definition: Synchronization<D> = {
    root: make.path,
    cloudName: make.cloudName,
    containers: "domains",
    options: [],
    kind: domains.kind,
    effort: (scope, domain) => ({
      keys: make.remote(scope.in(outside), domains.place(domain)).length,
      seconds: make.refreshSeconds(scope.in(outside), domains.place(domain)),
    }),
    load: (scope, domain) => {
      const { id } = make.open(scope, domain);
      const present = new Map(make.remote(scope.in(outside), id).map((key) => [key.id, key]));
      for (const record of make.records(scope, domain)) {
        make.readAgain(scope, record, present.get(make.remoteId(record)));
        present.delete(make.remoteId(record));
      }
      for (const key of present.values()) make.create(scope, domain, key);
      return { [domains.nameOf(domain)]: "domain refreshed successfully" };
    },
  };
  return synchronization(definition);
}

import { collection, freely, type Collection } from "../core/collection";
import { conflict, invalid } from "../core/errors";
import { shown } from "../core/response";
import type { Kind } from "../core/record";
import type { Call, Header, Operations, Scope } from "../core/scope";
import { updateAcls, type Acl } from "./acls";
import { readyConnection } from "./containerConnection";
import { connections, type Connection } from "./connections";

/** What every container of keys has. */
export interface Container extends Header {
  readonly acls: readonly Acl[];
}

/**
 * Containers of one system: a collection whose records are reached through connections and have
 * access lists.
 */
export interface Containers<T extends Container> extends Collection<T> {
  /** The connections' service, and what a refusal calls it. */
  readonly service: string;
  readonly title: string;
  /** Id of a container's connection; what the kind is indexed by unless told otherwise. */
  readonly connection?: (container: T) => string;
  /** The viewing action that an action brings along, if any; `view` unless told otherwise. */
  readonly viewing?: (action: string) => string | undefined;
  /** The actions that can be permitted in a container, where they are known. */
  readonly permissible?: (container: T) => readonly string[];
  /**
   * PATCH with another connection: refuses one that does not reach the container, and says what
   * changes.
   */
  readonly reconnect?: (call: Call, container: T, connection: Connection) => Partial<T>;
}

/** Every action brings the right to see the keys along. */
const viewingAll = (action: string): string | undefined => (action === "view" ? undefined : "view");

/** As `viewingAll`, with a right of its own for reports. */
export const viewingReports = (action: string): string => (action.startsWith("report") ? "reportview" : "view");

/** The operations that all containers have: list, read, connect anew, remove, permit. */
export function containers<T extends Container>(declared: Containers<T>): Operations {
  const { kind, path, service, title, viewing = viewingAll, permissible, reconnect, view = shown } = declared;
  const index = kind.indexes["connection"];
  if (declared.connection === undefined && index === undefined)
    throw new Error(`${kind.name}: declare connection, or index the kind by it`);
  const { connection = (one: T) => String(index?.(one)) } = declared;
  const change = (call: Call, container: T): Partial<T> | undefined =>
    call.body.has("connection") ? reconnect?.(call, container, readyConnection(call, service, title)) : undefined;
  return {
    ...collection<T>({
      remove: freely,
      ...(reconnect && { change }),
      ...declared,
      computed: {
        connection: (one, scope) => [connection(one), scope.get(connections, connection(one))?.name],
        ...declared.computed,
      },
    }),
    [`POST ${path}/{id}/update-acls`]: updateAcls(kind, (call, one) => view(one, call), viewing, permissible),
  };
}

/**
 * The connection of a container that is in use. @param name what the container is called in a
 * refusal
 */
export function connectionBehind(scope: Scope, id: string, name: string): Connection {
  const connection = scope.get(connections, id);
  if (connection === undefined) throw conflict(`the connection of the ${name} is gone`);
  return connection;
}

/** The container that a request names. @param title what a refusal calls it, such as "SAP group" */
export function namedContainer<T extends Header>(call: Call, kind: Kind<T>, field: string, title: string): T {
  const reference = call.body.requiredText(field);
  const container = call.find(kind, reference);
  if (container === undefined) throw invalid(`there is no ${title} ${reference}`);
  return container;
}

/** The container in which material for a cloud is to be made: the named one, or else the first. */
export function containerForKey<T extends Header>(scope: Scope, kind: Kind<T>, title: string, reference?: string): T {
  const container = reference === undefined ? scope.all(kind)[0] : scope.find(kind, reference);
  if (container === undefined) throw invalid(`there is no ${title} ${reference ?? "to make a key in"}`);
  return container;
}

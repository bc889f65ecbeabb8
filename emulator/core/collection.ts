import { conflict } from "./errors";
import type { Kind } from "./record";
import { created, shown } from "./response";
import { list, type Listing } from "./lists";
import type { Call, Handler, Header, Operations, Scope } from "./scope";

/**
 * A collection of records below one path: which operations it has, and what they do beside the
 * usual.
 */
export interface Collection<T extends Header> extends Pick<
  Listing<T>,
  "kind" | "filters" | "part" | "handled" | "searched"
> {
  /** Path of the list, such as "/cckm/oci/issuers"; a record is below it. */
  readonly path: string;
  /** Path of one record, where it is not `<path>/{id}`. */
  readonly one?: string;
  /** The record as responses show it; the whole record by default. */
  readonly view?: (record: T, scope: Scope) => object;
  /** Filters that are not simply a field of the view. */
  readonly computed?: Readonly<Record<string, (record: T, scope: Scope) => unknown>>;
  /** Keeps the list to what belongs there. */
  readonly only?: (record: T, call: Call) => boolean;
  /** The records to list, when they are not simply all of the kind. */
  readonly rows?: (call: Call) => readonly T[];
  /** POST: the new record, which is stored when this returns it. */
  readonly create?: (call: Call) => T;
  /** PATCH: what changes; nothing when it returns undefined. */
  readonly change?: (call: Call, record: T) => Partial<T> | undefined;
  /** DELETE: called before the record is removed, to refuse that or to remove more. */
  readonly remove?: (call: Call, record: T) => void;
  /** The operation that removes, where it is not `DELETE <one>`. */
  readonly removal?: string;
  /** POST `<one>/<name>`: what the action changes. */
  readonly actions?: Readonly<Record<string, (call: Call, record: T) => Partial<T> | undefined>>;
}

/** Refuses a name that another record has. @param called what the record is, such as "an issuer" */
export function refuseTaken<T extends Header>(
  scope: Scope,
  kind: Kind<T>,
  called: string,
  name: string,
  own?: Header,
): void {
  if (scope.by(kind, "name", name).some(({ id }) => id !== own?.id))
    throw conflict(`${called} called ${name} exists already`);
}

/** For a collection of which any record may be removed. */
export const freely = (): void => undefined;

/**
 * The operations of a collection: always its list and the reading of one record, the others as
 * declared.
 */
export function collection<T extends Header>(declared: Collection<T>): Operations {
  const {
    kind,
    path,
    one = `${path}/{id}`,
    view = shown,
    create,
    change,
    remove,
    removal = `DELETE ${one}`,
  } = declared;
  const target = (call: Call): T => call.target(kind, /\{([^}]+)\}$/.exec(one)?.[1]);
  const changing =
    (work: (call: Call, record: T) => Partial<T> | undefined): Handler =>
    (call) => {
      const record = target(call);
      const changes = work(call, record);
      return view(changes === undefined ? record : call.change(kind, record, changes), call);
    };
  const actions = Object.entries(declared.actions ?? {}).map(([name, work]) => [`POST ${one}/${name}`, changing(work)]);
  const removing: Handler = (call) => {
    const record = target(call);
    remove?.(call, record);
    call.remove(kind, record);
  };
  return {
    [`GET ${path}`]: (call) => listed(call, declared, view),
    [`GET ${one}`]: (call) => view(target(call), call),
    ...(create && { [`POST ${path}`]: (call: Call) => created(view(call.put(kind, create(call)), call)) }),
    ...(change && { [`PATCH ${one}`]: changing(change) }),
    ...(remove && { [removal]: removing }),
    ...(Object.fromEntries(actions) as Operations),
  };
}

function listed<T extends Header>(
  call: Call,
  { rows, computed = {}, kind, filters, part, only, handled, searched }: Collection<T>,
  view: (record: T, scope: Scope) => object,
): object {
  const bound = Object.entries(computed).map(([name, value]) => [name, (record: T) => value(record, call)] as const);
  return list(call, {
    ...{ kind, filters, part, handled, searched },
    only: only && ((record) => only(record, call)),
    view: (record) => view(record, call),
    rows: rows?.(call),
    computed: Object.fromEntries(bound),
  });
}

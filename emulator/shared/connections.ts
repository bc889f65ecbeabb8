import { body, labels, mergedJson, text, texts, type Body, type Schema } from "../core/body";
import { created, Later, shown } from "../core/response";
import { conflict, notFound, type ServiceError } from "../core/errors";
import type { Fields, JsonObject } from "../core/fields";
import { list } from "../core/lists";
import { addresses, type Call, type Header, type Scope, type Operations } from "../core/scope";
import { defineKind, kindsWith } from "../core/store";
import { second } from "../core/time";

/** What a request may say of any connection; what it leaves out is absent from responses. */
const description = body({ description: text, meta: mergedJson, labels, products: texts });

/** Credentials for one external system. All services share one set of names. */
export interface Connection extends Header, Body<typeof description> {
  readonly name: string;
  readonly service: string;
  readonly category: string;
  /** Absent until the first test, and again after a change of what is tested. */
  readonly last_connection_ok?: boolean;
  readonly last_connection_error?: string;
  readonly last_connection_at?: string;
  /** The service's own fields, as responses show them. */
  readonly settings: JsonObject;
  readonly hidden: { readonly secrets: JsonObject };
}

/** What a connection holds beside the common fields. */
export interface Credentials {
  /** Shown in responses. */
  readonly settings: JsonObject;
  /** Never shown. */
  readonly secrets: JsonObject;
}

/** What is particular to the connections of one external system. */
export interface ConnectionService {
  /** The name in the path and in the record, such as "aws". */
  readonly service: string;
  readonly category: "cloud" | "hsm" | "key-manager" | "external-server";
  /** Reads and checks the fields of a POST, or of a PATCH when there is a connection already. */
  readonly read: (body: Fields, before: Credentials | undefined) => Credentials;
  /**
   * Opens the external system: returns why it refuses the credentials, or anything else when they
   * work.
   *
   * @param createdAt milliseconds since 1970; now for credentials that are tested without being
   *   stored
   */
  readonly open: (scope: Scope, credentials: Credentials, createdAt: number) => unknown;
  /** How long a test takes, in seconds of the emulator's time; 0.05 where the world says nothing. */
  readonly testSeconds?: (scope: Scope, credentials: Credentials) => number | undefined;
  /** Filters of its list beside those of every connection's. */
  readonly filters?: readonly string[];
}

/** A service whose connections open an account of that type, or are told why not. */
export interface Opens<A> {
  readonly open: (scope: Scope, credentials: Credentials, createdAt: number) => A | string;
}

/** Reads credentials by one schema for what responses show and one for what they never show. */
export const credentials =
  (settings: Schema<object>, secrets: Schema<object>): ConnectionService["read"] =>
  (sent, before) => ({
    settings: { ...settings(sent, before?.settings) },
    secrets: { ...secrets(sent, before?.secrets) },
  });

export const connections = defineKind<Connection>("connections", {
  address: addresses,
  name: (connection) => connection.name,
  service: (connection) => connection.service,
});

export function connectionView(connection: Connection): object {
  const { settings, ...common } = connection;
  const resource_url = `/v1/connectionmgmt/services/${connection.service}/connections/${connection.id}`;
  return { ...shown(common), ...settings, resource_url };
}

export const connectionFilters = [
  "id",
  "name",
  "service",
  "category",
  "products",
  "cloud_name",
  "last_connection_ok",
  "description",
];

export function credentialsOf({ settings, hidden }: Connection): Credentials {
  return { settings, secrets: hidden.secrets };
}

/** What a stored connection opens; the external system's refusal is passed on. */
export function enter<T>(
  scope: Scope,
  connection: Connection,
  open: (scope: Scope, credentials: Credentials, createdAt: number) => T | string,
  refuse: (reason: string) => ServiceError,
): Exclude<T, string> {
  const opened = open(scope, credentialsOf(connection), Date.parse(connection.createdAt));
  if (typeof opened === "string") throw refuse(opened);
  return opened as Exclude<T, string>;
}

/** What a connection has before its first test, and again after a change. */
export const untested = {
  last_connection_ok: undefined,
  last_connection_error: undefined,
  last_connection_at: undefined,
};

/** What a connection carries: every record that is looked up by its connection. */
function carriedBy(scope: Scope, { id }: Connection): string[] {
  return kindsWith("connection").flatMap((kind) =>
    scope.by(kind, "connection", id).map((record) => `${kind.name} ${(record as { name?: string }).name ?? record.id}`),
  );
}

/** Removes a connection; one that is in use only by force. */
export function removeConnection(scope: Scope, connection: Connection, force: boolean): void {
  const users = force ? [] : carriedBy(scope, connection);
  if (users.length > 0) throw conflict(`connection ${connection.name} is in use by ${users.join(", ")}`);
  scope.remove(connections, connection);
}

const metaFilters = ["meta_contains", "metaContains"];

/**
 * Filters for what a request may say of any connection: `labels=key=value`, and text that the JSON
 * of `meta` contains.
 */
export const described = (call: Call) => ({
  computed: {
    labels: ({ labels: held = {} }: Connection) => Object.entries(held).map(([key, value]) => `${key}=${value}`),
  },
  handled: metaFilters,
  only: ({ meta = {} }: Connection) =>
    metaFilters.every((name) => JSON.stringify(meta).includes(call.query(name) ?? "")),
});

/** The operations below /connectionmgmt/services/<service>. */
export function connectionOperations(definition: ConnectionService): Operations {
  const root = `/connectionmgmt/services/${definition.service}`;
  const target = (call: Call): Connection => {
    const connection = call.target(connections);
    if (connection.service !== definition.service) throw notFound();
    return connection;
  };
  return {
    [`GET ${root}/connections`]: (call) =>
      list(call, {
        kind: connections,
        view: connectionView,
        filters: [...connectionFilters, ...(definition.filters ?? [])],
        ...described(call),
        only: (one) => one.service === definition.service && described(call).only(one),
      }),
    [`POST ${root}/connections`]: (call) => created(create(call, definition)),
    [`GET ${root}/connections/{id}`]: (call) => connectionView(target(call)),
    [`PATCH ${root}/connections/{id}`]: (call) => change(call, definition, target(call)),
    [`DELETE ${root}/connections/{id}`]: (call) => removeConnection(call, target(call), false),
    [`POST ${root}/connections/{id}/test`]: (call) => testStored(call, definition, target(call)),
    [`POST ${root}/connection-test`]: (call) => {
      const tested = definition.read(call.body, undefined);
      return judgeLater(call, definition, tested, call.now, () => undefined);
    },
  };
}

function create(call: Call, definition: ConnectionService): object {
  const name = call.body.requiredText("name");
  if (call.by(connections, "name", name).length > 0) throw conflict(`a connection called ${name} exists already`);
  const { settings, secrets } = definition.read(call.body, undefined);
  const slug = `${name.toLowerCase().replace(/\s+/g, "-")}-`;
  const connection: Connection = {
    ...call.header("connectionmgmt:connections", slug),
    name,
    service: definition.service,
    category: definition.category,
    ...description(call.body),
    settings,
    hidden: { secrets },
  };
  return connectionView(call.put(connections, connection));
}

/** A PATCH that changes what a test would look at makes the connection untested again. */
function change(call: Call, definition: ConnectionService, connection: Connection): object {
  const before = credentialsOf(connection);
  const { settings, secrets } = definition.read(call.body, before);
  const same = JSON.stringify({ settings, secrets }) === JSON.stringify(before);
  const changed = call.change(connections, connection, {
    ...description(call.body, connection),
    settings,
    hidden: { secrets },
    ...(same ? {} : untested),
  });
  return connectionView(changed);
}

/**
 * Tests a stored connection, with parameters of the body in place of its own, and notes the result
 * on it.
 */
function testStored(call: Call, definition: ConnectionService, connection: Connection): Later {
  const tested = definition.read(call.body, credentialsOf(connection));
  return judgeLater(call, definition, tested, Date.parse(connection.createdAt), (error) => {
    const current = call.get(connections, connection.id);
    if (current === undefined) throw notFound();
    if (current.settings !== connection.settings) return;
    const result = { last_connection_ok: error === undefined, last_connection_error: error };
    call.put(connections, { ...current, ...result, last_connection_at: call.service.clock.stamp() });
  });
}

function judgeLater(
  scope: Scope,
  { open, testSeconds }: ConnectionService,
  tested: Credentials,
  createdAt: number,
  note: (error: string | undefined) => void,
): Later {
  return new Later((testSeconds?.(scope, tested) ?? 0.05) * second, () => {
    const opened = open(scope, tested, createdAt);
    const error = typeof opened === "string" ? opened : undefined;
    note(error);
    return error === undefined ? { connection_ok: true } : { connection_ok: false, connection_error: error };
  });
}

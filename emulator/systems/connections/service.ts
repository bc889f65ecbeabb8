import { created, Later, shown } from "../../core/answer";
import { conflict, invalid, notFound } from "../../core/errors";
import { mergeLabels, type Fields, type JsonObject } from "../../core/fields";
import { list } from "../../core/lists";
import { addresses, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { second } from "../../core/time";

/** Credentials for one external system. All services share one set of names. */
export interface Connection extends Header {
  readonly name: string;
  readonly service: string;
  readonly category: string;
  readonly description?: string;
  readonly meta?: JsonObject;
  readonly labels?: Record<string, string>;
  readonly products: readonly string[];
  /** Absent until the first test, and again after a change of what is tested. */
  readonly last_connection_ok?: boolean;
  readonly last_connection_error?: string;
  readonly last_connection_at?: string;
  /** The service's own fields, as answers show them. */
  readonly settings: JsonObject;
  readonly hidden: { readonly secrets: JsonObject };
}

/** What a connection holds beside the common fields. */
export interface Credentials {
  /** Shown in answers. */
  readonly settings: JsonObject;
  /** Never shown. */
  readonly secrets: JsonObject;
}

/** What the external system says to these credentials. */
interface Verdict {
  /** How long the test takes, in seconds of the emulator's time. */
  readonly seconds: number;
  /** Judges when that time is over; answers why the credentials are refused, or undefined when they work. */
  readonly judge: () => string | undefined;
}

/** What is particular to the connections of one external system. */
export interface ConnectionService {
  /** The name in the path and in the record, such as "aws". */
  readonly service: string;
  readonly category: "cloud" | "hsm" | "key-manager" | "external-server";
  readonly products: readonly string[];
  /** Reads and checks the fields of a POST, or of a PATCH when there is a connection already. */
  readonly read: (body: Fields, before: Credentials | undefined) => Credentials;
  /** @param createdAt milliseconds since 1970; now for credentials that are tested without being stored */
  readonly test: (scope: Scope, credentials: Credentials, createdAt: number) => Verdict;
}

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

/** Removes a connection; one that is in use only by force. */
export function removeConnection(scope: Scope, connection: Connection, force: boolean): void {
  const users = force ? [] : scope.service.users(scope, { type: "connection", id: connection.id });
  if (users.length > 0) throw conflict(`connection ${connection.name} is in use by ${users.join(", ")}`);
  scope.remove(connections, connection);
}

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
        filters: connectionFilters,
        only: (connection) => connection.service === definition.service,
      }),
    [`POST ${root}/connections`]: (call) => created(create(call, definition)),
    [`GET ${root}/connections/{id}`]: (call) => connectionView(target(call)),
    [`PATCH ${root}/connections/{id}`]: (call) => change(call, definition, target(call)),
    [`DELETE ${root}/connections/{id}`]: (call) => removeConnection(call, target(call), false),
    [`POST ${root}/connections/{id}/test`]: (call) => testStored(call, definition, target(call)),
    [`POST ${root}/connection-test`]: (call) => {
      const credentials = definition.read(call.body, undefined);
      return judgeLater(definition.test(call, credentials, call.now), () => undefined);
    },
  };
}

function create(call: Call, definition: ConnectionService): object {
  const { body } = call;
  const name = body.requiredText("name");
  if (call.by(connections, "name", name).length > 0) throw conflict(`a connection called ${name} exists already`);
  const { settings, secrets } = definition.read(body, undefined);
  const slug = `${name.toLowerCase().replace(/\s+/g, "-")}-`;
  const connection: Connection = {
    ...call.header("connectionmgmt:connections", slug),
    name,
    service: definition.service,
    category: definition.category,
    description: body.text("description"),
    meta: body.json("meta"),
    labels: mergeLabels({}, body.labels("labels")),
    products: products(body, definition) ?? definition.products.slice(0, 1),
    settings,
    hidden: { secrets },
  };
  return connectionView(call.put(connections, connection));
}

function products(body: Fields, definition: ConnectionService): string[] | undefined {
  const given = body.texts("products");
  const odd = given?.find((product) => !definition.products.includes(product));
  if (odd !== undefined) throw invalid(`products must be some of ${definition.products.join(", ")}, not "${odd}"`);
  return given;
}

/** A PATCH that changes what a test would look at makes the connection untested again. */
function change(call: Call, definition: ConnectionService, connection: Connection): object {
  const { body } = call;
  const before = credentialsOf(connection);
  const { settings, secrets } = definition.read(body, before);
  const same = JSON.stringify({ settings, secrets }) === JSON.stringify(before);
  const untested = { last_connection_ok: undefined, last_connection_error: undefined, last_connection_at: undefined };
  const changed = call.change(connections, connection, {
    description: body.text("description") ?? connection.description,
    meta: body.has("meta") ? { ...connection.meta, ...body.json("meta") } : connection.meta,
    labels: mergeLabels(connection.labels, body.labels("labels")),
    products: products(body, definition) ?? connection.products,
    settings,
    hidden: { secrets },
    ...(same ? {} : untested),
  });
  return connectionView(changed);
}

/** Tests a stored connection, with parameters of the body in place of its own, and notes the result on it. */
function testStored(call: Call, definition: ConnectionService, connection: Connection): Later {
  const credentials = definition.read(call.body, credentialsOf(connection));
  const verdict = definition.test(call, credentials, Date.parse(connection.createdAt));
  return judgeLater(verdict, (error) => {
    const current = call.get(connections, connection.id);
    if (current === undefined) throw notFound();
    if (current.settings !== connection.settings) return;
    const result = { last_connection_ok: error === undefined, last_connection_error: error };
    call.put(connections, { ...current, ...result, last_connection_at: call.service.clock.stamp() });
  });
}

function judgeLater({ seconds, judge }: Verdict, note: (error: string | undefined) => void): Later {
  return new Later(seconds * second, () => {
    const error = judge();
    note(error);
    return error === undefined ? { connection_ok: true } : { connection_ok: false, connection_error: error };
  });
}

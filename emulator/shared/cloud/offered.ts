import { badRequest, conflict, invalid, type ServiceError } from "../../core/errors";
import type { Kind, Stored } from "../../core/record";
import { created } from "../../core/response";
import { addresses, outside, type Call, type Header, type Operations, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { namedConnection, readyConnection } from "../containerConnection";
import { enter, type Connection, type ConnectionService, type Opens } from "../connections";
import { connectionBehind, containers, type Container, type Containers } from "../containers";
import type { Level } from "../world/level";

/** A container that carries what one connection sees in an account. */
export interface OfferedContainer extends Container {
  /** Id of the connection. */
  readonly connection: string;
}

/** What an account offers as containers. */
export interface Offer extends Stored {
  readonly name: string;
}

/** What refusals say where a cloud does not say it in the usual words. */
interface Words<C, R, A> {
  /** The connection that is to add an offer does not see it. */
  unseen(connection: Connection, reference: string | number, account: A): string;
  /** The connection that a container is to get does not see it. */
  elsewhere(connection: Connection, container: C, account: A): string;
  taken(offer: R, holder: C): string;
  /** The container's own connection no longer sees it. */
  lost(connection: Connection, container: C, account: A): ServiceError;
}

/** Containers of one cloud that are looked up with a connection, and added by reference. */
export interface OfferedContainers<C extends OfferedContainer, R extends Offer, A> extends Pick<
  Containers<C>,
  "kind" | "path" | "title" | "filters" | "part" | "computed" | "viewing"
> {
  readonly connections: ConnectionService & Opens<A>;
  /** A refusal by the cloud, such as of the connection's credentials. */
  readonly refuse: (reason: string) => ServiceError;
  /** What refusals call a container, and an offer where that has another name. */
  readonly called: string;
  readonly seenAs?: string;
  /** What a container is called; its `name` unless told otherwise. */
  readonly nameOf?: (container: C) => string;
  readonly words?: Partial<Words<C, R, A>>;
  /** Index of the kind by the id of the offer. */
  readonly offer: string;
  /** What a connection sees of the account that it opens. */
  readonly offers: (scope: Scope, account: A, connection: Connection) => readonly R[];
  /** The operation that looks up offers, and how it responds. */
  readonly lookUp: readonly [
    operation: string,
    view: (found: readonly R[], connection: Connection, call: Call) => object,
  ];
  /** The operation that adds some, how its request names them, and how it responds. */
  readonly add: readonly [
    operation: string,
    wanted: (call: Call) => readonly (string | number)[],
    view: (added: readonly C[], call: Call) => object,
  ];
  /** Whether a request means that offer; by its id unless told otherwise. */
  readonly means?: (offer: R, reference: string | number) => boolean;
  /** The record of an offer that is added, but for its connection and access list. */
  readonly record: (scope: Scope, offer: R) => Omit<C, "connection" | "acls">;
  /** Drops what the service knows of the keys in it; the cloud keeps everything. */
  readonly forget: (call: Call, container: C) => void;
}

/** The kind of such containers. @param offer the field with the id of the offer, by which they are found as well */
export const offeredKind = <C extends OfferedContainer & { readonly name: string }>(
  name: string,
  offer: keyof C & string,
): Kind<C> =>
  defineKind<C>(name, {
    address: (one) => [...addresses(one), String(one[offer])],
    [offer]: (one) => String(one[offer]),
    connection: (one) => one.connection,
  });

/** What is in an account, as the world has it. */
export const inAccount =
  <R extends Stored, S extends Level["schema"]>({ kind, in: account = "" }: Level<R, S>) =>
  (scope: Scope, { id }: Stored): R[] =>
    scope.in(outside).by(kind, account, id);

/** What the other calls of a cloud use its containers by. */
export interface Offered<C extends Stored, R, A> {
  readonly operations: Operations;
  /** The account that a connection opens; the cloud's refusal is passed on. */
  readonly account: (scope: Scope, connection: Connection) => A;
  /** What is behind a container, which its connection must still see. */
  readonly open: (scope: Scope, container: C) => R;
  /** Id of what is behind a container, whether or not it can be reached. */
  readonly offerId: (container: C) => string;
  readonly kind: Kind<C>;
}

export function offeredContainers<C extends OfferedContainer, R extends Offer, A>(
  cloud: OfferedContainers<C, R, A>,
): Offered<C, R, A> {
  const { service } = cloud.connections;
  const [lookUp, view] = cloud.lookUp;
  const seen = (scope: Scope, connection: Connection) => {
    const account: A = enter(scope, connection, cloud.connections.open, cloud.refuse);
    return { account, offers: cloud.offers(scope, account, connection) };
  };
  return {
    operations: {
      [lookUp]: (call) => {
        const connection = namedConnection(call, service, cloud.title);
        return view(seen(call, connection).offers, connection, call);
      },
      [cloud.add[0]]: (call) => add(call, cloud, seen),
      ...containers<C>({
        ...cloud,
        service,
        reconnect: (call, container, connection) => reconnect(cloud, container, connection, seen(call, connection)),
        remove: cloud.forget,
      }),
    },
    kind: cloud.kind,
    offerId: (container) => offerOf(cloud, container),
    account: (scope, connection) => seen(scope, connection).account,
    open: (scope, container) => {
      const name = `${cloud.called} ${nameIn(cloud, container)}`;
      const connection = connectionBehind(scope, container.connection, name);
      const { account, offers } = seen(scope, connection);
      const offer = offers.find(({ id }) => id === offerOf(cloud, container));
      if (offer === undefined) throw wordsOf(cloud).lost(connection, container, account);
      return offer;
    },
  };
}

interface Seen<R, A> {
  readonly account: A;
  readonly offers: readonly R[];
}

function add<C extends OfferedContainer, R extends Offer, A>(
  call: Call,
  cloud: OfferedContainers<C, R, A>,
  see: (scope: Scope, connection: Connection) => Seen<R, A>,
): object {
  const { kind, means = ({ id }, reference) => id === reference } = cloud;
  const [, wanted, view] = cloud.add;
  const words = wordsOf(cloud);
  const references = wanted(call);
  const connection = readyConnection(call, cloud.connections.service, cloud.title);
  const { account, offers } = see(call, connection);
  const added = references.map((reference) => {
    const offer = offers.find((one) => means(one, reference));
    if (offer === undefined) throw invalid(words.unseen(connection, reference, account));
    const holder = call.by(kind, cloud.offer, offer.id)[0];
    if (holder !== undefined) throw conflict(words.taken(offer, holder));
    return call.put(kind, { ...cloud.record(call, offer), connection: connection.id, acls: [] } as unknown as C);
  });
  return created(view(added, call));
}

function reconnect<C extends OfferedContainer, R extends Offer, A>(
  cloud: OfferedContainers<C, R, A>,
  container: C,
  connection: Connection,
  { account, offers }: Seen<R, A>,
): Partial<C> {
  if (offers.some(({ id }) => id === offerOf(cloud, container))) return { connection: connection.id } as Partial<C>;
  throw invalid(wordsOf(cloud).elsewhere(connection, container, account));
}

/** Id of what is behind a container. */
const offerOf = <C extends OfferedContainer>(
  cloud: Pick<OfferedContainers<C, never, never>, "kind" | "offer">,
  one: C,
) => String(cloud.kind.indexes[cloud.offer]?.(one));

const nameIn = <C extends Header>(cloud: { readonly nameOf?: (container: C) => string }, container: C): string =>
  cloud.nameOf?.(container) ?? (container as Header & { readonly name?: string }).name ?? container.id;

function wordsOf<C extends OfferedContainer, R extends Offer, A>(cloud: OfferedContainers<C, R, A>): Words<C, R, A> {
  const { called, seenAs = called } = cloud;
  return {
    unseen: ({ name }, reference) => `connection ${name} sees no ${seenAs} ${reference}`,
    elsewhere: ({ name }, one) => `connection ${name} does not see the ${seenAs} ${nameIn(cloud, one)}`,
    taken: ({ name }) => `the ${called} ${name} was added already`,
    lost: ({ name }, one) => badRequest(`connection ${name} no longer sees the ${seenAs} ${nameIn(cloud, one)}`),
    ...cloud.words,
  };
}

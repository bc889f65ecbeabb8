import { badRequest, conflict, invalid, type ServiceError } from "../../core/errors";
import type { Kind, Stored } from "../../core/record";
import { created, shown } from "../../core/response";
import { addresses, outside, type Call, type Header, type Operations, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { namedConnection, readyConnection } from "../containerConnection";
import { connections, enter, type Connection, type ConnectionService, type Opens } from "../connections";
import { connectionBehind, containers, type Container, type Containers } from "../containers";
import type { Level } from "../world/level";
import { placeOf } from "./place";

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
interface OfferedContainers<C extends OfferedContainer, R extends Offer, A> extends Pick<
  Containers<C>,
  "path" | "title" | "part" | "computed" | "viewing"
> {
  readonly connections: ConnectionService & Opens<A>;
  /** Filters of the list; id, name and the id of the offer unless told otherwise. */
  readonly filters?: readonly string[];
  /**
   * A refusal by the cloud, such as of the connection's credentials; a bad request unless told
   * otherwise.
   */
  readonly refuse?: (reason: string) => ServiceError;
  /** What refusals call a container, such as "DSM domain", and an offer where that has another name. */
  readonly called?: string;
  readonly seenAs?: string;
  /** What a container is called; its `name` unless told otherwise. */
  readonly nameOf?: (container: C) => string;
  readonly words?: Partial<Words<C, R, A>>;
  /**
   * Index of the kind by the id of the offer; a field of the record unless `offerOf` tells
   * otherwise.
   */
  readonly offer: string;
  readonly offerOf?: (container: C) => string;
  /**
   * The values that a reference may use instead of the id; name, URI and the id of the offer unless
   * told otherwise.
   */
  readonly address?: (container: C) => readonly string[];
  /** What the world has in an account; where that is the first level, the account itself. */
  readonly of: Level<R, Level["schema"]>;
  /** Whether a connection sees that; all of it unless told otherwise. */
  readonly sees?: (offer: R, account: A, connection: Connection) => boolean;
  /** How `get-<collection>` responds, which looks up offers; there is no such operation without it. */
  readonly lookUp?: (found: readonly R[], connection: Connection, call: Call, account: A) => object;
  /**
   * How a request to `add-<collection>` names offers; a list of texts under the name of the
   * collection unless told otherwise.
   */
  readonly wanted?: (call: Call) => readonly (string | number)[];
  /**
   * How it responds, from what is shown of the containers; with the list of them unless told
   * otherwise.
   */
  readonly added?: (added: readonly object[], call: Call) => object;
  /** True when responses show the connection's name, not its id. */
  readonly namesConnection?: boolean;
  /** Whether a request means that offer; by its id unless told otherwise. */
  readonly means?: (offer: R, reference: string | number) => boolean;
}

/** The record of an offer that was added. */
type Added<T> = Readonly<T> & OfferedContainer;

/** A container of those. */
export type ContainerOf<O> = O extends { readonly kind: Kind<infer C> } ? C : never;

/** The name of the kind follows from the path, such as "sap-groups". */
function kindOf<C extends OfferedContainer>(cloud: OfferedContainers<C, never, never>): Kind<C> {
  const { offer, offerOf = (one: C) => String((one as unknown as Record<string, unknown>)[offer]) } = cloud;
  const { address = (one: C) => [...addresses(one), offerOf(one)] } = cloud;
  const { system, collection } = placeOf(cloud.path);
  return defineKind<C>(`${system}-${collection}`, { address, [offer]: offerOf, connection: (one) => one.connection });
}

/** What the other calls of a cloud use its containers by. */
export interface Offered<C extends Stored, R, A> extends Pick<
  OfferedContainers<OfferedContainer, Offer, A>,
  "path" | "title" | "connections"
> {
  /** What refusals call a container, and one of them. */
  readonly called: string;
  readonly nameOf: (container: C) => string;
  /**
   * @param forget drops what the service knows of the keys in a container; the cloud keeps
   *   everything
   */
  readonly operations: (forget: (call: Call, container: C) => void) => Operations;
  /** The account that a connection opens; the cloud's refusal is passed on. */
  readonly account: (scope: Scope, connection: Connection) => A;
  /** What is behind a container, which its connection must still see. */
  readonly open: (scope: Scope, container: C) => R;
  /**
   * Id of what is behind a container, and the world's record of it, whether or not it can be
   * reached.
   */
  readonly offerId: (container: C) => string;
  readonly behind: (world: Scope, container: C) => R | undefined;
  readonly kind: Kind<C>;
}

export function offeredContainers<T extends Header, R extends Offer, A extends Stored>(
  declared: OfferedContainers<Added<T>, R, A> & {
    /** The record of an offer that is added, but for its connection and access list. */
    readonly record: (scope: Scope, offer: R) => T;
  },
): Offered<Added<T>, R, A> {
  type C = Added<T>;
  const cloud = defined<C, R, A>(declared);
  const { path, title, connections, called } = cloud;
  const seen = (scope: Scope, connection: Connection) => seenBy(scope, cloud, connection);
  const behind = (scope: Scope, container: C, connection: Connection) =>
    offerIn(seen(scope, connection), offerOf(cloud, container));
  const words = wordsOf(cloud);
  const nameOf = (container: C): string => nameIn(cloud, container);
  return {
    ...{ path, title, connections, called, kind: cloud.kind, nameOf },
    operations: (forget) => ({
      ...lookedUp(cloud, seen),
      [placeOf(path).operation("add")]: (call) => add(call, cloud, seen),
      ...containers<C>({
        ...cloud,
        ...{ service: connections.service, view: viewer(cloud) },
        reconnect: (call, container, connection) => {
          const { account, offer } = behind(call, container, connection);
          if (offer === undefined) throw invalid(words.elsewhere(connection, container, account));
          return { connection: connection.id } as Partial<C>;
        },
        remove: forget,
      }),
    }),
    offerId: (container) => offerOf(cloud, container),
    behind: (world, container) => world.get(cloud.of.kind, offerOf(cloud, container)),
    account: (scope, connection) => seen(scope, connection).account,
    open: (scope, container) => {
      const connection = connectionBehind(scope, container.connection, `${called} ${nameOf(container)}`);
      const { account, offer } = behind(scope, container, connection);
      if (offer === undefined) throw words.lost(connection, container, account);
      return offer;
    },
  };
}

/** With what is usual, and the kind that follows. */
function defined<C extends OfferedContainer, R extends Offer, A>(
  declared: Omit<Defined<C, R, A>, "kind" | "called" | "refuse" | "filters"> & OfferedContainers<C, R, A>,
): Defined<C, R, A> {
  return {
    ...{ refuse: badRequest, filters: ["id", "name", declared.offer] },
    ...{ called: `${declared.title} ${placeOf(declared.path).one}`, ...declared },
    kind: kindOf<C>(declared as unknown as OfferedContainers<C, never, never>),
  };
}

interface Seen<R, A> {
  readonly account: A;
  readonly offers: readonly R[];
}
type See<R, A> = (scope: Scope, connection: Connection) => Seen<R, A>;

const offerIn = <R extends Offer, A>({ account, offers }: Seen<R, A>, offerId: string) => ({
  account,
  offer: offers.find(({ id }) => id === offerId),
});

/** As declared, with the kind of its records and what is usual. */
type Defined<C extends OfferedContainer, R extends Offer, A> = OfferedContainers<C, R, A> &
  Required<Pick<OfferedContainers<C, R, A>, "refuse" | "called" | "filters">> & {
    readonly kind: Kind<C>;
    readonly record: (scope: Scope, offer: R) => Header;
  };

function seenBy<C extends OfferedContainer, R extends Offer, A extends Stored>(
  scope: Scope,
  { connections, refuse, of: { kind, in: within }, sees }: Defined<C, R, A>,
  connection: Connection,
): Seen<R, A> {
  const account: A = enter(scope, connection, connections.open, refuse);
  const world = scope.in(outside);
  const there = within === undefined ? [world.need(kind, account.id)] : world.by(kind, within, account.id);
  return { account, offers: there.filter((offer) => sees?.(offer, account, connection) ?? true) };
}

function lookedUp<C extends OfferedContainer, R extends Offer, A>(
  { lookUp, path, connections, title }: Defined<C, R, A>,
  see: See<R, A>,
): Operations {
  if (lookUp === undefined) return {};
  return {
    [placeOf(path).operation("get")]: (call) => {
      const connection = namedConnection(call, connections.service, title);
      const { account, offers } = see(call, connection);
      return lookUp(offers, connection, call, account);
    },
  };
}

function add<C extends OfferedContainer, R extends Offer, A>(
  call: Call,
  cloud: Defined<C, R, A>,
  see: See<R, A>,
): object {
  const { kind, means = ({ id }, reference) => id === reference } = cloud;
  const { wanted = ({ body }) => body.requiredTexts(placeOf(cloud.path).list), added: view = usualView } = cloud;
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
  return created(
    view(
      added.map((one) => viewer(cloud)(one, call)),
      call,
    ),
  );
}

const usualView = (added: readonly object[]): object => added;

/** A container as responses show it. */
const viewer =
  ({ namesConnection }: { readonly namesConnection?: boolean }) =>
  <C extends OfferedContainer>(one: C, scope: Scope): object => {
    if (namesConnection !== true) return shown(one);
    return { ...shown(one), connection: scope.get(connections, one.connection)?.name ?? one.connection };
  };

/** Id of what is behind a container. */
const offerOf = <C extends OfferedContainer>(cloud: { readonly kind: Kind<C>; readonly offer: string }, one: C) =>
  String(cloud.kind.indexes[cloud.offer]?.(one));

const nameIn = <C extends Header>(cloud: { readonly nameOf?: (container: C) => string }, container: C): string =>
  cloud.nameOf?.(container) ?? (container as Header & { readonly name?: string }).name ?? container.id;

function wordsOf<C extends OfferedContainer, R extends Offer, A>(
  cloud: Pick<Defined<C, R, A>, "called" | "seenAs" | "nameOf" | "words">,
): Words<C, R, A> {
  const { called, seenAs = called } = cloud;
  return {
    unseen: ({ name }, reference) => `connection ${name} sees no ${seenAs} ${reference}`,
    elsewhere: ({ name }, one) => `connection ${name} does not see the ${seenAs} ${nameIn(cloud, one)}`,
    taken: ({ name }) => `the ${called} ${name} was added already`,
    lost: ({ name }, one) => badRequest(`connection ${name} no longer sees the ${seenAs} ${nameIn(cloud, one)}`),
    ...cloud.words,
  };
}

import type { Api, Wire } from "../../../provider/api/client";
import { isKind } from "../../../provider/api/errors";
import type { Definition, ExistingObject } from "../../../provider/lifecycle/vocabulary/definition";
import { needsOf } from "../../../provider/lifecycle/vocabulary/field";
import { idOf } from "../../../provider/lifecycle/vocabulary/record";
import { decodeAll } from "../../../provider/lifecycle/values/wire";
import { featureOf, licenceAdvice } from "../../../provider/lifecycle/service/licence";
import { registry } from "../../../provider/resources";
import { Collections, inOrder } from "../../collections";
import { markedRunOf, runOf } from "./mark";

/** What a domain holds beside what the service puts into every domain. Only reads. */

export interface Item extends ExistingObject {
  /** The run that made it, by its own mark or name; `undefined` for anybody else's. */
  readonly run?: string;
  /**
   * Of a container, which can have neither: the run whose mark is on the connection that it was
   * added through.
   */
  readonly below?: string;
}

export interface Inventory {
  items: Item[];
  /** Types whose objects the service does not list, with what it responded: there may be some. */
  unseen: { type: string; why: string }[];
}

/** They belong to the whole service, wherever they are listed. */
const ofTheService = ["Domain", "License", "TrialLicense", "WebInterfaceTrust"];
/** A part of an object that its own list shows. */
const isShownElsewhere = ({ partOf, existing }: Definition): boolean =>
  partOf !== undefined && typeof existing?.list === "string";
const listed = inOrder(
  registry
    .filter(({ type, path, action }) => !action && path.length > 1 && !ofTheService.includes(type))
    .filter((definition) => !isShownElsewhere(definition)),
);

/** Lists everything in the domain of the client's session, of which `domain` is the id. */
export async function inventory(client: Api, domain: string): Promise<Inventory> {
  const api: Api = { ...client, list: (path, query) => client.list(path, query, { whole: true }) };
  const { items, unseen }: Inventory = { items: [], unseen: [] };
  const collections = new Collections((path) => api.list(path));
  for (const definition of listed) {
    const { list } = definition.existing ?? {};
    try {
      const records = await (typeof list === "function" ? list(api, items) : collections.of(definition));
      const own = records.filter((record) => !isTheServices(definition, record, domain));
      for (const record of own)
        items.push({ definition, id: idOf(definition, record), record, run: runOf(definition, record) });
    } catch (error) {
      const why = await reasonOf(definition, api, error);
      if (why !== undefined) unseen.push({ type: definition.type, why });
    }
  }
  return { items: items.map((item) => ({ ...item, below: runBelow(item, items) })), unseen };
}

/** True for what a run has left, as far as a later process can tell. */
export const isLeft = ({ run, below }: Item): boolean => run !== undefined || below !== undefined;

/**
 * A connection that only has the name of one of a run is nobody's word for what was added through
 * it.
 */
function runBelow({ definition, record }: Item, items: readonly Item[]): string | undefined {
  if (definition.role !== "container") return undefined;
  const state = decodeAll(definition, record);
  const through = needsOf(definition).map(([key, { type }]) => ({ type, reference: state[key] }));
  const isMeant = ({ definition: { type }, id, record: { name } }: Item) =>
    through.some((one) => one.type === type && one.reference !== undefined && [id, name].includes(one.reference));
  const connection = items.find(isMeant);
  return connection && markedRunOf(connection.definition, connection.record);
}

/** A user whose account is elsewhere is only a member of the domain. */
function isTheServices({ type, existing }: Definition, record: Wire, domain: string): boolean {
  const isMember = type === "User" && typeof record.auth_domain === "string" && record.auth_domain !== domain;
  return isMember || existing?.owner?.(record) !== undefined;
}

/**
 * What the service does not have, or has no licence for, has no objects. Other failures are told; a
 * lost session ends the run.
 */
async function reasonOf(definition: Definition, api: Api, error: unknown): Promise<string | undefined> {
  if (isKind(error, "notFound", "unimplemented")) return undefined;
  if (!isKind(error, "forbidden", "failed", "badRequest")) throw error;
  return (await licenceAdvice(api, featureOf(definition), error)) === undefined ? error.message : undefined;
}

/** The types of which nothing is known, for messages; `undefined` if there are none. */
export function blindOf({ unseen }: Inventory): string | undefined {
  return unseen.length === 0
    ? undefined
    : `perhaps ${unseen.map(({ type }) => type).join(", ")}, which cannot be listed (${unseen[0]!.why})`;
}

/** How many there are of each type, for messages: names would tell more than is needed. */
export function kindsOf(items: readonly Pick<Item, "definition">[]): string {
  const counts = new Map<string, number>();
  for (const { definition } of items) counts.set(definition.type, (counts.get(definition.type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${type}`).join(", ");
}

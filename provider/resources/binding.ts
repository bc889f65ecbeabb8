import type { Api, Wire } from "../api/client";
import { ifFound } from "../api/errors";
import type { Bag, Definition } from "../lifecycle/vocabulary/definition";
import { idOf, itemPath } from "../lifecycle/vocabulary/record";
import type { Upload } from "../lifecycle/vocabulary/upload";

/** How keys are bound to rotation schedules. */

/**
 * Where new material can come from: the cloud itself, the service's own vault under two names, or
 * another key manager.
 */
export const keySources = ["native", "local", "ciphertrust", "dsm", "hsm-luna", "external-cm"] as const;
export type KeySource = (typeof keySources)[number];

/** Sources with a place to name in them: the input of `KeyRotation` that does. */
export const placeOf = { dsm: "domain", "hsm-luna": "partition", "external-cm": "externalCmDomain" } as const;
type Placed = keyof typeof placeOf;

/** How keys of one type are bound to a rotation schedule. */
export interface Binding {
  /** The current key, `undefined` if there is none: rotation may have replaced the one with this id. */
  find(api: Api, id: string): Promise<Wire | undefined>;
  /** Binds the key, or frees it when there is no body; returns the key. Idempotent. */
  bind(api: Api, record: Wire, body: Bag | undefined): Promise<Wire>;
  readonly identifier: Identifier;
  readonly sources: readonly KeySource[];
  /** Inputs of `KeyRotation`, beside key and schedule, that are valid for this type. */
  readonly parameters: readonly string[];
  readonly upload?: Upload;
}

/**
 * How people find a key in its own cloud: the output with that cloud's identifier, and what the
 * cloud calls it.
 */
interface Identifier {
  readonly output: string;
  readonly label: string;
}

/** What is particular about binding keys of one type. */
interface Particular {
  readonly identifier: Identifier;
  /** Default: the key with this id, unless it is gone. */
  find?: Binding["find"];
  /**
   * The job that the calls below the key, `enable-…` and `disable-…`, are named after. Default
   * `auto-rotation`.
   */
  readonly job?: "auto-rotation" | "rotation-job" | "key-rotation-job";
  /** Binds in another way than by these calls. */
  bind?: Binding["bind"];
  /**
   * Sources of new material that the service takes for this type; none where the key is always the
   * service's own. Default: what most systems take.
   */
  readonly sources?: readonly KeySource[];
  /** The source to name where a program names none, because the service insists on one. */
  readonly source?: KeySource;
  /** Inputs of `KeyRotation` that are valid for this type, beside those that its sources need. */
  readonly parameters?: readonly string[];
  /** Absent where the holder makes the material of each such key, or of none. */
  readonly upload?: Upload;
}

const usualSources: readonly KeySource[] = ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"];

/** How a schedule rotates such keys: only what is particular about them is said. */
export function rotates(key: Definition, particular: Particular): Binding {
  const { identifier, find, bind, sources = usualSources, parameters = [], upload } = particular;
  return {
    identifier,
    sources,
    upload,
    parameters: [...(sources.length === 0 ? [] : ["keySource"]), ...parameters, ...placesIn(sources)],
    find: find ?? ((api, id) => presentKey(key, api, id)),
    bind: async (api, record, body) => {
      const response = await (bind?.(api, record, body) ?? callBelow(key, particular, api, record, body));
      // Whatever the response is about, the key is this one.
      const isOther = response.id !== undefined && ![record.id, record.newest_id].includes(response.id);
      return isOther ? api.get(itemPath(key, idOf(key, record))) : response;
    },
  };
}

async function presentKey(key: Definition, api: Api, id: string): Promise<Wire | undefined> {
  const record = await ifFound(api.get(itemPath(key, id)));
  return record?.gone === true ? undefined : record;
}

function callBelow(
  key: Definition,
  { job = "auto-rotation", source }: Particular,
  api: Api,
  record: Wire,
  body: Bag | undefined,
): Promise<Wire> {
  const path = itemPath(key, idOf(key, record));
  if (!body) return api.post(`${path}/disable-${job}`, undefined, { repeatable: true });
  const bound = source === undefined ? body : { auto_rotate_key_source: source, ...body };
  return api.post(`${path}/enable-${job}`, bound, { repeatable: true });
}

function placesIn(sources: readonly KeySource[]): string[] {
  return Object.keys(placeOf).flatMap((source) =>
    sources.includes(source as Placed) ? [placeOf[source as Placed]] : [],
  );
}

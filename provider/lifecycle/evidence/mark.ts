import { createHash, randomBytes } from "node:crypto";
import type { Wire } from "../../api/client";
import type { Bag, Definition, MarkPlace } from "../vocabulary/definition";
import { markKey } from "../values/wire";
import { isEmpty } from "../../api/shown";
import { canonical } from "../values/diff";
import { fieldsWhere } from "../vocabulary/field";

/**
 * The owner of an object: written into it, so that a later run recognizes what an interrupted one
 * made.
 */
export interface Owner {
  /**
   * Organization, project, stack, type and name in the program, such as
   * `acme/shop/dev/AwsConnection/main`.
   */
  readonly name: string;
  /** Distinguishes stacks of the same name in different backends: 12 hexadecimal digits. */
  readonly backend: string;
}

/**
 * The origin of an object according to its mark: this very call, an earlier run of the same
 * resource, or somebody else.
 */
export type Origin = "thisCall" | "earlierRun" | "otherBackend" | "other" | "unknown";

/** Who, the backend, the call, and what is hidden, which marks of earlier versions lack. */
const form = /^(.+)\.([0-9a-f]{12})\.(?:[0-9a-f]{6}-([0-9a-f]{6})|[0-9a-f]{12})$/;
/** Cloud tags allow these characters, at most 256 of them. */
const readable = /^[\w .:/=+@-]{1,220}$/;

/** The mark of one call that makes an object. */
export class Marker {
  private readonly who: string | undefined;
  private readonly text: string;
  /** Whether the object carries it. */
  isWritten = false;

  constructor(
    private readonly definition: Definition,
    private readonly owner: Owner | undefined,
    readonly hidden: Hidden,
    /** Former names of the owner's stack. */
    private readonly former: readonly string[] = [],
  ) {
    this.who = owner && whoIn(definition, owner);
    const call = hidden.digest ? `${randomBytes(3).toString("hex")}-${hidden.digest}` : randomBytes(6).toString("hex");
    this.text = owner ? `${this.who}.${owner.backend}.${call}` : call;
  }

  /** Whether marks show that an object was made for the same resource. */
  get isOwned(): boolean {
    return this.owner !== undefined && this.definition.mark !== undefined;
  }

  marked(body: Wire): Wire {
    const place = markPlaceOf(this.definition);
    if (place === undefined) return body;
    const carrying = place.write(body, this.text);
    this.isWritten = carrying !== body;
    return carrying;
  }

  /**
   * Whether a response is about the object of this call; `undefined` if it shows no mark, or none
   * was sent.
   */
  proves(record: Wire): boolean | undefined {
    const shown = this.isWritten ? markOf(this.definition, record) : undefined;
    return shown === undefined ? undefined : shown === this.text;
  }

  originOf(record: Wire): Origin {
    if (markOf(this.definition, record) === this.text) return "thisCall";
    const { who, backend } = partsIn(this.definition, record);
    if (who === undefined || this.owner === undefined) return "unknown";
    // Whoever renamed the stack may have moved it to another backend as well.
    if (this.isFormerly(who, this.owner)) return "earlierRun";
    if (!isFor(this.definition, who, this.owner)) return "other";
    return backend === this.owner.backend ? "earlierRun" : "otherBackend";
  }

  /**
   * The name in the program of another resource of the same type and stack, for which the object
   * was made.
   */
  siblingIn(record: Wire): string | undefined {
    const { who = "", backend } = partsIn(this.definition, record);
    const { owner } = this;
    if (owner === undefined || this.originOf(record) !== "other") return undefined;
    const isHere = stackOf(who) === stackOf(owner.name) && backend === owner.backend;
    return isHere || this.isOfFormer(who) ? nameIn(who, this.definition) : undefined;
  }

  private isOfFormer(who: string): boolean {
    return this.former.some((one) => isNamed(stackOf(who), one));
  }

  /** Whether an object was made for the owner while its stack had a former name. */
  private isFormerly(who: string, owner: Owner): boolean {
    const { definition } = this;
    const [organization] = owner.name.split("/");
    const own = owner.name.slice(stackOf(owner.name).length);
    if (who.includes("/"))
      return this.isOfFormer(who) && isFor(definition, who, { ...owner, name: stackOf(who) + own });
    const stacks = this.former.map((one) => (one.split("/").length < 3 ? `${organization}/${one}` : one));
    return stacks.some((one) => isFor(definition, who, { ...owner, name: one + own }));
  }

  /**
   * What no response shows and the object of an earlier run was made with otherwise, as text;
   * `undefined` if with the same.
   */
  otherwiseIn(record: Wire): string | undefined {
    return otherwise(this.hidden, partsIn(this.definition, record).hidden);
  }

  /** The owner of an object according to its mark, as the end of a sentence: `, made for …`. */
  makerOf(record: Wire): string {
    const { who = "" } = partsIn(this.definition, record);
    const origin = this.originOf(record);
    const stack = "in a stack of the same name in another backend";
    if (origin === "otherBackend") return `, made for a resource of the same name ${stack}`;
    if (origin === "earlierRun") return ", made for this resource earlier";
    return origin === "other" && who.includes("/") ? `, made for ${who}` : "";
  }
}

/** The name in the program, from the name of an owner of this type. */
function nameIn(name: string, { type }: Definition): string | undefined {
  const rest = name.slice(stackOf(name).length + 1);
  const [, found] = new RegExp(`^(?:[^]*?@)??${type}/([^]+)$`).exec(rest) ?? [];
  return found;
}

/**
 * The resource that an object was made for. The name that it had then need not be the one that it
 * has now.
 */
export interface Maker {
  /** Organization, project, stack, type and name. */
  readonly who: string;
  /** Organization, project and stack. */
  readonly stack: string;
  /** Fingerprint of the backend. */
  readonly backend: string;
}

/** The maker according to a mark that names it. */
export function makerIn(definition: Definition, record: Wire): Maker | undefined {
  const { who, backend } = partsIn(definition, record);
  if (!who?.includes("/") || backend === undefined) return undefined;
  return { who, stack: stackOf(who), backend };
}

/** Organization, project and stack. */
const stackOf = (name: string): string => name.split("/", 3).join("/");

/** Whether a stack, of any organization unless `name` has one, is called so. */
export const isNamed = (stack: string, name: string): boolean =>
  stack === name || stack.replace(/^[^/]*\//, "") === name;

/** The backend in the mark of an object, if it was made for an owner of this name. */
export function backendOf(definition: Definition, record: Wire, name: string): string | undefined {
  const { who, backend = "" } = partsIn(definition, record);
  return who !== undefined && isFor(definition, who, { name, backend }) ? backend : undefined;
}

function partsIn(definition: Definition, record: Wire): { who?: string; backend?: string; hidden?: string } {
  const [, who, backend, hidden] = form.exec(markOf(definition, record) ?? "") ?? [];
  return { who, backend, hidden };
}

/**
 * Labels only allow short values. Types within components are joined by a character that no tag
 * allows.
 */
function whoIn(definition: Definition, { name }: Owner): string {
  const shown = name.replaceAll("$", "@");
  if (definition.mark === "labels") return digestOf(name);
  if (readable.test(shown)) return shown;
  // Whose the object is can be read all the same.
  const short = `${stackOf(name)}/=${digestOf(name)}`;
  return readable.test(short) ? short : digestOf(name);
}

const digestOf = (name: string): string => createHash("sha256").update(name).digest("hex").slice(0, 20);

/** Earlier versions shortened the names of resources in components. */
const isFor = (definition: Definition, who: string, owner: Owner): boolean =>
  [whoIn(definition, owner), digestOf(owner.name)].includes(who);

function markOf(definition: Definition, record: Wire): string | undefined {
  const text = markPlaceOf(definition)?.read(record);
  return typeof text === "string" ? text : undefined;
}

/** The body of a change that replaces the map with the mark: it keeps the mark that the object has. */
export function keepingMark(definition: Definition, record: Wire, body: Wire): Wire {
  const text = markOf(definition, record);
  const place = markPlaceOf(definition);
  if (text === undefined || place === undefined) return body;
  const isReplaced = Object.keys(place.write({}, text)).every((field) => field in body);
  return isReplaced ? place.write(body, text) : body;
}

const markPlaceOf = ({ mark }: Definition): MarkPlace | undefined => (typeof mark === "string" ? inMap(mark) : mark);

function inMap(field: string): MarkPlace {
  return {
    write: (body, mark) => ({ ...body, [field]: { ...(body[field] as Bag | undefined), [markKey]: mark } }),
    read: (record) => (record[field] as Bag | undefined | null)?.[markKey],
  };
}

/** What an object was made with and no response shows. */
export interface Hidden {
  /** The inputs. No secret is among them. */
  readonly keys: readonly string[];
  /** A digest of their values, 6 hexadecimal digits; `undefined` if there are none. */
  readonly digest: string | undefined;
}

/**
 * What an object was made with otherwise, as text; `digest` is that of its making. `undefined` if
 * with the same, or if that is not known.
 */
export function otherwise({ keys, digest }: Hidden, made: string | undefined): string | undefined {
  if (digest === undefined || made === undefined || made === digest) return undefined;
  return `it was made with another ${keys.join(" or ")}, which the service does not show`;
}

export function hiddenIn(definition: Definition, inputs: Bag): Hidden {
  const keys = fieldsWhere(
    definition,
    ({ seen, change, secret }) => seen === "never" && change !== "ignore" && secret !== true,
  );
  if (keys.length === 0) return { keys, digest: undefined };
  // To leave out, and to switch off, is the same.
  const values = keys.map((key) => (isEmpty(inputs[key]) ? false : canonical(definition, key, inputs[key])));
  return { keys, digest: createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 6) };
}

import { createHash, randomBytes } from "node:crypto";
import type { Wire } from "../api/client";
import type { Bag, Definition, MarkPlace } from "./definition";

/** The key under which our own mark stands in an object's metadata. */
export const markKey = "pulumi_ciphertrust";

/** Who makes an object: written into it, so that a later run knows what an interrupted one has made. */
export interface Owner {
  /** Organization, project, stack, type and name in the program, such as `acme/shop/dev/AwsConnection/main`. */
  readonly name: string;
  /** Tells stacks of the same name in different backends apart: 12 hexadecimal digits. */
  readonly backend: string;
}

/** Whose an object is, as far as its mark tells: of this very call, of an earlier run of the same resource, or of somebody else. */
export type Origin = "thisCall" | "earlierRun" | "otherBackend" | "other" | "unknown";

const form = /^(.+)\.([0-9a-f]{12})\.([0-9a-f]{12})$/;
/** Tags of clouds allow these characters, and 256 of them. */
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
  ) {
    this.who = owner && whoIn(definition, owner);
    const call = randomBytes(6).toString("hex");
    this.text = owner ? `${this.who}.${owner.backend}.${call}` : call;
  }

  marked(body: Wire): Wire {
    const { mark } = this.definition;
    if (mark === undefined) return body;
    const place = typeof mark === "string" ? inMap(mark) : mark;
    const carrying = place.write(body, this.text);
    this.isWritten = carrying !== body;
    return carrying;
  }

  originOf(record: Wire): Origin {
    const text = markOf(this.definition, record);
    if (text === this.text) return "thisCall";
    const [, who, backend] = form.exec(text ?? "") ?? [];
    if (who === undefined || this.owner === undefined) return "unknown";
    if (who !== this.who) return "other";
    return backend === this.owner.backend ? "earlierRun" : "otherBackend";
  }

  /** Who made an object, as far as its mark tells, as the end of a sentence: `, made by …`. */
  makerOf(record: Wire): string {
    const [, who = ""] = form.exec(markOf(this.definition, record) ?? "") ?? [];
    const origin = this.originOf(record);
    const stack = "in a stack of the same name that is kept in another backend";
    if (origin === "otherBackend") return `, made for a resource of the same name ${stack}`;
    if (origin === "earlierRun") return ", made for this resource once";
    return origin === "other" && who.includes("/") ? `, made for ${who}` : "";
  }
}

/** Labels take only short words. */
function whoIn(definition: Definition, { name }: Owner): string {
  if (definition.mark !== "labels" && readable.test(name)) return name;
  return createHash("sha256").update(name).digest("hex").slice(0, 20);
}

function markOf({ mark }: Definition, record: Wire): string | undefined {
  if (mark === undefined) return undefined;
  const text = (typeof mark === "string" ? inMap(mark) : mark).read(record);
  return typeof text === "string" ? text : undefined;
}

function inMap(field: string): MarkPlace {
  return {
    write: (body, mark) => ({ ...body, [field]: { ...(body[field] as Bag | undefined), [markKey]: mark } }),
    read: (record) => (record[field] as Bag | undefined | null)?.[markKey],
  };
}

/** A map as the user knows it. */
export function withoutMark(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !(markKey in value)) return value;
  const { [markKey]: _mark, ...rest } = value;
  return rest;
}

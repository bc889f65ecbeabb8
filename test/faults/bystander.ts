import type { Stored } from "../../emulator/core/record";
import type { ApiRequest } from "../../provider/api/transport";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { searchable } from "../../provider/lifecycle/evidence/candidates";
import type { Said } from "./faultServer";
import { sortOf, type Sort } from "./kinds";
import { Overheard } from "./overheard";
import type { Site } from "./site";
import type { Subject } from "./subjects";
import { User } from "./user";

/**
 * Another object of the same collection, made by somebody else: its responses stand in for the
 * subject's, and nothing may happen to it.
 */

/** What was sent to make it and to read it. */
type Recording = readonly { readonly call: ApiRequest; readonly response: Said; readonly sort: Sort }[];

export type Rows = ReadonlyMap<string, Stored>;
type Records = ReadonlyMap<string, readonly Stored[]>;

/** Records that keep growing in any case: logins, audit records, finished jobs and scheduled tasks. */
const journals = /^(keepsakes|audit-|refresh-tokens|revoked-|tasks$|jobs$|kept:|luna-connection-tests|.*-jobs$)/;

/** The records that count, by kind, domain and id. */
export function rowsOf(records: Records): Rows {
  const counting = [...records].filter(([kind]) => !journals.test(kind));
  return new Map(
    counting.flatMap(([kind, all]) => all.map((one) => [`${kind} ${one.domain} ${one.id}`, one] as const)),
  );
}

/** Makes one, unless there are no arguments, and records its requests. */
export async function recorded(site: Site, { definition }: Subject, args: Bag | undefined): Promise<Recording> {
  const recording: Recording[number][] = [];
  if (!args) return recording;
  const ears = {
    isStorm: false,
    isLagging: false,
    enter: () => undefined,
    async send(call: ApiRequest) {
      const response = await site.ways.service(call);
      if (response.status < 300) recording.push({ call, response, sort: sortOf(call, response) });
      return response;
    },
  };
  const { inputs } = site.rig.lifecycle(definition).check({}, args);
  // Where only the mark tells them apart, one of the same stack would be taken for the subject's own, renamed.
  const isNameless = definition.role === "key" && searchable(definition, inputs).length === 0;
  const stack = isNameless ? "other" : "test";
  const user = new User(site, definition, ears, new Overheard(), "bystander", () => false, stack);
  await user.create(inputs, new Set());
  await user.read();
  return recording;
}

export class Bystander {
  private readonly rows: Map<string, Stored>;

  /**
   * @param rows its records, if it is there from the beginning
   * @param makes false if what it starts finds objects, at a time of its own: those are nobody's
   */
  constructor(
    private readonly site: Site,
    private readonly recording: Recording,
    rows: Iterable<readonly [string, Stored]>,
    private readonly makes = true,
  ) {
    this.rows = new Map(rows);
  }

  get ids(): ReadonlySet<string> {
    return new Set([...this.rows.values()].map(({ id }) => id));
  }

  has(row: string): boolean {
    return this.rows.has(row);
  }

  /** What the service responds, or has responded, to the request like that for the bystander. */
  async inPlaceOf(call: ApiRequest, sort: Sort | "collection"): Promise<Said | undefined> {
    const { method, path } = call;
    if (sort === "get") return this.get(call, this.pathLike(path));
    if (sort === "change") return this.get(call, this.pathLike(method === "POST" ? parentOf(path) : path));
    if (sort === "create") return this.createLike(path)?.response;
    if (sort !== "list" && sort !== "collection") return undefined;
    const query = JSON.stringify(call.query);
    const other = this.recording.findLast(
      (one) => sort === one.sort && one.call.path === path && JSON.stringify(one.call.query) !== query,
    );
    return this.get(call, other ? path : otherCollection(path), other?.call.query);
  }

  /** The object that a change is about, as it is. */
  recordOf(call: ApiRequest): Promise<Said | undefined> {
    return this.get(call, call.method === "POST" ? parentOf(call.path) : call.path);
  }

  /** Makes one as it was recorded; at the same time as the call. */
  async create(call: ApiRequest): Promise<Said | undefined> {
    const like = this.createLike(call.path);
    if (!like) return undefined;
    const before = rowsOf(this.site.records());
    const response = await this.site.ways.service({ ...like.call, headers: call.headers, deadline: call.deadline });
    if (response.status >= 300) return undefined;
    const made = this.makes ? rowsOf(this.site.records()) : [];
    for (const [key, row] of made) if (!before.has(key)) this.rows.set(key, row);
    return response;
  }

  /** What has happened to it. */
  changes(present: Rows): string[] {
    return [...this.rows].flatMap(([key, row]) => {
      const [kind] = key.split(" ");
      const now = present.get(key);
      if (now === row) return [];
      return now ? changed(row, now).map((field) => `${kind} has another ${field}`) : [`${kind} is gone`];
    });
  }

  private async get(
    call: ApiRequest,
    path: string | undefined,
    query?: ApiRequest["query"],
  ): Promise<Said | undefined> {
    if (path === undefined) return undefined;
    const response = await this.site.ways.service({ method: "GET", path, query, headers: call.headers });
    return response.status === 200 ? response : undefined;
  }

  private createLike(path: string): Recording[number] | undefined {
    return this.recording.findLast((one) => one.sort === "create" && differences(one.call.path, path) <= 1);
  }

  /** A path that differs in one name only. */
  private pathLike(path: string): string | undefined {
    return this.recording.findLast((one) => one.sort === "get" && differences(one.call.path, path) === 1)?.call.path;
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

const otherCollection = (path: string): string =>
  path.startsWith("/usermgmt/users") ? "/usermgmt/groups" : "/usermgmt/users";

function differences(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  return a.length === b.length ? a.filter((part, at) => part !== b[at]).length : Infinity;
}

const isTime = (text: string | undefined) => text !== undefined && /^"\d{4}-\d\d-\d\dT/.test(text);

/** The names of the fields that differ, but for times that have moved on. */
function changed(one: Stored, other: Stored): string[] {
  const [a, b] = [one, other].map((record) => new Map(leaves(record)));
  return [...new Set([...a!.keys(), ...b!.keys()])].filter(
    (name) => a!.get(name) !== b!.get(name) && !(isTime(a!.get(name)) && isTime(b!.get(name))),
  );
}

function leaves(value: unknown, name = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[name, JSON.stringify(value) ?? "undefined"]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, name === "" ? key : `${name}.${key}`));
}

import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ifFound, unproven } from "../../api/errors";
import { defineResource, type Bag, type Failure, type Scope } from "../../lifecycle/vocabulary/definition";
import { field } from "../../lifecycle/vocabulary/field";
import { explain, InitializationError, ResourceError } from "../../lifecycle/vocabulary/failure";
import { isMap as isObject, mergePatch, decodeAll, pick } from "../../lifecycle/values/wire";
import { mayHave } from "../shown";

/**
 * A call as a string: a method, and a path in which `{path}` and `{id}` stand for the collection
 * and the object.
 */
const callText = z
  .string()
  .regex(/^(POST|PUT|PATCH|DELETE) \{?\/?\S+$/, 'must be a method and a path, such as "POST {path}/{id}/remove"');

/**
 * Any object of any collection of the API that has no class of its own. It has the same waiting,
 * retries, drift detection and secrets as other resources. Destroying it deletes the object, unless
 * `deleteCall` says otherwise.
 */
export const apiObject = defineResource({
  type: "ApiObject",
  role: "any",
  path: "/",
  label: ({ path }) => String(path),
  inputs: {
    /** The collection, relative to `/api/v1`, such as `/connectionmgmt/services/scp/connections`. */
    path: field(z.string().startsWith("/", "must start with /, relative to /api/v1"), { change: "replace" }),
    /**
     * Body of the create call, in the service's own field names. The fields are compared with what
     * the service returns (see `compare`). Updated in place by `updateCall`.
     */
    body: z.record(z.string(), z.unknown()).default({}),
    /**
     * Fields of the body that are secret, or that the service never returns. They are sent along,
     * stored encrypted, and never compared with the service.
     */
    secretBody: field(z.record(z.string(), z.unknown()).optional(), { seen: "never", secret: true }),
    /**
     * Fields of the body, as dotted paths, whose drift counts. Default: all fields of the body that
     * the service returns.
     */
    compare: field(z.array(z.string()).optional(), { seen: "local" }),
    /** Fields of the body whose change forces replacement. */
    replaceOn: field(z.array(z.string()).default([]), { seen: "local" }),
    /** Field of the response that contains the object's id. */
    idField: field(z.string().min(1).default("id"), { change: "replace", wire: { to: false, from: "idField" } }),
    /** How it is updated: a method and a path, or `none` when it cannot be. */
    updateCall: field(z.union([z.literal("none"), callText]).default("PATCH {path}/{id}"), { seen: "local" }),
    /** How it is deleted: a method and a path, or `none` to leave it in the service. */
    deleteCall: field(z.union([z.literal("none"), callText]).default("DELETE {path}/{id}"), { seen: "local" }),
    /** Fields of the response, as dotted paths, to expose in the output `answer`. */
    outputs: field(z.array(z.string()).default([]), { seen: "local" }),
    /**
     * The same for secret fields, shown in the output `secretAnswer`. A field that only the create
     * response contains keeps its value.
     */
    secretOutputs: field(z.array(z.string()).default([]), { seen: "local" }),
    /**
     * What to wait for after a change: a field of the response and the values it must have.
     * Default: nothing.
     */
    waitFor: field(
      z
        .object({
          /** Dotted path of the field. */
          field: z.string(),
          /** Values, as strings, that mean ready. */
          values: z.array(z.string()).min(1),
          /** Values, as strings, that mean it has failed. Default: none. */
          failures: z.array(z.string()).optional(),
          /** Seconds to wait. Default 300. */
          timeoutSeconds: z.number().min(1).max(86400).optional(),
        })
        .optional(),
      { seen: "local" },
    ),
  },
  outputs: {
    /** The fields named in `outputs`, by their dotted paths. */
    answer: z.record(z.string(), z.unknown()),
    /** The fields named in `secretOutputs`. */
    secretAnswer: field(z.record(z.string(), z.unknown()), { secret: true, wire: { from: "secretAnswer" } }),
  },
  actions: [
    {
      inputs: ["body", "secretBody"],
      async run(scope, { id, state }) {
        const { body, secretBody, updateCall } = scope.inputs;
        if (updateCall === "none")
          throw new ResourceError(
            `updating ${scope.label} failed: updateCall is "none". Name the fields that force replacement in replaceOn.`,
          );
        await send(scope.api, updateCall, scope.inputs, id, { ...changed(updateCall, state, body), ...secretBody });
        return look(scope, id, state);
      },
    },
    { inputs: ["outputs", "secretOutputs"], run: (scope, { id, state }) => look(scope, id, state) },
  ],
  existing: {
    notLookedUp: "its collection is an input",
    list: "can stand for any object: which ones to declare with it cannot be inferred",
  },
  hooks: {
    replaces(state, { body, updateCall, replaceOn }) {
      const held = (state.body ?? {}) as Bag;
      const differs = Object.keys({ ...held, ...body }).filter((key) => !isDeepStrictEqual(held[key], body[key]));
      return differs.some((key) => updateCall === "none" || replaceOn.includes(key)) ? ["body"] : [];
    },
    check({ body, secretBody, replaceOn }): Failure[] {
      const twice = Object.keys(body ?? {}).filter((key) => key in (secretBody ?? {}));
      const failures = twice.map((key) => ({
        property: `secretBody.${key}`,
        reason: "is also in body: keep it in one of them",
      }));
      const unknown = (replaceOn ?? []).filter((key) => body && !(key in { ...body, ...secretBody }));
      return [
        ...failures,
        ...unknown.map((key) => ({ property: "replaceOn", reason: `"${key}" is not a field of the body` })),
      ];
    },
    async create(scope) {
      const { path, body, secretBody, idField } = scope.inputs;
      const response = await scope.api.post(path, { ...body, ...secretBody });
      refuseOther(response, { ...body, ...secretBody }, [idField, "name"]);
      const id = response[idField];
      if (typeof id !== "string" && typeof id !== "number") {
        throw unidentified(scope, response);
      }
      const made = shown(response, String(id), scope.inputs, {});
      if (!scope.inputs.waitFor) return made;
      const latest = await settled(scope, String(id)).catch((error: unknown) => {
        const why = explain(`creating ${scope.label}`, error).message;
        const state = { ...scope.inputs, ...decodeAll(apiObject, made, scope.inputs) };
        throw new InitializationError(why, String(id), state, { cause: error });
      });
      return shown({ ...response, ...latest }, String(id), scope.inputs, {});
    },
    async read(api, id, state, wanted) {
      const known = state.path === undefined ? wanted : state;
      if (known.path === undefined)
        throw new ResourceError(
          "reading an ApiObject needs its path: it can be adopted, but not looked up by id alone.",
        );
      const response = await ifFound(api.get(`${collectionOf(known)}/${segment(id)}`));
      return response && shown(response, id, known, state);
    },
    async remove({ api, inputs }, id) {
      if (inputs.deleteCall !== "none") await send(api, inputs.deleteCall, inputs, id);
    },
  },
});

/**
 * The service merges objects inside a PATCH: what the program takes out of one is sent as `null`.
 * Other calls replace.
 */
function changed(updateCall: string, { body: before }: Bag, body: Bag): Bag {
  if (!updateCall.startsWith("PATCH")) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, mergePatch((before as Bag)[key], value)]));
}

/** A response that shows what was sent as another value is about another object. */
function refuseOther(response: Wire, sent: Bag, fields: readonly string[]): void {
  const isOther = fields.some((field) => typeof sent[field] === "string" && !mayHave(response, field, sent[field]));
  if (isOther) throw unproven("is about another object");
}

/**
 * The object exists now with an unknown id: suggests the likely id, and how to take the object
 * over.
 */
function unidentified(scope: Scope, response: Wire): ResourceError {
  const { path, body, secretBody, secretOutputs, idField } = scope.inputs as Bag;
  const sent = (body ?? {}) as Bag;
  const hidden = [...Object.keys(secretBody ?? {}), ...(secretOutputs as string[])];
  const likely = Object.keys(response).filter((key) => {
    const mayBeId = (/id$/i.test(key) && !/secret|password|token/i.test(key)) || key === "name";
    return mayBeId && !hidden.includes(key) && ["string", "number"].includes(typeof response[key]);
  });
  // A value that the service generated is more likely to be its id than its name, or ids of other objects that were sent.
  const rank = (key: string) => (key === "name" ? 1 : key in sent ? 2 : 0);
  likely.sort((a, b) => rank(a) - rank(b));
  const [best] = likely;
  const fields = Object.keys(response).join(", ");
  const values = likely.map((key) => `${key} is ${JSON.stringify(response[key])}`).join(", ");
  const seen = fields === "" ? "it has no fields" : `only ${fields}`;
  const next =
    best === undefined
      ? `Look for it there (${path as string}), then add the arguments  idField: "<its field>", adopt: "<its id>"  to ` +
        `${scope.label}, so that no second one is created.`
      : `Its id may be: ${values}. Take it over by adding the arguments  idField: "${best}", ` +
        `adopt: ${JSON.stringify(String(response[best]))}  to ${scope.label}, so that no second one is created.`;
  return new ResourceError(
    `creating ${scope.label} failed: the object was created, but the response has no field "${idField as string}": ${seen}. ${next}`,
  );
}

/** Waits if requested, and returns the object afterwards. */
async function look(scope: Scope, id: string, state: Bag): Promise<Wire> {
  const inputs = scope.inputs as Bag;
  const response = inputs.waitFor
    ? await settled(scope, id)
    : await scope.api.get(`${collectionOf(inputs)}/${segment(id)}`);
  return shown(response, id, inputs, state);
}

/** Some collections end in a slash, which their items do not repeat. */
function collectionOf({ path }: Bag): string {
  return (path as string).replace(/\/+$/, "");
}

async function send(api: Api, call: string, inputs: Bag, id: string, body?: Wire): Promise<void> {
  const [method, template] = call.split(" ") as [string, string];
  const path = template.replaceAll("{path}", collectionOf(inputs)).replaceAll("{id}", segment(id));
  if (method === "DELETE") await api.delete(path);
  else if (method === "PATCH") await api.patch(path, body ?? {});
  else if (method === "PUT") await api.replace(path, body ?? {});
  else await api.post(path, body, { repeatable: true });
}

interface Awaited {
  field: string;
  values: string[];
  failures?: string[];
  timeoutSeconds?: number;
}

async function settled(scope: Scope, id: string): Promise<Wire> {
  const inputs = scope.inputs as Bag;
  const { field, values, failures = [], timeoutSeconds = 300 } = inputs.waitFor as Awaited;
  let now = "";
  const look = async () => {
    const response = await scope.api.get(`${collectionOf(inputs)}/${segment(id)}`);
    now = String(pick(response, field));
    if (values.includes(now)) return response;
    if (failures.includes(now)) throw new ResourceError(`${scope.label} failed: ${field} is ${now}.`);
    scope.progress(`${scope.label}: ${field} is ${now}; waiting for ${values.join(" or ")}`);
    return undefined;
  };
  return scope.poll(
    look,
    timeoutSeconds,
    () => `${scope.label}: ${field} is still ${now} after ${timeoutSeconds} s, not ${values.join(" or ")}`,
  );
}

/**
 * The state of the object: the body's fields as the service returns them, and the requested
 * outputs.
 */
function shown(response: Wire, id: string, inputs: Bag, prior: Bag): Wire {
  const body = Object.entries((inputs.body ?? {}) as Bag);
  const compared = inputs.compare as string[] | undefined;
  const held = body.map(([key, wanted]) => {
    const counts = compared ? compared.some((path) => path === key || path.startsWith(`${key}.`)) : key in response;
    return [key, counts ? heldValue(wanted, response[key], key, compared) : wanted] as const;
  });
  const outputs = (names: unknown, before: unknown) => {
    const held = (path: string) => pick(response, path) ?? (before as Bag | undefined)?.[path];
    const found = ((names ?? []) as string[]).map((path) => [path, held(path)] as const);
    return Object.fromEntries(found.filter(([, value]) => value !== undefined));
  };
  return {
    id,
    path: inputs.path,
    idField: inputs.idField,
    body: Object.fromEntries(held),
    answer: outputs(inputs.outputs, prior.answer),
    secretAnswer: outputs(inputs.secretOutputs, prior.secretAnswer),
  };
}

/** What the service adds inside an object of the body is not drift; a different value is. */
export function heldValue(wanted: unknown, held: unknown, at: string, compared?: readonly string[]): unknown {
  // A `null` removes a key.
  if (wanted === null && held === undefined) return wanted;
  if (!isObject(wanted) || !isObject(held)) return isDeepStrictEqual(wanted, held) ? wanted : held;
  return Object.fromEntries(
    Object.entries(wanted).map(([key, value]) => {
      const path = `${at}.${key}`;
      const counts =
        !compared || compared.some((one) => path === one || path.startsWith(`${one}.`) || one.startsWith(`${path}.`));
      return [key, counts ? heldValue(value, held[key], path, compared) : value];
    }),
  );
}

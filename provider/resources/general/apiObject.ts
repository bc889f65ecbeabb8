import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { defineResource, type Bag, type Failure, type Scope } from "../../engine/definition";
import { explain, InitializationError, ResourceError } from "../../engine/failure";
import { decodeAll, pick } from "../../engine/wire";

/** A call as text: a method, and a path in which `{path}` and `{id}` stand for the collection and the object. */
const callText = z
  .string()
  .regex(/^(POST|PUT|PATCH|DELETE) \{?\/?\S+$/, 'must be a method and a path, such as "POST {path}/{id}/remove"');

/** Any object of any collection of the API that has no class of its own, with the same waiting, retrying, drift and secrets as the rest. Destroying it deletes the object, unless `deleteCall` says otherwise. */
export const apiObject = defineResource({
  type: "ApiObject",
  path: "/",
  notLookedUp: "its collection is an input",
  label: ({ path }) => String(path),
  inputs: {
    /** The collection, relative to `/api/v1`, such as `/connectionmgmt/services/scp/connections`. A change replaces the object. */
    path: z.string().startsWith("/", "must start with /, relative to /api/v1"),
    /** What is sent to make it, in the service's own field names. The fields are compared with what the service holds (see `compare`). Changes in place by `updateCall`. */
    body: z.record(z.string(), z.unknown()).default({}),
    /** Fields of the body that are secret, or that the service never returns: sent along, stored encrypted, never compared with the service. Changes in place. */
    secretBody: z.record(z.string(), z.unknown()).optional(),
    /** Fields of the body, as dotted paths, whose drift counts. Default: all fields of the body that the service returns. Kept by the provider. */
    compare: z.array(z.string()).optional(),
    /** Fields of the body whose change means a new object. Default: none. Kept by the provider. */
    replaceOn: z.array(z.string()).default([]),
    /** Field of the answer that is the object's id. Default `id`. A change replaces the object. */
    idField: z.string().min(1).default("id"),
    /** How it is updated: a method and a path, or `none` when it cannot be. Default `PATCH {path}/{id}`. Kept by the provider. */
    updateCall: z.union([z.literal("none"), callText]).default("PATCH {path}/{id}"),
    /** How it is deleted: a method and a path, or `none` to leave it in the service. Default `DELETE {path}/{id}`. Kept by the provider. */
    deleteCall: z.union([z.literal("none"), callText]).default("DELETE {path}/{id}"),
    /** Fields of the answer, as dotted paths, to show in `answer`. Default: none. Kept by the provider. */
    outputs: z.array(z.string()).default([]),
    /** The same for secret fields, shown in `secretAnswer`. A field that only the answer to creating holds stays as it was. Default: none. Kept by the provider. */
    secretOutputs: z.array(z.string()).default([]),
    /** What to wait for after a change: a field of the answer and the values it must take. Default: nothing. Kept by the provider. */
    waitFor: z
      .object({
        /** Dotted path of the field. */
        field: z.string(),
        /** Values, as text, that mean ready. */
        values: z.array(z.string()).min(1),
        /** Values, as text, that mean it has failed. Default: none. */
        failures: z.array(z.string()).optional(),
        /** Seconds to wait. Default 300. */
        timeoutSeconds: z.number().min(1).max(86400).optional(),
      })
      .optional(),
  },
  outputs: {
    /** The fields named in `outputs`, by their dotted paths. */
    answer: z.record(z.string(), z.unknown()),
    /** The fields named in `secretOutputs`. Secret. */
    secretAnswer: z.record(z.string(), z.unknown()),
  },
  immutable: ["path", "idField"],
  secret: ["secretBody", "secretAnswer"],
  writeOnly: ["secretBody"],
  local: ["compare", "replaceOn", "updateCall", "deleteCall", "outputs", "secretOutputs", "waitFor"],
  wire: { idField: { to: false, from: "idField" }, secretAnswer: { from: "secretAnswer" } },
  actions: [
    {
      inputs: ["body", "secretBody"],
      async run(scope, { id, state }) {
        const { body, secretBody, updateCall } = scope.inputs;
        if (updateCall === "none")
          throw new ResourceError(
            `updating ${scope.label} failed: updateCall is "none". Name the fields that mean a new object in replaceOn.`,
          );
        await send(scope.api, updateCall, scope.inputs, id, { ...body, ...secretBody });
        return look(scope, id, state);
      },
    },
    { inputs: ["outputs", "secretOutputs"], run: (scope, { id, state }) => look(scope, id, state) },
  ],
  existing: { list: "stands for anything: which objects it should be declared for is nobody's guess" },
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
        reason: "stands in body too: keep it in one of them",
      }));
      const unknown = (replaceOn ?? []).filter((key) => body && !(key in { ...body, ...secretBody }));
      return [
        ...failures,
        ...unknown.map((key) => ({ property: "replaceOn", reason: `"${key}" is not a field of the body` })),
      ];
    },
    async create(scope) {
      const { path, body, secretBody, idField } = scope.inputs;
      const answer = await scope.api.post(path, { ...body, ...secretBody });
      const id = answer[idField];
      if (typeof id !== "string" && typeof id !== "number") {
        throw unidentified(scope, answer);
      }
      const made = shown(answer, String(id), scope.inputs, {});
      if (!scope.inputs.waitFor) return made;
      const latest = await settled(scope, String(id)).catch((error: unknown) => {
        const why = explain(`creating ${scope.label}`, error).message;
        throw new InitializationError(why, String(id), {
          ...scope.inputs,
          ...decodeAll(apiObject, made, scope.inputs),
        });
      });
      return shown({ ...answer, ...latest }, String(id), scope.inputs, {});
    },
    async read(api, id, state, wanted) {
      const known = state.path === undefined ? wanted : state;
      if (known.path === undefined)
        throw new ResourceError("reading an ApiObject needs its path: it can be adopted, but not got by id alone.");
      const answer = await ifFound(api.get(`${known.path as string}/${segment(id)}`));
      return answer && shown(answer, id, known, state);
    },
    async remove({ api, inputs }, id) {
      if (inputs.deleteCall !== "none") await send(api, inputs.deleteCall, inputs, id);
    },
  },
});

/** The object exists now, and nobody knows by which id: says what it may be, and what takes the object over. */
function unidentified(scope: Scope, answer: Wire): ResourceError {
  const { path, body, secretBody, secretOutputs, idField } = scope.inputs as Bag;
  const sent = (body ?? {}) as Bag;
  const hidden = [...Object.keys(secretBody ?? {}), ...(secretOutputs as string[])];
  const likely = Object.keys(answer).filter((key) => {
    const mayBeId = (/id$/i.test(key) && !/secret|password|token/i.test(key)) || key === "name";
    return mayBeId && !hidden.includes(key) && ["string", "number"].includes(typeof answer[key]);
  });
  // What the service made up for it is more likely to be its id than its name, or than the ids of others that were sent.
  const rank = (key: string) => (key === "name" ? 1 : key in sent ? 2 : 0);
  likely.sort((a, b) => rank(a) - rank(b));
  const [best] = likely;
  const fields = Object.keys(answer).join(", ");
  const values = likely.map((key) => `${key} is ${JSON.stringify(answer[key])}`).join(", ");
  const seen = fields === "" ? "it has no fields" : `only ${fields}`;
  const next =
    best === undefined
      ? `Look for it there (${path as string}), then add the arguments  idField: "<its field>", adopt: "<its id>"  to ` +
        `${scope.label}, so that no second one is made.`
      : `Its id may be: ${values}. Take it over by adding the arguments  idField: "${best}", ` +
        `adopt: ${JSON.stringify(String(answer[best]))}  to ${scope.label}, so that no second one is made.`;
  return new ResourceError(
    `creating ${scope.label} failed: the object was made, but the answer has no field "${idField as string}": ${seen}. ${next}`,
  );
}

/** Waits if asked to, and returns what the service holds then. */
async function look(scope: Scope, id: string, state: Bag): Promise<Wire> {
  const inputs = scope.inputs as Bag;
  const answer = inputs.waitFor
    ? await settled(scope, id)
    : await scope.api.get(`${inputs.path as string}/${segment(id)}`);
  return shown(answer, id, inputs, state);
}

async function send(api: Api, call: string, inputs: Bag, id: string, body?: Wire): Promise<void> {
  const [method, template] = call.split(" ") as [string, string];
  const path = template.replaceAll("{path}", inputs.path as string).replaceAll("{id}", segment(id));
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
    const answer = await scope.api.get(`${inputs.path as string}/${segment(id)}`);
    now = String(pick(answer, field));
    if (values.includes(now)) return answer;
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

/** The object as this resource sees it: the body's fields as the service holds them, and the outputs asked for. */
function shown(answer: Wire, id: string, inputs: Bag, prior: Bag): Wire {
  const body = Object.entries((inputs.body ?? {}) as Bag);
  const compared = inputs.compare as string[] | undefined;
  const held = body.map(([key, wanted]) => {
    const counts = compared ? compared.some((path) => path === key || path.startsWith(`${key}.`)) : key in answer;
    return [key, counts ? heldValue(wanted, answer[key], key, compared) : wanted] as const;
  });
  const outputs = (names: unknown, before: unknown) =>
    Object.fromEntries(
      ((names ?? []) as string[]).map((path) => [path, pick(answer, path) ?? (before as Bag | undefined)?.[path]]),
    );
  return {
    id,
    path: inputs.path,
    idField: inputs.idField,
    body: Object.fromEntries(held),
    answer: outputs(inputs.outputs, prior.answer),
    secretAnswer: outputs(inputs.secretOutputs, prior.secretAnswer),
  };
}

/** What the service adds inside an object that we wrote is not drift; what it holds otherwise than we wrote is. */
export function heldValue(wanted: unknown, held: unknown, at: string, compared?: readonly string[]): unknown {
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

function isObject(value: unknown): value is Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

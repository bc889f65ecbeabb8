import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { ApiError, ifFound, isKind } from "../../api/errors";
import { idIn } from "../../api/responses";
import { isEmpty } from "../../api/shown";
import { sameValue } from "../../lifecycle/values/diff";
import { pick } from "../../lifecycle/values/wire";
import { defineResource, type Bag, type Scope } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { field, named } from "../../lifecycle/vocabulary/field";
import { cronText } from "../schedules/cron";
import { jobConfigs, scheduleFields } from "../schedules/fields";

const operation = "key_rotation";
/** Inferred, as the names in it are: those of every other operation are `<operation>_params`. */
const group = "key_rotation_params";
/** Where responses may have them. */
const places = ["job_config_params", group];

/** A parameter in a response, in either spelling. */
const shown =
  (snake: string, camel: string) =>
  (record: Wire): unknown =>
    places
      .flatMap((place) => [pick(record, `${place}.${snake}`), pick(record, `${place}.${camel}`)])
      .find((value) => value !== undefined && value !== null);

const queryIn = shown("key_query", "keyQuery");
const deactivationIn = shown("deactivate_replaced_key", "deactivateReplacedKey");

const keyNames = z
  .array(
    z
      .string()
      .min(1)
      .regex(/^[^*?]+$/, "must be the whole name of a key: * and ? would select others, too"),
  )
  .min(1, "needs at least one name");

/** What selects keys: all conditions must hold. */
const query = z
  .object({
    /** Names of the keys, whole: no `*`, no `?`. */
    names: field(keyNames.optional(), { as: "set" }),
    /** True to rotate only keys whose `rotationFrequencyDays` have passed. */
    rotationDateReached: field(z.boolean().optional(), { wire: "rotationDateReached" }),
    /** Algorithms of the keys, such as `aes`. */
    algorithms: field(z.array(z.string().min(1)).min(1).optional(), { as: "set" }),
    /** Sizes of the keys in bits. */
    sizes: field(z.array(z.number().int().positive()).min(1).optional(), { as: "set" }),
    /** Labels that the keys have. */
    labels: z.record(z.string(), z.string()).optional(),
  })
  .refine(
    (given) => Object.values(given).some(selects),
    "must select keys: without a condition, the service rotates every key",
  )
  .refine(
    ({ rotationDateReached }) => rotationDateReached !== false,
    "must not have rotationDateReached: false, which may select the keys that are not due: leave it out",
  );

/** False for a condition that every key meets. */
const selects = (condition: unknown): boolean =>
  condition === true || (typeof condition === "object" && condition !== null && Object.keys(condition).length > 0);

/**
 * A schedule on which the service rotates keys of its own vault: those that the query selects. Each
 * rotation makes a new version. It is created paused, and starts only if the service returns the
 * query: without one, the service would rotate every key. Needs a login to the root domain as a
 * member of `Key Admins`. Destroying it ends the rotation; the keys stay as they are.
 */
export const vaultRotationSchedule = defineResource({
  type: "VaultRotationSchedule",
  role: "schedule",
  path: jobConfigs,
  fixed: { operation },
  inputs: {
    /** Name of the schedule, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /** The keys to rotate. All conditions must hold; at least one is required. */
    query: field(query, { wire: { to: `${group}.key_query`, from: queryIn } }),
    /**
     * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
     * weekday), such as `0 3 * * *`.
     */
    runAt: cronText,
    ...scheduleFields,
    /**
     * Seconds after a rotation at which the replaced version becomes Deactivated. It then decrypts
     * nothing. Default: it stays Active.
     */
    deactivateReplacedAfter: field(z.number().int().min(0).optional(), {
      wire: { to: `${group}.deactivate_replaced_key`, from: deactivationIn },
    }),
    /** Metadata that is merged into `meta` of each replaced version. Default: none. */
    replacedMeta: field(z.record(z.string(), z.unknown()).optional(), {
      wire: { to: `${group}.metadata`, from: shown("metadata", "metadata") },
    }),
  },
  outputs: {},
  filters: ["id", "name", "operation", "disabled"],
  actions: [
    {
      // It runs only with a query that the service has been seen to have: every change pauses it first.
      inputs: [
        "query",
        "deactivateReplacedAfter",
        "replacedMeta",
        "disabled",
        "runAt",
        "runOn",
        "description",
        "startDate",
        "endDate",
      ],
      async run(scope, { id, record, expect }) {
        const { api, inputs, label } = scope;
        const path = `${jobConfigs}/${segment(id)}`;
        const pause = () => permitted(api.patch(path, { disabled: true }));
        expect({ ...record, disabled: true });
        await permitted(api.patch(path, { ...planOf(inputs), disabled: true, [group]: parametersOf(inputs) }));
        const paused = await withQuery(scope, path);
        const wrong = wrongIn(paused, inputs);
        if (wrong !== undefined) {
          if (paused.disabled !== true) await pause();
          throw new ResourceError(`${label} stays paused: ${wrong}`);
        }
        if (inputs.disabled) return paused;
        await permitted(api.patch(path, { disabled: false }));
        const started = await withQuery(scope, path);
        const changed = wrongIn(started, inputs);
        if (changed === undefined) return started;
        await pause();
        throw new ResourceError(`${label} was paused again: ${changed}`);
      },
    },
  ],
  rules: [{ earlier: "startDate", later: "endDate" }],
  hooks: {
    async create(scope, body) {
      const { api, inputs, label } = scope;
      const made = await permitted(api.post(jobConfigs, { ...body, disabled: true, [group]: parametersOf(inputs) }));
      // Whose response it is, and what it shows, is judged later: the action enables nothing without the query.
      if (!isNamed(made, inputs) || hasQuery(made, inputs)) return made;
      const path = `${jobConfigs}/${segment(idIn(made))}`;
      const record = await withQuery(scope, path);
      if (!isNamed(record, inputs) || record.id !== made.id || hasQuery(record, inputs)) return made;
      await api.delete(path);
      const isLeft = (await ifFound(api.get(path))) !== undefined;
      const fate = isLeft ? `is to be removed by hand (${String(made.id)})` : "was removed again";
      throw new ResourceError(`${label} ${fate}: ${unknownQuery}`);
    },
  },
});

/** What the service has; a node that lags gets time to show the query. */
async function withQuery({ api, inputs, pauses, pause }: Scope, path: string): Promise<Wire> {
  let record = await api.get(path);
  for (const milliseconds of pauses) {
    if (hasQuery(record, inputs)) break;
    await pause(milliseconds);
    record = await api.get(path);
  }
  return record;
}

/** Names are unique in the service. */
const isNamed = (record: Wire, { name }: Bag): boolean =>
  record.name === name && record.operation === operation && typeof record.id === "string";

/** The effect of a part of the parameters on the others is not known: they are sent together. */
function parametersOf({ query: selected, deactivateReplacedAfter, replacedMeta }: Bag): Wire {
  const given = {
    key_query: selected,
    deactivate_replaced_key: deactivateReplacedAfter,
    metadata: replacedMeta,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Members of a query that select nothing. */
const neutral = ["skip", "limit", "returnOnlyIDs"];

/** Whether the service has this query; what it adds may select other keys, unless it is empty. */
function hasQuery(record: Wire, { query: wanted }: Bag): boolean {
  const held = Object.entries(Object(queryIn(record)) as Bag);
  const given = held.filter(([name, value]) => !neutral.includes(name) && !isEmpty(value));
  return sameValue(vaultRotationSchedule, "query", Object.fromEntries(given), wanted);
}

/** What an update sends beside the parameters. */
const planOf = ({ runAt, runOn, description = "", startDate = "", endDate = "" }: Bag): Wire => ({
  run_at: runAt,
  run_on: runOn,
  description,
  start_date: startDate,
  end_date: endDate,
});

/** Why the service must not run what it has; a merged update keeps a parameter that was left out. */
function wrongIn(record: Wire, inputs: Bag): string | undefined {
  if (!hasQuery(record, inputs)) return unknownQuery;
  const held = deactivationIn(record);
  if (held === undefined || held === inputs.deactivateReplacedAfter) return undefined;
  return (
    `the service deactivates replaced versions after ${JSON.stringify(held)} seconds, which the program does not say. ` +
    "A deactivated version decrypts nothing. Replace the schedule: pulumi up --replace <its URN>."
  );
}

const unknownQuery =
  "the service does not return the query that selects its keys. It may call it otherwise, and would then rotate every key. " +
  "Create the schedule with ksctl or in the service's console, compare `GET /scheduler/job-configs`, and report the field that has the query.";

/** A refusal says who may do this. */
async function permitted(call: Promise<Wire>): Promise<Wire> {
  try {
    return await call;
  } catch (error) {
    if (!isKind(error, "forbidden")) throw error;
    const advice =
      "Schedules that rotate keys of the vault need a login to the root domain, as a member of Key Admins.";
    throw new ApiError(error.message, { ...error.facts, advice }, { cause: error });
  }
}

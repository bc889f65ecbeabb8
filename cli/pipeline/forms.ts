import * as z from "zod";

/**
 * What Pulumi prints and saves, as far as it is read here; its event log is in `events.ts`. In
 * another form, nothing counts as read: a field with a new name must not look like an empty one.
 */

/** The JSON in `text`; `undefined` if it is none, or has another form. */
export function readAs<T>(form: z.ZodType<T>, text: string): T | undefined {
  try {
    return form.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** `pulumi stack tag ls --json` */
export const tagsForm = z.record(z.string(), z.string());

/**
 * The file of `--save-plan`. Pulumi may leave empty steps out, but each resource of a plan has one:
 * what stays as it is has `same`.
 */
export const planForm = z.object({
  resourcePlans: z.record(z.string(), z.object({ steps: z.array(z.string()).min(1) })),
});

/** `pulumi stack export`. A state that is empty has no list of resources. */
export const stateForm = z.object({
  deployment: z.object({
    resources: z
      .array(
        z.discriminatedUnion("custom", [
          z.object({ custom: z.literal(true), urn: z.string(), id: z.string() }),
          // A component, which has no id.
          z.object({ custom: z.literal(false), urn: z.string() }),
        ]),
      )
      .optional(),
  }),
});

/** The same, for secrets, which may be anywhere in it. */
export const exportForm = z.object({ deployment: z.record(z.string(), z.unknown()) });

/** `pulumi whoami --json` */
export const loginForm = z.object({ url: z.string() });

/** `pulumi config --json --show-secrets` */
export const configForm = z.record(
  z.string(),
  z.discriminatedUnion("secret", [
    z.object({ secret: z.literal(true), value: z.string() }),
    z.object({ secret: z.literal(false), value: z.string().optional() }),
  ]),
);

/** `pulumi stack history --json` */
export const historyForm = z.array(z.object({ kind: z.string(), startTime: z.string(), endTime: z.string() }));

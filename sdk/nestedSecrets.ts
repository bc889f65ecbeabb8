import * as pulumi from "@pulumi/pulumi";

/**
 * The engine encrypts the outputs of an unchanged resource only where a whole argument is secret: a
 * value inside a map or list that becomes secret later would stay in the state in plain text. So an
 * argument that holds a secret is secret as a whole.
 */
export function withSecrecy(value: unknown): unknown {
  const inside = outputsIn(value);
  if (inside.length === 0) return value;
  return Promise.all(inside.map((one) => pulumi.isSecret(one))).then((secret) =>
    secret.includes(true) ? pulumi.secret(value) : value,
  );
}

/** The outputs inside a list or map; an output itself is told apart by the engine. */
function outputsIn(value: unknown): pulumi.Output<unknown>[] {
  if (typeof value !== "object" || value === null || pulumi.Output.isInstance(value)) return [];
  if (value instanceof Promise || pulumi.Resource.isInstance(value)) return [];
  return Object.values(value).flatMap((one: unknown) => (pulumi.Output.isInstance(one) ? [one] : outputsIn(one)));
}

import { around } from "../api/around";
import type { Api } from "../api/client";
import { ApiError } from "../api/errors";
import { errorRedactorOf, redactorOf, withoutSecrets, withoutSecretsIn, type Redact } from "../api/secrets";
import type { Bag, Definition } from "./definition";
import { secretsOf } from "./field";

/**
 * A service may echo what it was sent: in an error, in the reason why a connection failed. Everything returned to a
 * resource is searched for its secrets before it is shown.
 */

/** For the secret values of these inputs, or this state. */
export function redactor(definition: Definition, inputs: Bag): Redact {
  return redactorOf(secretTexts(definition, inputs));
}

const secretTexts = (definition: Definition, inputs: Bag) =>
  secretsOf(definition).flatMap((key) => textsIn(inputs[key]));

/** The same API, with the secrets removed from responses and errors. */
export function discreet(definition: Definition, inputs: Bag, api: Api): Api {
  if (!secretsOf(definition).some((key) => inputs[key] !== undefined)) return api;
  const redact = redactor(definition, inputs);
  return around(api, async (_call, work) => {
    try {
      return withoutSecrets(await work(), redact);
    } catch (error) {
      throw error instanceof ApiError
        ? withoutSecretsIn(error, errorRedactorOf(secretTexts(definition, inputs)))
        : error;
    }
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

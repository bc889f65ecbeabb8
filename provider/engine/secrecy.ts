import { around } from "../api/around";
import type { Api } from "../api/client";
import { ApiError } from "../api/errors";
import { redactorOf, withoutSecrets, withoutSecretsIn, type Redact } from "../api/secrets";
import type { Bag, Definition } from "./definition";

/**
 * A service may repeat what it was sent: in an error, in the reason why a connection failed. Whatever comes back to a
 * resource is searched for its secrets before anybody sees it.
 */

/** For the secret values that these inputs, or this state, hold. */
export function redactor(definition: Definition, inputs: Bag): Redact {
  return redactorOf((definition.secret ?? []).flatMap((key) => textsIn(inputs[key])));
}

/** The same API, whose responses and errors say nothing of the secrets. */
export function discreet(definition: Definition, inputs: Bag, api: Api): Api {
  if (!definition.secret?.some((key) => inputs[key] !== undefined)) return api;
  const redact = redactor(definition, inputs);
  return around(api, async (_call, work) => {
    try {
      return withoutSecrets(await work(), redact);
    } catch (error) {
      throw error instanceof ApiError ? withoutSecretsIn(error, redact) : error;
    }
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

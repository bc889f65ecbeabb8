import { around } from "../../api/around";
import type { Api } from "../../api/client";
import { ApiError } from "../../api/errors";
import { errorRedactorOf, redactorOf, withoutSecrets, withoutSecretsIn, type Redact } from "../../api/secrets";
import type { Bag, Definition } from "../vocabulary/definition";
import { secretsOf } from "../vocabulary/field";

/**
 * A service may echo what it was sent: in an error, in the reason why a connection failed.
 * Everything returned to a resource is searched for its secrets before it is shown.
 */

interface Discreet {
  readonly redact: Redact;
  /** The API, with the secrets removed from responses and errors. */
  readonly api: Api;
}

/** For the secret values of these inputs, or this state. */
export function discreet(definition: Definition, inputs: Bag, api: Api): Discreet {
  const secrets = secretsOf(definition).flatMap((key) => textsIn(inputs[key]));
  const redact = redactorOf(secrets);
  if (secrets.length === 0) return { redact, api };
  let plain: Set<string> | undefined;
  // An altered name would be another one, and planned to be replaced.
  const kept = (text: string) => {
    const without = redact(text);
    return without !== text && (plain ??= plainIn(definition, inputs)).has(text) ? text : without;
  };
  const without = around(api, async (_call, work) => {
    try {
      return withoutSecrets(await work(), kept);
    } catch (error) {
      throw error instanceof ApiError ? withoutSecretsIn(error, errorRedactorOf(secrets)) : error;
    }
  });
  return { redact, api: without };
}

/** What the program itself writes where nothing is secret. */
function plainIn(definition: Definition, inputs: Bag): Set<string> {
  const secrets = secretsOf(definition);
  const keys = Object.keys(definition.inputs).filter((key) => !secrets.includes(key));
  return new Set(keys.flatMap((key) => textsIn(inputs[key])));
}

/** All texts and numbers in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

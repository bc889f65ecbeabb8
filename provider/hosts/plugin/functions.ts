import { InvokeResponse, type CheckFailure, type InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { Api } from "../../api/client";
import { errorRedactorOf } from "../../api/secrets";
import type { Bag } from "../../lifecycle/vocabulary/definition";
import { hintFor } from "../../lifecycle/values/mistakes";
import { stringifiedOutputs } from "../../api/stringified";
import { explainRead } from "../../lifecycle/service/licence";
import { checkFailure } from "./failure";
import { functions } from "./generated/functions";
import { received, sent } from "./properties";

/** The functions that only read, for programs in every language. */

interface Inputs {
  readonly properties: Bag;
  readonly required?: readonly string[];
}

/** The part of the schema that says which arguments a function has. */
export interface FunctionSchema {
  readonly functions: Readonly<Record<string, { readonly inputs: Inputs }>>;
}

export async function invoke(
  request: InvokeRequest,
  api: () => Api,
  schema: () => FunctionSchema,
): Promise<InvokeResponse> {
  const token = request.getTok();
  const name = token.slice(token.lastIndexOf(":") + 1);
  const inputs = schema().functions[token]?.inputs;
  if (!inputs) throw new Error(`unknown function ${token}: its functions are ${Object.keys(functions).join(", ")}`);
  const { bag, secrets, texts } = received(request.getArgs());
  const response = new InvokeResponse();
  const problems = problemsOf(bag, inputs);
  response.setFailuresList(problems);
  if (problems.length > 0) return response;
  try {
    const result = await functions[name]!()(api(), bag as never);
    const shown = Array.isArray(result) ? { items: result as unknown[] } : (result as Bag);
    // What was looked up with a secret may repeat it.
    response.setReturn(sent(shown, new Set(secrets.size > 0 ? Object.keys(shown) : [])));
    return response;
  } catch (error) {
    const { message } = await explainRead(`calling ${name}`, error, api());
    throw new Error(errorRedactorOf(texts)(message), { cause: error });
  }
}

/** A misspelt filter would be ignored, and too much returned. */
function problemsOf(bag: Bag, { properties, required = [] }: Inputs): CheckFailure[] {
  const known = Object.keys(properties);
  const missing = required.filter((name) => (bag[name] ?? undefined) === undefined);
  const foreign = Object.keys(bag).filter((name) => !known.includes(name));
  return [
    ...missing.map((name) => checkFailure(name, "is required")),
    ...stringifiedOutputs(bag).map(({ property, reason }) => checkFailure(property, reason)),
    ...foreign.map((name) => checkFailure(name, `unknown argument; ${hintFor(name, known, "arguments")}`)),
  ];
}

import type { Case, Cases } from "../case";
import { aws } from "./aws";
import { azure } from "./azure";
import { bindings } from "./bindings";
import { googleAndOci } from "./google-oci";
import { others } from "./others";

const cases: Cases = { ...aws, ...azure, ...googleAndOci, ...others, ...bindings };

/** What holds for an input of that name, whatever resource has it. */
const usual: Record<string, Case> = {
  products: { other: ["cckm", "elsewhere"], fixed: "cloud key management is all that such a connection serves" },
  meta: { other: { owner: "somebody" } },
};

/** How the input of a resource comes to differ; nothing special, when there is no entry. */
export function caseOf(type: string, key: string): Case {
  return cases[type]?.[key] ?? usual[key] ?? {};
}

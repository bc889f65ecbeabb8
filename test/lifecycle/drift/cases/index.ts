import type { Case, Cases, Subject } from "../case";
import type { Bag } from "../../../../provider/lifecycle/vocabulary/definition";
import type { Rig } from "../../rig";
import { aws } from "./aws";
import { azure } from "./azure";
import { bindings } from "./bindings";
import { googleAndOci } from "./googleOci";
import { identities } from "./identities";
import { others } from "./others";

const cases: Cases = { ...aws, ...azure, ...googleAndOci, ...others, ...bindings, ...identities };

/** What holds for an input of that name in every resource. */
const usual: Record<string, Case> = {
  products: { other: ["cckm", "elsewhere"], fixed: "no other product fits: a response with one" },
  // The keys in the program: keys that others add belong to them.
  meta: { other: (_rig: Rig, { args }: Subject) => somebodys(args.meta as Bag | undefined) },
};

function somebodys(meta: Bag = {}): Bag {
  return Object.fromEntries(Object.keys({ owner: 1, ...meta }).map((key) => [key, "somebody"]));
}

/** How the input of a resource comes to differ; empty if there is no entry. */
export function caseOf(type: string, key: string): Case {
  return cases[type]?.[key] ?? usual[key] ?? {};
}

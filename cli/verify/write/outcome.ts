import type { Api } from "../../../provider/api/client";
import { ApiError } from "../../../provider/api/errors";
import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { featureOf, isLicensed } from "../../../provider/lifecycle/service/licence";
import { refusalOf, statusOf } from "../refusals";
import { entryOf, settled, untriedReason, type Difference, type Entry, type Outcome } from "../report";
import { StepError } from "./life";

/** What became of each type. */
export class Book {
  private readonly results = new Map<string, Entry>();

  constructor(private readonly progress: (text: string) => void) {}

  /** As they are once everything was tried. */
  get entries(): Entry[] {
    return [...this.results.values()].map(settled);
  }

  /** A type that was not tried, and why. */
  leaveOut(name: string, why: string): void {
    this.results.set(name, { name, outcome: "not tried", differences: [{ where: untriedReason, what: why }] });
  }

  outcomeOf(name: string): Outcome | undefined {
    return this.results.get(name)?.outcome;
  }

  /** Adds what was found out about a type whose outcome is known so far. */
  add(name: string, found: readonly Difference[]): void {
    const before = this.results.get(name);
    if (before === undefined || found.length > 0) {
      this.results.set(name, entryOf(name, before?.outcome ?? "works", [...(before?.differences ?? []), ...found]));
    }
  }

  /** Adds a step that failed. Throws what ends the whole run. */
  async addFailure(definition: Definition, api: Api, error: unknown): Promise<void> {
    const { type } = definition;
    const feature = featureOf(definition);
    this.progress(error instanceof Error ? error.message : String(error));
    const step = error instanceof StepError ? error.step : "check";
    const cause = apiErrorIn(error);
    if (!cause) return this.add(type, [{ where: step, what: `failed in the provider (${errorNameOf(error)})` }]);
    const { outcome, differences } = refusalOf(cause, step, feature === undefined || (await isLicensed(api, feature)));
    if (outcome !== "differs" && step === "create") this.results.set(type, { name: type, outcome, differences: [] });
    else
      this.add(
        type,
        differences.length > 0 ? differences : [{ where: step, what: `responds with ${statusOf(cause)}` }],
      );
  }
}

function errorNameOf(error: unknown): string {
  const cause = error instanceof StepError ? error.cause : error;
  return cause instanceof Error ? cause.name : typeof cause;
}

function apiErrorIn(error: unknown): ApiError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ApiError) return at;
  return undefined;
}

import type { Api, Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { pick } from "../../lifecycle/values/wire";
import type { MaterialFacts, SelectingSchedules } from "../../resources/rotation";
import { jobConfigs } from "../../resources/schedules/fields";
import type { BoundSchedule } from "./result";
import { nextBetween, scheduleOf } from "./status";

/** The schedules of the service, read once. */
export class Schedules {
  readonly #configs = new Map<string, Promise<Wire[]>>();
  #byId: Promise<Map<string, Wire>> | undefined;
  readonly #plans = new Map<string, BoundSchedule>();
  readonly #runs = new Map<string, Promise<Wire[]>>();

  constructor(private readonly api: Api) {}

  async find(id: string, ofContainer: boolean): Promise<BoundSchedule | undefined> {
    this.#byId ??= this.of("cckm_key_rotation").then((all) => new Map(all.map((one) => [idIn(one), one])));
    const config = (await this.#byId).get(id);
    if (!config) return undefined;
    // One object for all keys that are bound alike.
    const key = `${id} ${ofContainer}`;
    const plan = this.#plans.get(key) ?? scheduleOf(config, ofContainer);
    this.#plans.set(key, plan);
    return plan;
  }

  private of(operation: string): Promise<Wire[]> {
    const isOne = (config: Wire) => config.operation === undefined || config.operation === operation;
    const read = () => this.api.list(jobConfigs, { operation }).then((all) => all.filter(isOne));
    const known = this.#configs.get(operation) ?? read();
    this.#configs.set(operation, known);
    return known;
  }

  /** Of the schedules that select the key, the one that surely rotates it first. */
  async selecting(
    { operation, select }: SelectingSchedules,
    record: Wire,
    facts: MaterialFacts,
    asOf: Date,
  ): Promise<BoundSchedule | undefined> {
    const found = (await this.of(operation)).flatMap((config) => {
      const { selects, perhaps, after } = select(pick(config, "job_config_params"), record);
      const plan = { ...scheduleOf(config, false), byQuery: true as const, rotationAfter: after, perhaps };
      const next = perhaps === undefined ? nextBetween(plan, facts, asOf) : undefined;
      return selects ? [{ plan, next: next === undefined ? Infinity : Date.parse(next.latest) }] : [];
    });
    const certain = ({ plan }: (typeof found)[number]) => Number(plan.perhaps !== undefined);
    const [first] = found.toSorted((a, b) => (a.next === b.next ? certain(b) - certain(a) : a.next - b.next));
    return first?.plan;
  }

  /** When the run ended in which the object last changed; null if it changed at another time. */
  async runThatChanged(id: string, changed: string): Promise<string | null> {
    if (!this.#runs.has(id)) {
      this.#runs.set(id, this.api.list("/scheduler/jobs", { job_config_id: id, status: "completed" }));
    }
    const at = Date.parse(changed);
    const during = (run: Wire) => Date.parse(String(run.started_at)) <= at && at <= Date.parse(String(run.finished_at));
    const run = (await this.#runs.get(id)!).find(during);
    return run ? String(run.finished_at) : null;
  }
}

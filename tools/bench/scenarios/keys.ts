import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { exampleWorld } from "../../examples";
import { row, type Bench, type Scenario } from "../bench";
import { keyPrograms, type KeyProgram } from "../keyPrograms";
import { withoutCheckpoints } from "../project";
import type { Figure } from "../report";
import { requestsToReadAll } from "../targets";

/** What a refresh of many keys asks of the service, for a type of each system whose keys rotate. */

/** No list shows the policy of an endpoint: each is read by itself. */
const each = ["EkmEndpoint"];
/**
 * Google's records do not show whether a version is enabled, but the lists of the enabled and of
 * the disabled ones do.
 */
const lists: Record<string, number> = { GoogleKey: 2 };

/** Connection, container, source and lookup: what the keys need is read, too. */
const needs = 4;

export const keys: Scenario = {
  name: "keys",
  title: "Reading keys of each system",
  async run(bench) {
    const { many } = bench.sizes;
    const figures: Figure[] = [];
    for (const one of keyPrograms(many)) figures.push(await refreshOf(bench, one));
    return { figures };
  },
};

function refreshOf(bench: Bench, { type, program }: KeyProgram): Promise<Figure> {
  const { many } = bench.sizes;
  const world = parse(readFileSync(exampleWorld, "utf8")) as object;
  const at = requestsToReadAll(many) * (lists[type] ?? 1) + (each.includes(type) ? many : 0) + needs;
  return bench.with(world, (emulator) =>
    bench.stack(program, { ...emulator.environment, ...withoutCheckpoints }, async (project) => {
      bench.step(`Deploying ${many} of ${type}`);
      await project.step("up");
      const step = await bench.measure(`preview --refresh of ${many} of ${type}`, emulator, () =>
        project.step("preview"),
      );
      return row(`requests of \`preview --refresh\`, ${many} of \`${type}\``, "requests", step.requests, { at });
    }),
  );
}

import type { Sample } from "../sample";
import { samples } from "../samples";
import type { CloudsGiven, Given } from "./file";
import { clouds, type Cloud } from "./systems";

/**
 * What is tried with the clouds of a file: their own connections in place of those that open
 * nothing, then what they lead to.
 */
export function samplesWith(given: CloudsGiven): readonly Sample[] {
  const more = Object.entries(given).flatMap(([name, one]) => samplesOf(clouds[name]!, one));
  const own = new Map(more.map((sample) => [sample.type, sample]));
  const replaced = samples.map((sample) => own.get(sample.type) ?? sample);
  return [...replaced, ...more.filter((sample) => !replaced.includes(sample))];
}

function samplesOf(cloud: Cloud, { server, connection, container, keys }: Given): Sample[] {
  const { connection: connectionType, container: at, key } = cloud;
  const result: Sample[] = [];
  const needs = cloud.server === undefined ? [] : [cloud.server];
  if (cloud.server !== undefined) result.push(fixed(cloud.server, server ?? {}, "it is used by the connection"));
  result.push({ type: connectionType, needs, inputs: () => connection, change: { description: "two" }, tested: true });
  if (!container) return result;
  const inputs: Sample["inputs"] = (ground) => ({ ...container, connection: ground.id(connectionType) });
  result.push({ type: at.type, needs: [connectionType], inputs, change: "it is what you gave", tested: true });
  if (key && keys) {
    result.push({ ...key, needs: [at.type], inputs: (ground) => key.inputs(ground, container), tested: true });
  }
  return result;
}

const fixed = (type: string, inputs: object, change: string): Sample => ({
  type,
  inputs: () => ({ ...inputs }),
  change,
});

/** Types of containers that the service adds along with those of a run. */
export const brought: readonly string[] = Object.values(clouds).flatMap(({ container }) => container.brings ?? []);

/**
 * How the objects of a run end, of every type that a run can make, in the order in which they are
 * made.
 */
export const everySample: readonly Pick<Sample, "type" | "ending" | "stays">[] = [
  ...samples,
  ...Object.values(clouds).flatMap(({ container, key }) => [{ type: container.type }, ...(key ? [key] : [])]),
];

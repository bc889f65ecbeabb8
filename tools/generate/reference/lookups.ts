import type { Api } from "../../../provider/api/client";
import type { DeclaredFunction } from "../declarations";

/** What functions request: each runs once against a service that has nothing. */

type Lookup = (api: Api, args: object) => unknown;

/** Arguments whose values are their names, as far as a path contains them. */
const args = Object.fromEntries(
  ["connection", "kms", "key", "region", "location", "projectId", "id"].map((name) => [name, `{${name}}`]),
);

/** Calls of a function in their order; of one that reads for several systems, those for AWS, or all. */
export async function callsOfFunction({ loads }: DeclaredFunction): Promise<string[]> {
  const sent: string[] = [];
  const module = (await import(`../../../${loads.module}.js`)) as { default: Record<string, Lookup> };
  const lookup = module.default[loads.name];
  if (!lookup) throw new Error(`${loads.module} has no ${loads.name}`);
  try {
    await lookup(emptyService(sent), { ...args, cloud: "aws" });
  } catch {
    // What a service without anything responds is of no use to some.
  }
  return [...new Set(sent)];
}

function emptyService(sent: string[]): Api {
  const hear =
    <T>(method: string, response: T) =>
    (path: string) => (sent.push(`${method} ${decodeURIComponent(path)}`), Promise.resolve(response));
  return {
    get: hear("GET", {}),
    text: hear("GET", ""),
    list: hear("GET", []),
    gather: hear("GET", []),
    page: hear("GET", { resources: [], total: 0, length: 0 }),
    count: hear("GET", 0),
    post: hear("POST", {}),
    time: () => Promise.resolve(0),
  } as unknown as Api;
}

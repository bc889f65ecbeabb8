import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { needsOf } from "../../provider/lifecycle/vocabulary/field";
import { systems } from "../emulator/systems/rows";
import type { System } from "../emulator/systems/system";
import { loginOf } from "../lifecycle/fixtures/fixture";
import { worded } from "./sent";

/** Lives that differ between systems only in what their rows say of them. */

const rows = systems.map(([, row]) => row);

type Containers = System["containers"];

/** Another connection of the same system: its type, and the arguments that log in. */
interface Connection {
  type: string;
  login: object;
}

const connectionLife = (path: string, login: object): string[] => [
  "  make",
  `    ${worded(`POST ${path}`, {
    ...{ name: "prod", description: "one", ...login, products: ["cckm"] },
    ...{ meta: { owner: "me", pulumi_ciphertrust: "{mark}" }, labels: { a: "1", c: "2" } },
  })}`,
  `    POST ${path}/{id}/test {}`,
  "  change { description: two, labels: { a: '2' } }",
  `    ${worded(`PATCH ${path}/{id}`, { description: "two", labels: { a: "2", c: null } })}`,
  "  destroy",
  `    DELETE ${path}/{id}`,
];

/** It is added, moved to another connection, and removed. */
const containerLife = (path: string, connection: Connection, { add, body, offered, removal }: Containers): string[] => [
  "  make",
  `    ${worded(`POST ${add}`, { connection: "{connection}", ...body(offered[0]) })}`,
  `  given ${connection.type} ${JSON.stringify({ name: "elsewhere", ...connection.login })}`,
  `  change { connection: '{${connection.type}}' }`,
  `    ${worded(`PATCH ${path}/{id}`, { connection: `{${connection.type}}` })}`,
  "  destroy",
  removal === undefined ? `    DELETE ${path}/{id}` : `    POST ${path}/{id}/${removal}`,
];

/** The life of a connection that only logs in, or of a container that is only added. */
export function usualLife(definition: Definition): string | undefined {
  const { type, path } = definition;
  const connected = rows.find(({ service }) => path === `/connectionmgmt/services/${service}/connections`);
  const carrying = rows.find(({ containers }) => path === containers.path);
  if (connected !== undefined) return [type, ...connectionLife(path, connected.login)].join("\n");
  if (carrying === undefined) return undefined;
  const [[, connection] = []] = needsOf(definition);
  const other = { type: connection!.type, login: loginOf(carrying) };
  return [type, ...containerLife(path, other, carrying.containers)].join("\n");
}

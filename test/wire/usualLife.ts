import type { Definition } from "../../provider/lifecycle/definition";
import { systems } from "../emulator/systems/rows";
import { worded } from "./sent";

/** Lives that differ between systems only in what their rows say of them. */

const rows = systems.map(([, row]) => row);

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

const containerLife = (path: string, add: string, body: object, removal?: string): string[] => [
  "  make",
  `    ${worded(`POST ${add}`, { connection: "{connection}", ...body })}`,
  "  destroy",
  removal === undefined ? `    DELETE ${path}/{id}` : `    POST ${path}/{id}/${removal}`,
];

/** The life of a connection that only logs in, or of a container that is only added. */
export function usualLife({ type, path }: Definition): string | undefined {
  const connected = rows.find(({ service }) => path === `/connectionmgmt/services/${service}/connections`);
  const carrying = rows.find(({ containers }) => path === containers.path);
  if (connected !== undefined) return [type, ...connectionLife(path, connected.login)].join("\n");
  if (carrying === undefined) return undefined;
  const { add, body, offered, removal } = carrying.containers;
  return [type, ...containerLife(path, add, body(offered[0]), removal)].join("\n");
}

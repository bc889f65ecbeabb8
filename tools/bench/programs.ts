/** The programs that are run, as text, and the folder around them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages, type Side } from "./packages";
import { accountId, credentials, regions } from "./world";

/** As many connections: one text for every side. */
export const connections = (count: number): string => `const { AwsConnection } = require("pulumi-ciphertrust");
for (let number = 0; number < ${count}; number++) {
  new AwsConnection("connection-" + number, ${JSON.stringify(credentials)});
}
`;

export interface Kinds {
  containers: number;
  keys: number;
  schedules: number;
}

/** One connection, and below it what a usual stack has; the keys are in the first container. */
export const everyKind = ({ containers, keys, schedules }: Kinds): string =>
  `const ciphertrust = require("pulumi-ciphertrust");
const many = (count, make) => Array.from({ length: count }, (_, number) => make(number));
const connection = new ciphertrust.AwsConnection("connection", ${JSON.stringify(credentials)}).id;
const containers = many(${containers}, (number) =>
  new ciphertrust.AwsKms("container-" + number, { connection, accountId: "${accountId}", regions: [${JSON.stringify(regions)}[number]] }));
many(${keys}, (number) =>
  new ciphertrust.AwsKey("key-" + number, { kms: containers[0].id, region: "eu-west-1", alias: ["key-" + number] }));
many(${schedules}, (number) =>
  new ciphertrust.RotationSchedule("schedule-" + number, { cloud: "aws", runAt: "0 3 1 */3 *" }));
`;

/**
 * Writes a project whose packages are this repository's, so that all sides load one and the same
 * Pulumi SDK.
 */
export function writeProject(folder: string, side: Side, program: string): void {
  const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
  write("Pulumi.yaml", "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n");
  write("package.json", JSON.stringify({ name: "bench", version: "1.0.0", main: "index.js" }));
  write("index.js", program);
  installPackages(join(folder, "node_modules"), side);
}

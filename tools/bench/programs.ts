/** The programs that are run, as text, and the folder around them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "./packages";
import { accountId, credentials, regions } from "./world";

/**
 * What is compared: this package; _bare_, a dynamic provider that makes the same requests and
 * nothing else; _empty_, one that does nothing. `random` is a provider that users know, written in
 * Go.
 */
export type Side = "ours" | "bare" | "empty" | "random";

export interface Program {
  side: Side;
  language: "js" | "ts";
  text: string;
}

/** As many connections; the same text for every package. */
export function connections(side: Exclude<Side, "random">, count: number, prefix = "connection"): Program {
  const text = `const { AwsConnection } = require("pulumi-ciphertrust");
for (let number = 0; number < ${count}; number++) {
  new AwsConnection("${prefix}-" + number, ${JSON.stringify(credentials)});
}
`;
  return { side, language: "js", text };
}

const loopInTypescript = (imported: string, count: number, made: string): string => `${imported}
for (let number = 0; number < ${count}; number++) {
    new ${made};
}
`;

/** The same in TypeScript, with ours and with a well-known package. */
export function typescript(side: "ours" | "random", count: number): Program {
  const text =
    side === "ours"
      ? loopInTypescript(
          'import * as ciphertrust from "pulumi-ciphertrust";',
          count,
          `ciphertrust.AwsConnection(\`connection-\${number}\`, ${JSON.stringify(credentials)})`,
        )
      : loopInTypescript(
          'import * as random from "@pulumi/random";',
          count,
          "random.RandomString(`string-${number}`, { length: 16 })",
        );
  return { side, language: "ts", text };
}

export interface Kinds {
  containers: number;
  keys: number;
  schedules: number;
}

/** One connection, and below it what a usual stack has; the keys are in the first container. */
export function everyKind({ containers, keys, schedules }: Kinds): Program {
  const text = `const ciphertrust = require("pulumi-ciphertrust");
const many = (count, make) => Array.from({ length: count }, (_, number) => make(number));
const connection = new ciphertrust.AwsConnection("connection", ${JSON.stringify(credentials)}).id;
const containers = many(${containers}, (number) =>
  new ciphertrust.AwsKms("container-" + number, { connection, accountId: "${accountId}", regions: [${JSON.stringify(regions)}[number]] }));
many(${keys}, (number) =>
  new ciphertrust.AwsKey("key-" + number, { kms: containers[0].id, region: "eu-west-1", alias: ["key-" + number] }));
many(${schedules}, (number) =>
  new ciphertrust.RotationSchedule("schedule-" + number, { cloud: "aws", runAt: "0 3 1 */3 *" }));
`;
  return { side: "ours", language: "js", text };
}

/** Brings every key of the account into the service. */
export function refresh(): Program {
  const text = `const ciphertrust = require("pulumi-ciphertrust");
const connection = new ciphertrust.AwsConnection("connection", ${JSON.stringify(credentials)}).id;
const container = new ciphertrust.AwsKms("container", { connection, accountId: "${accountId}", regions: ["eu-west-1"] });
exports.keys = new ciphertrust.Refresh("refresh", { cloud: "aws", containers: [container.id] }).keys;
`;
  return { side: "ours", language: "js", text };
}

/** What `pulumi new typescript` writes. */
const tsconfig = `{
  "compilerOptions": {
    "strict": true, "outDir": "bin", "target": "es2020", "module": "commonjs", "moduleResolution": "node",
    "sourceMap": true, "experimentalDecorators": true, "pretty": true, "noFallthroughCasesInSwitch": true,
    "noImplicitReturns": true, "forceConsistentCasingInFileNames": true
  },
  "files": ["index.ts"]
}
`;

export function writeProgram(folder: string, { language, text }: Program): void {
  writeFileSync(join(folder, `index.${language}`), text);
}

/**
 * Writes a project whose packages are this repository's, so that all sides load one and the same
 * Pulumi SDK.
 */
export function writeProject(folder: string, program: Program): void {
  const { side, language } = program;
  const isTypescript = language === "ts";
  const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
  write("Pulumi.yaml", `name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: ${isTypescript}\n`);
  write("package.json", JSON.stringify({ name: "bench", version: "1.0.0", main: `index.${language}` }));
  writeProgram(folder, program);
  if (isTypescript) write("tsconfig.json", tsconfig);
  const floor = side === "bare" || side === "empty" ? side : undefined;
  installPackages(join(folder, "node_modules"), isTypescript ? ["typescript"] : [], floor);
}

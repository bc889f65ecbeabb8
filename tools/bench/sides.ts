import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "../project";

/** What is compared: this package, and a dynamic provider that does nothing, which is what the engine costs anyway. */
export type Side = "ours" | "floor";

export const sides: readonly Side[] = ["ours", "floor"];

/** The same program for both, but for the package and the class. */
function program(side: Side, resources: number): string {
  const [name, type] = side === "ours" ? ["pulumi-ciphertrust", "AwsConnection"] : ["floor", "Nothing"];
  return `const { ${type} } = require("${name}");
for (let number = 0; number < ${resources}; number++) {
  new ${type}("connection-" + number, {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  });
}
`;
}

const floorSdk = `const pulumi = require("@pulumi/pulumi");
exports.Nothing = class extends pulumi.CustomResource {
  constructor(name, args) {
    const secret = { secretAccessKey: pulumi.secret(args.secretAccessKey) };
    const reference = 'exports.handler=()=>require("floor/provider").provider()';
    super("pulumi-nodejs:dynamic/floor:Nothing", name, { name, ...args, ...secret, __provider: reference });
  }
};
`;

const floorProvider = `let made = 0;
exports.provider = () => ({
  check: async (olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: "nothing-" + made++, outs: inputs }),
  read: async (id, props) => ({ id, props }),
  update: async (id, olds, news) => ({ outs: news }),
  delete: async () => {},
});
`;

/** Writes a project whose packages are this repository's, so that both sides load one and the same Pulumi SDK. */
export function writeProject(folder: string, side: Side, resources: number): void {
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write("Pulumi.yaml", "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n");
  write("package.json", '{ "name": "bench", "version": "1.0.0", "main": "index.js" }');
  write("index.js", program(side, resources));
  write("node_modules/floor/package.json", '{ "name": "floor", "version": "1.0.0", "main": "index.js" }');
  write("node_modules/floor/index.js", floorSdk);
  write("node_modules/floor/provider.js", floorProvider);
  link(join(projectRoot(), "node_modules", "@pulumi"), join(folder, "node_modules", "@pulumi"));
  link(projectRoot(), join(folder, "node_modules", "pulumi-ciphertrust"));
}

/** A junction, because Windows lets only administrators make other links. */
function link(target: string, path: string): void {
  symlinkSync(target, path, "junction");
}

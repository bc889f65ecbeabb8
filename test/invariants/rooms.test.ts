import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import ts from "typescript";

/**
 * Which packages a room may import, read from the actual imports. Which rooms it may import is
 * checked by `npm run check`.
 */

const root = join(__dirname, "../..");

interface Import {
  file: string;
  /** A room of the project, or the name of a package. */
  target: string;
}

const rooms = [
  "provider/api",
  "provider/lifecycle",
  "provider/limits",
  "provider/resources",
  "provider/lookups",
  "provider/hosts",
  "sdk",
  "cli",
  "policy",
  "emulator",
  "tools",
];
const roomOf = (path: string) => rooms.find((room) => path === room || path.startsWith(`${room}/`));

function filesBelow(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  const sources = entries.filter((one) => one.isFile() && /\.(ts|cts|mts|js|cjs|mjs)$/.test(one.name));
  return sources
    .map((one) => relative(root, join(one.parentPath, one.name)).split(sep).join("/"))
    .filter((path) => !path.includes("/go/") && !path.includes("node_modules"));
}

/** What a file imports, requires or exports from elsewhere, including types and dynamic imports. */
function importsOf(file: string): Import[] {
  const path = join(root, file);
  const found = ts.preProcessFile(readFileSync(path, "utf8"), true, true).importedFiles.map(({ fileName }) => fileName);
  return found.map((name) => {
    if (!name.startsWith(".")) return { file, target: name };
    const inside = relative(root, resolve(dirname(path), name))
      .split(sep)
      .join("/");
    return { file, target: roomOf(inside) ?? inside };
  });
}

const imports = new Map(rooms.map((room) => [room, filesBelow(room).flatMap(importsOf)]));
const offending = (room: string, isWrong: (target: string, file: string) => boolean) =>
  imports
    .get(room)!
    .filter(({ target, file }) => isWrong(target, file))
    .map(({ file, target }) => `${file} imports ${target}`);

test.each(rooms.filter((room) => room.startsWith("provider/")))("%s does not import Pulumi", (room) => {
  const isProtocol = (target: string, file: string) =>
    /^provider\/hosts\/plugin[./]/.test(file) && target.startsWith("@pulumi/pulumi/proto/");
  expect(offending(room, (target, file) => target.startsWith("@pulumi/") && !isProtocol(target, file))).toEqual([]);
});

test("the dynamic provider loads nothing of the plugin", () => {
  const shared = ["dynamic", "host", "caller", "calls", "shutdown", "owner"].map((name) => `provider/hosts/${name}.ts`);
  for (const file of shared) {
    const targets = ts.preProcessFile(readFileSync(join(root, file), "utf8")).importedFiles;
    expect(targets.map(({ fileName }) => fileName).filter((name) => /plugin|grpc|protobuf/.test(name))).toEqual([]);
  }
});

test("the emulator does not import Pulumi", () => {
  expect(offending("emulator", (target) => target.startsWith("@pulumi/"))).toEqual([]);
});

test("only the lowest layer of the provider uses HTTP", () => {
  const http = /^(undici|(node:)?(https?|http2|net|tls))$/;
  const speaking = [...imports.values()]
    .flat()
    .filter(({ file, target }) => file.startsWith("provider/") && http.test(target));
  // Two of them only ask what an IP address is.
  const lowest = ["address", "connections", "proxy", "transport", "tunnels"].map((name) => `provider/api/${name}.ts`);
  expect([...new Set(speaking.map(({ file }) => file))].sort()).toEqual(lowest);
});

test("nothing names the package itself, except the line that leads to a resource's code", () => {
  for (const room of rooms.filter((one) => one !== "tools"))
    expect(offending(room, (target) => target.startsWith("pulumi-ciphertrust"))).toEqual([]);
});

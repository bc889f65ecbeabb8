import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { forEach } from "../../../tools/bench/client";
import { secondsByOrigin } from "../../../tools/bench/cpuProfile";
import { bytesOf, countsOf, median, requestsTo, resourcesIn } from "../../../tools/bench/figures";
import { ProcessWatch } from "../../../tools/bench/processes";
import { projectRoot } from "../../../tools/project";
import { repeated } from "../../../tools/bench/scenarios/memory";

test("requests are counted without logins", () => {
  const routes = { "POST /api/v1/auth/tokens/": 2, "GET /api/v1/domain": 1, "POST /api/v1/cckm/aws/kms": 3 };
  expect(countsOf(routes)).toEqual({ requests: 4, logins: 2 });
  expect(requestsTo(routes, /\/cckm\//)).toBe(3);
});

test("medians", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
});

const entry = {
  urn: "urn:pulumi:bench::bench::pulumi-nodejs:dynamic/ciphertrust:AwsConnection::connection-0",
  id: "first",
  type: "pulumi-nodejs:dynamic/ciphertrust:AwsConnection",
  inputs: { name: "connection-0", cloudName: "aws" },
  outputs: { name: "connection-0", state: "ready" },
};
const state = JSON.stringify({ deployment: { resources: [{ urn: "stack", type: "pulumi:pulumi:Stack" }, entry] } });

test("the place in the sources counts as in a project that has the package installed", () => {
  const root = projectRoot().slice(1);
  const from = (folder: string) => ({ ...entry, sourcePosition: `project:///../../${folder}/index.js#3,3` });
  const installed = { ...entry, sourcePosition: "project:///node_modules/pulumi-ciphertrust/index.js#3,3" };
  expect(bytesOf(from(root))).toBe(bytesOf(installed));
  expect(bytesOf(from(`${root}/dist/tools/bench/floors`))).toBe(bytesOf(installed));
  // Folders above it whose names end alike are not it.
  expect(bytesOf(from(`x${basename(root)}/${root}`))).toBe(bytesOf(installed));
  const library = { ...entry, sourcePosition: "project:///node_modules/@pulumi/pulumi/index.js#3,3" };
  expect(bytesOf(from(`${root}/node_modules/@pulumi/pulumi`))).toBe(bytesOf(library));
  expect(bytesOf(library)).toBe(Buffer.byteLength(JSON.stringify(library)));
});

test("a state is repeated under the names of the program, and under the given ids", () => {
  const [first, second, third, ...more] = resourcesIn(repeated(state, 3, (number) => `id-${number}`));
  expect(first).toEqual(entry);
  expect(second).toMatchObject({ id: "id-1", inputs: { name: "connection-1", cloudName: "aws" } });
  expect(third).toEqual({
    ...entry,
    urn: entry.urn.replace("connection-0", "connection-2"),
    id: "id-2",
    inputs: { name: "connection-2", cloudName: "aws" },
    outputs: { name: "connection-2", state: "ready" },
  });
  expect(more).toEqual([]);
});

test("numbers are worked on in order, no more than so many together, each once", async () => {
  let [running, most] = [0, 0];
  const results = await forEach(
    10,
    async (number) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return number * 2;
    },
    3,
  );
  expect(results).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  expect(most).toBe(3);
});

test("CPU time of a profile goes to those whose code was running; waiting does not count", () => {
  const frame = (functionName: string, url = "") => ({ functionName, url });
  const frames = [
    frame("(root)"),
    frame("(idle)"),
    frame("(garbage collector)"),
    frame("read", "file:///somewhere/dist/dynamic.js"),
    frame("encode", "/somewhere/node_modules/@grpc/grpc-js/build/src/call.js"),
    frame("emit", "node:events"),
    frame("parse", "/somewhere/node_modules/semver/index.js"),
    frame("dump", "/somewhere/node_modules/js-yaml/index.js"),
  ];
  const nodes = frames.map((callFrame, id) => ({ id, callFrame }));
  const profile = {
    nodes,
    samples: [0, 1, 2, 3, 3, 4, 5, 6, 7],
    timeDeltas: [9e6, 9e6, 1e6, 2e6, 2e6, 3e6, 5e5, 1e4, 1e4],
  };
  expect(secondsByOrigin([profile])).toEqual([
    ["this package, with undici and zod", 4],
    ["@grpc/grpc-js", 3],
    ["garbage collection", 1],
    ["Node.js", 0.5],
    ["other packages", 0.02],
  ]);
});

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("memory and CPU time of the processes below are seen, by what they do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-watch-"));
  try {
    mkdirSync(join(folder, "cli"));
    const script = join(folder, "cli", "index.js");
    // Holds 100 MiB and computes for so long that several samples are taken, then waits until it is told to end.
    const work = "const held = Buffer.alloc(100 * 2 ** 20, 1); const until = process.cpuUsage().user + 4e5;";
    const loop = "while (process.cpuUsage().user < until); console.log(held.length); process.stdin.resume();";
    writeFileSync(script, work + loop);
    const watch = new ProcessWatch().start();
    const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
    await once(child.stdout, "data");
    let usage = watch.stop();
    while ((usage.command?.cpuSeconds ?? 0) < 0.3) {
      watch.start();
      await once(spawn(process.execPath, ["-e", ""]), "exit");
      usage = watch.stop();
    }
    child.stdin.end();
    await once(child, "exit");
    expect(Object.keys(usage)).toEqual(["command"]);
    expect(usage.command!.memoryMiB).toBeGreaterThan(100);
    expect(usage.command!.cpuSeconds).toBeLessThan(60);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { bytesOf, countsOf, median, requestsTo } from "../../../tools/bench/figures";
import { watchProcesses } from "../../../tools/bench/processes";
import { tableOf, type Life } from "../../../tools/bench/table";
import { projectRoot } from "../../../tools/project";

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

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("memory and CPU time of the processes with a mark in their environment are measured", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-watch-"));
  try {
    const script = join(folder, "pulumi-resource-held.js");
    // Holds 100 MiB and computes for so long that several samples are taken, then waits until it is told to end.
    const work = "const held = Buffer.alloc(100 * 2 ** 20, 1); const until = process.cpuUsage().user + 4e5;";
    const loop = "while (process.cpuUsage().user < until); console.log(held.length); process.stdin.resume();";
    writeFileSync(script, work + loop);
    const others = watchProcesses(`${folder}-other`);
    const env = { ...process.env, MARK: folder };
    const child = spawn(process.execPath, [script], { env, stdio: ["pipe", "pipe", "inherit"] });
    await once(child.stdout, "data");
    let usage: ReturnType<ReturnType<typeof watchProcesses>>;
    do {
      const watched = watchProcesses(folder);
      await once(spawn(process.execPath, ["-e", ""]), "exit");
      usage = watched();
    } while (usage!.cpuSeconds < 0.3);
    child.stdin.end();
    await once(child, "exit");
    expect(others()).toEqual({ cpuSeconds: 0, providerMiB: 0 });
    expect(usage!.providerMiB).toBeGreaterThan(100);
    expect(usage!.cpuSeconds).toBeLessThan(60);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the table has a row for each command and a column for each provider", () => {
  const step = (seconds: number, requests: number) => ({
    seconds,
    cpuSeconds: 2 * seconds,
    providerMiB: 150,
    requests,
  });
  const life = (seconds: number, requests: number): Life => ({
    steps: { up: step(seconds, requests), "preview --refresh": step(1, 18), destroy: { seconds: 3, requests: 3001 } },
    stateBytes: 1884,
  });
  const table = tableOf({ ours: [life(9, 2002), life(1, 2000), life(2, 2002)], bare: [life(3, 2002)], empty: [] });
  expect(table.split("\n")).toEqual([
    "|  | ours | bare | empty |",
    "| --- | ---: | ---: | ---: |",
    "| `up` | 2.00 s | 3.00 s | not measured |",
    "| `up`, CPU | 4.00 s | 6.00 s | not measured |",
    "| `up`, requests | 2,002 | 2,002 | not measured |",
    "| `preview --refresh` | 1.00 s | 1.00 s | not measured |",
    "| `preview --refresh`, CPU | 2.00 s | 2.00 s | not measured |",
    "| `preview --refresh`, requests | 18 | 18 | not measured |",
    "| `destroy` | 3.00 s | 3.00 s | not measured |",
    "| `destroy`, CPU | not measured | not measured | not measured |",
    "| `destroy`, requests | 3,001 | 3,001 | not measured |",
    "| peak memory of the provider process | 150 MiB | 150 MiB | not measured |",
    "| state of a connection | 1,884 bytes | 1,884 bytes | not measured |",
  ]);
});

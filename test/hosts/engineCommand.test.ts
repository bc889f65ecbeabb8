import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byPs, continuesOnError, engineArguments, isDestroy, type Look } from "../../provider/hosts/engineCommand";

/** What Pulumi's engine was started to do, from its command line and its environment. */

const above = (...processes: (readonly string[])[]): Look => {
  const all = processes.map((args, index) => ({ parent: index + 1 < processes.length ? index + 2 : 0, args }));
  return (pid) => all[pid - 1];
};

describe("the engine is the nearest Pulumi above this process", () => {
  test.each([
    { name: "itself its parent", processes: [["pulumi", "up"]] },
    { name: "by its path", processes: [["/opt/pulumi/bin/pulumi", "up"]] },
    {
      name: "above a launcher, whatever is above it",
      processes: [
        ["/bin/sh", "/opt/pulumi/bin/pulumi-resource-pulumi-nodejs", "127.0.0.1:4"],
        ["pulumi", "up"],
        ["node", "pulumi-ciphertrust", "pipeline", "up"],
        ["pulumi", "destroy"],
      ],
    },
  ])("$name", ({ processes }) => {
    expect(engineArguments(above(...processes), 1)).toEqual(["up"]);
  });

  test.each([
    { name: "nothing above is Pulumi", processes: [["node", "program.js"], ["/sbin/init"]] },
    { name: "a process cannot be read", processes: [] },
  ])("unknown where $name", ({ processes }) => {
    expect(engineArguments(above(...processes), 1)).toBeUndefined();
  });
});

test.each([
  ["the system's files", undefined],
  ["ps", byPs],
])("processes are read from %s, whatever their names", async (_from, look) => {
  const folder = mkdtempSync(join(tmpdir(), "engine-"));
  const linked = (name: string) => {
    const path = join(folder, name);
    symlinkSync(process.execPath, path);
    return path;
  };
  const [engine, launcher] = [linked("pulumi"), linked("a) S 7")];
  const started = `require("child_process").spawn(process.argv.at(-1),["-e","setInterval(()=>0,9e4)"],{stdio:"ignore"}).pid`;
  const script = `console.log(${started})`.replaceAll(" ", "");
  const child = spawn(engine, ["-e", script, "up", launcher], { detached: true });
  try {
    const [text] = (await once(child.stdout, "data")) as [Buffer];
    const found = engineArguments(look, Number(String(text)));
    expect(found?.slice(0, 3)).toEqual(["-e", script, "up"]);
  } finally {
    process.kill(-child.pid!, "SIGKILL");
    rmSync(folder, { recursive: true });
  }
});

test.each([
  [["destroy", "--yes"], true],
  [["down"], true],
  [["dn"], true],
  [["--cwd", "destroy", "--non-interactive", "destroy"], true],
  [["-C", "folder", "-e", "-v=9", "--color=never", "destroy"], true],
  [["up"], false],
  [["up", "--message", "destroy"], false],
  [["--cwd", "destroy", "up"], false],
  [["-C", "destroy", "up"], false],
  [["--stack", "destroy", "up"], false],
  [["stack", "rm", "destroy"], false],
  // The value of a group of options, and a folder with spaces as ps shows it.
  [["-eC", "destroy", "up"], false],
  [["-C", "/x/Shut", "down", "now/project", "up", "--yes"], false],
  // Nobody knows this one: it may take a value.
  [["--news", "destroy"], false],
  [[], false],
])("pulumi %p ends a whole stack: %p", (args, expected) => {
  expect(isDestroy(args)).toBe(expected);
});

describe("whether the engine goes on after a failure", () => {
  const on = { PULUMI_CONTINUE_ON_ERROR: "true" };
  const option = (value: string) => ({ PULUMI_OPTION_CONTINUE_ON_ERROR: value });

  test.each([
    [["up", "--continue-on-error"], {}, true],
    [["up", "--continue-on-error=T", "--yes"], {}, true],
    [["--continue-on-error", "update"], {}, true],
    [["up", "--continue-on-error", "--continue-on-error=false"], {}, false],
    [["up", "--continue-on-error=0"], on, false],
    [["up"], {}, false],
    [["up"], on, true],
    [["up"], { PULUMI_CONTINUE_ON_ERROR: "TRUE" }, true],
    [["up"], { PULUMI_CONTINUE_ON_ERROR: "1" }, true],
    [["up"], { PULUMI_CONTINUE_ON_ERROR: "yes" }, false],
    [["up"], { PULUMI_CONTINUE_ON_ERROR: "" }, false],
    [["up"], option("1"), true],
    [["up"], { ...on, ...option("false") }, false],
    [undefined, {}, undefined],
    [undefined, { PULUMI_CONTINUE_ON_ERROR: "false" }, false],
    [undefined, on, true],
  ])("pulumi %p with %p: %p", (args, env, expected) => {
    expect(continuesOnError(args, env)).toBe(expected);
  });
});

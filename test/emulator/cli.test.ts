import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { awsContainer, idOf } from "./client";
import { withCommand } from "./command";

const { folder, root, run, serve } = withCommand();

describe("the command", () => {
  test("is unchanged after a kill", async () => {
    const data = join(folder(), "data");
    const world = join(folder(), "world.yaml");
    writeFileSync(world, "licensing:\n  licenses: [{ feature: CCKM }]\n");
    const first = await serve("--data", data, "--world", world);
    const { connection, kms } = await awsContainer(first.client);
    await first.client.advance(100_000);
    const offset = Number((await first.client.raw("GET", "/emulator/clock")).body.offsetSeconds);
    await first.client.ok("PATCH", `/connectionmgmt/services/aws/connections/${connection}`, {
      description: "described",
    });
    const token = await first.client.logIn();
    const change = { account: "123456789012", region: "eu-west-1", aliases: ["kept"] };
    await first.client.raw("POST", "/emulator/world/aws/keys", change);
    const job = await first.client.ok("POST", "/cckm/aws/synchronization-jobs", { kms: [kms] });
    const before = await first.client.ok("GET", "/cckm/aws/kms");
    const ca = readFileSync(first.place.caCertificate, "utf8");
    const last = await first.client.post("/vault/keys2", { name: "the last word" });
    first.child.kill("SIGKILL");
    expect(last.status).toBe(201);
    await first.ended;

    const second = await serve("--data", data);
    expect(second.place).toEqual(first.place);
    expect(readFileSync(second.place.caCertificate, "utf8")).toBe(ca);
    expect(await second.client.ok("GET", "/cckm/aws/kms")).toEqual(before);
    expect(await second.client.ok("GET", `/connectionmgmt/services/aws/connections?name=aws`)).toMatchObject({
      resources: [{ id: connection, description: "described", last_connection_ok: true }],
    });
    expect(await second.client.ok("GET", "/vault/keys2/the%20last%20word")).toMatchObject({ id: idOf(last.body) });
    const clock = (await second.client.raw("GET", "/emulator/clock")).body;
    expect(offset).toBeGreaterThan(99_999);
    expect(Number(clock.offsetSeconds)).toBeGreaterThanOrEqual(offset);
    const known = await second.client.raw("GET", "/api/v1/auth/self/user", undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(known.status).toBe(200);
    await second.client.advance(1);
    expect(await second.client.ok("GET", `/cckm/aws/synchronization-jobs/${idOf(job)}`)).toMatchObject({
      overall_status: "completed",
    });
    expect((await second.client.ok("GET", "/cckm/aws/keys?alias=kept")).total).toBe(1);

    const busy = await run("--data", data).ended;
    expect(busy).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^ciphertrust-emulator: .*another emulator is using it\n$/),
    });
    await second.client.raw("POST", "/emulator/reset");
    second.client.forgetToken();
    expect((await second.client.ok("GET", "/cckm/aws/kms")).total).toBe(0);
    second.child.kill("SIGTERM");
    expect(await second.ended).toMatchObject({ code: 0, stderr: "" });
  });

  test("prints its version", async () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(await run("--version").ended).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test.each(["SIGINT", "SIGTERM"] as const)("stops cleanly on %s and prints one line", async (signal) => {
    const { child, ended, place, client } = await serve("--port", "0");
    await client.logIn();
    child.kill(signal);
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trim().split("\n")).toHaveLength(1);
    expect(place).toEqual({
      address: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      username: "admin",
      password: expect.any(String),
      caCertificate: expect.any(String),
    });
    expect(existsSync(place.caCertificate)).toBe(false);
  });

  test("prints why it cannot start on one line", async () => {
    const { place } = await serve();
    const port = new URL(place.address).port;
    const bad = join(folder(), "world.json");
    writeFileSync(bad, JSON.stringify({ aws: { accounts: [{ accountId: "123456789012", regions: "eu-west-1" }] } }));
    const odd = join(folder(), "odd.yaml");
    writeFileSync(odd, "moon: {}\n");
    const rows: [string[], number, RegExp][] = [
      [["--port", port], 1, /cannot listen on 127\.0\.0\.1:\d+: the port is in use/],
      [["--world", bad], 1, /world\.json: aws\.accounts\[0\]\.regions: /],
      [["--world", odd], 1, /odd\.yaml: there is no part called moon/],
      [["--world", "/nowhere.yaml"], 1, /cannot read the world file \/nowhere\.yaml: ENOENT/],
      [["--data", join(bad, "x")], 1, /cannot make the data folder/],
      [["--port", "99999"], 2, /"99999" is not an integer from 0 to 65535/],
      [["--nonsense"], 2, /unknown option/],
    ];
    const ends = await Promise.all(rows.map(([args]) => run(...args).ended));
    ends.forEach(({ code, stdout, stderr }, index) => {
      const [, expected, words] = rows[index]!;
      expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
      expect(stderr).toMatch(words);
      expect(stderr).toMatch(/^ciphertrust-emulator: /);
      expect(stderr.trim().split("\n")).toHaveLength(1);
    });
  });

  test("warns if it can be reached from other machines", async () => {
    const { child, ended, client, place } = await serve("--host", "0.0.0.0", "--allowed-host", "emulator", "ct.test");
    expect(place.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    for (const host of ["emulator:8443", "ct.test"])
      expect((await client.raw("GET", "/emulator/health", undefined, { host })).status).toBe(200);
    child.kill("SIGTERM");
    const { stdout, stderr } = await ended;
    expect(stderr).toMatch(
      /^ciphertrust-emulator: warning: listening on 0\.0\.0\.0, .*password is public.*\/emulator need no login.*\n$/,
    );
    expect(stdout.trim().split("\n")).toHaveLength(1);
  });

  test("makes its data readable by its owner only, including existing files", async () => {
    const data = join(folder(), "data");
    const modes = (): string[] =>
      ["", ...readdirSync(data, { recursive: true, encoding: "utf8" })].map((name) => {
        const { mode } = statSync(join(data, name));
        return `${statSync(join(data, name)).isDirectory() ? "folder" : "file"} ${(mode & 0o777).toString(8)}`;
      });
    const first = await serve("--data", data);
    await first.client.ok("POST", "/vault/keys2", { name: "kept" });
    expect(new Set(modes())).toEqual(new Set(["folder 700", "file 600"]));
    first.child.kill("SIGTERM");
    await first.ended;
    for (const name of ["", ...readdirSync(data, { recursive: true, encoding: "utf8" })]) {
      const path = join(data, name);
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    }
    const second = await serve("--data", data);
    await second.client.ok("GET", "/vault/keys2/kept");
    expect(new Set(modes())).toEqual(new Set(["folder 700", "file 600"]));
  });

  test("does not change the permissions of a folder that contains other files", async () => {
    const data = folder();
    writeFileSync(join(data, "program.ts"), "");
    chmodSync(data, 0o755);
    await serve("--data", data);
    expect(statSync(data).mode & 0o777).toBe(0o755);
    expect(statSync(join(data, "records")).mode & 0o777).toBe(0o700);
  });

  test("prints its help, and lists its operations", async () => {
    const [help, plain, json] = await Promise.all([
      run("--help").ended,
      run("operations").ended,
      run("operations", "--json").ended,
    ]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("--world") });
    expect(plain.stdout).toMatch(/yes {2}POST \/auth\/tokens\/\n/);
    expect(plain.stdout).toMatch(/\n\d+ of \d+ operations are implemented/);
    const listed = JSON.parse(json.stdout) as {
      implemented: number;
      total: number;
      operations: { implemented: boolean }[];
    };
    expect(listed.operations).toHaveLength(listed.total);
    expect(listed.operations.filter((one) => one.implemented)).toHaveLength(listed.implemented);
  });
});

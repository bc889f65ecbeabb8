import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../tools/project";
import { releaseNotes, withRelease } from "../../tools/release/changelog";
import { contentProblems } from "../../tools/release/contents";
import { output } from "../../tools/release/output";
import { pluginProblems } from "../../tools/release/plugin";
import { prepare } from "../../tools/release/prepare";
import { nextVersion, statedVersion } from "../../tools/release/version";
import { temporaryFolder, writeFile } from "./fixtures";

/** The parts of `npm run release`; test/engine/package.test.ts packs the package. */

const folder = temporaryFolder();

const changelog = `# Changelog

## Unreleased

### Added

- A thing, see [safety](docs/safety.md) and [Pulumi](https://www.pulumi.com).

## 0.1.0 (2026-01-01)

- The first one.
`;

describe("versions", () => {
  test.each([
    ["patch", "0.1.1"],
    ["minor", "0.2.0"],
    ["major", "1.0.0"],
    ["0.3.0", "0.3.0"],
    // The version of a package that was never released is that of its first release.
    ["0.1.0", "0.1.0"],
  ])("after 0.1.0, %s is %s", (wanted, version) => expect(nextVersion("0.1.0", wanted)).toBe(version));

  test.each(["0.0.9", "v0.2.0", "0.2", "0.2.0-rc.1", "next"])("%s is refused", (wanted) =>
    expect(() => nextVersion("0.1.0", wanted)).toThrow(wanted),
  );

  test("every file of the project states the same one", () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot(), "package.json"), "utf8")) as { version: string };
    expect(statedVersion(projectRoot())).toBe(version);
  });
});

describe("the changelog", () => {
  const released = withRelease(changelog, "0.2.0", "2026-02-03");

  test("gives what was unreleased its heading, and has room for what follows", () => {
    expect(released).toContain("## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n### Added\n\n- A thing");
    expect(released).toContain("## 0.1.0 (2026-01-01)\n\n- The first one.");
  });

  test("becomes the notes of a release, whose links lead to that version", () => {
    const notes = releaseNotes(released, "0.2.0", "git+https://github.com/acme/provider.git");
    expect(notes).toBe(
      "### Added\n\n- A thing, see [safety](https://github.com/acme/provider/blob/v0.2.0/docs/safety.md) and " +
        "[Pulumi](https://www.pulumi.com).\n",
    );
  });

  test("without changes, or with a section of that version, is refused", () => {
    expect(() => withRelease(released, "0.3.0", "2026-02-04")).toThrow("nothing under");
    expect(() => withRelease(changelog, "0.1.0", "2026-02-04")).toThrow("already has a section 0.1.0");
    expect(() => releaseNotes(changelog, "0.2.0", undefined)).toThrow("no section 0.2.0");
  });
});

describe("preparing a release", () => {
  const root = join(folder, "repository");
  const git = (...args: string[]) => output(root, "git", ...args);
  const at = (...path: string[]) => join(root, ...path);
  const check = jest.fn(() => Promise.resolve());
  const prepared = (wanted: string) => prepare({ root, wanted, date: new Date("2026-02-03T04:05:06Z"), check });

  beforeAll(async () => {
    const manifest = (name: string) => `${JSON.stringify({ name, version: "0.1.0" }, null, 2)}\n`;
    writeFile(at("package.json"), manifest("package"));
    const dependency = { version: "7.0.0" };
    const emulator = { name: "ciphertrust-emulator", version: "0.1.0" };
    const packages = { "": { name: "package", version: "0.1.0" }, emulator, "node_modules/dependency": dependency };
    writeFile(at("package-lock.json"), JSON.stringify({ name: "package", version: "0.1.0", packages }, null, 2));
    writeFile(at("provider", "hosts", "plugin", "generated", "schema.json"), manifest("schema"));
    writeFile(at("emulator", "package.json"), manifest("ciphertrust-emulator"));
    writeFile(at("policy", "pack", "package.json"), manifest("pack"));
    writeFile(at("docs", "policy-pack.md"), "# Policy pack\n\npulumi-ciphertrust@v0.1.0 [mandatory]\n");
    writeFile(at("CHANGELOG.md"), changelog);
    writeFile(at("test", "engine", "recorded", "0.2.0", "program.txt"));
    await git("init", "--quiet", "--initial-branch", "main");
    await git("config", "user.name", "Test");
    await git("config", "user.email", "test@example.com");
    await git("add", ".");
    await git("commit", "--quiet", "--message", "Initial");
  });

  test("is refused with uncommitted changes, on a branch, and without a recorded stack", async () => {
    writeFile(at("new.txt"));
    await expect(prepared("minor")).rejects.toThrow("uncommitted");
    await git("stash", "--quiet", "--include-untracked");
    await git("checkout", "--quiet", "-b", "topic");
    await expect(prepared("minor")).rejects.toThrow('this is "topic"');
    await git("checkout", "--quiet", "main");
    await expect(prepared("patch")).rejects.toThrow("No stack of 0.1.1 is recorded");
    expect(check).not.toHaveBeenCalled();
  });

  test("changes nothing if the checks fail", async () => {
    check.mockRejectedValueOnce(new Error("types are wrong"));
    await expect(prepared("minor")).rejects.toThrow("types are wrong");
    expect(await git("status", "--porcelain")).toBe("");
    expect(await git("tag")).toBe("");
  });

  test("states the version everywhere, in a commit with a tag", async () => {
    expect(await prepared("minor")).toBe("0.2.0");
    expect(await git("status", "--porcelain")).toBe("");
    expect(await git("describe")).toBe("v0.2.0\n");
    const changed = [
      "CHANGELOG.md",
      "docs/policy-pack.md",
      "emulator/package.json",
      "package-lock.json",
      "package.json",
      "policy/pack/package.json",
      "provider/hosts/plugin/generated/schema.json",
    ];
    expect((await git("show", "--format=", "--name-only")).trim().split("\n")).toEqual(changed);
    expect(statedVersion(root)).toBe("0.2.0");
    expect(readFileSync(at("package-lock.json"), "utf8")).toContain('"version": "7.0.0"');
    expect(readFileSync(at("CHANGELOG.md"), "utf8")).toContain("## 0.2.0 (2026-02-03)");
    await expect(prepared("0.2.0")).rejects.toThrow("The tag v0.2.0 already exists");
  });

  test("is refused where a file states another version", async () => {
    writeFile(at("policy", "pack", "package.json"), '{\n  "version": "0.1.9"\n}\n');
    await expect(prepared("minor")).rejects.toThrow("policy/pack/package.json (0.1.9)");
    await git("checkout", "--quiet", ".");
  });
});

describe("the contents of the package", () => {
  const root = join(folder, "sources");
  const unpacked = join(folder, "unpacked");

  beforeAll(() => {
    writeFile(join(root, "package.json"), '{ "files": ["dist/sdk", "docs", "!dist/**/*.map"] }');
    writeFile(join(root, "sdk", "index.ts"));
    for (const file of ["README.md", "LICENSE", "package.json", "docs/index.md", "dist/sdk/index.js"])
      writeFile(join(unpacked, file));
  });

  test("have no problems as they should be", () => expect(contentProblems(unpacked, root)).toEqual([]));

  const base64 = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB";
  test.each([
    ["dist/sdk/gone.js", "", "has no source"],
    ["dist/sdk/index.js.map", "", "is a source map"],
    ["dist/sdk/index.d.ts", "//# sourceMappingURL=index.d.ts.map", "contains a reference to a source map"],
    ["docs/index.test.ts", "", "is a test"],
    ["docs/.env.local", "", "is a file for credentials"],
    ["tools/index.js", "", "is not named"],
    ["docs/key.md", `-----BEGIN PRIVATE KEY-----\n${base64}`, "contains a private key"],
    ["docs/aws.md", `AKIA${"Q".repeat(16)}`, "contains an access key of AWS"],
    ["docs/npm.md", `npm_${"x".repeat(36)}`, "contains a token of npm"],
    ["docs/github.md", `ghp_${"x".repeat(36)}`, "contains a token of GitHub"],
    ["docs/pulumi.md", `pul-${"0".repeat(40)}`, "contains a token of Pulumi"],
  ])("%s %p: %s", (file, text, problem) => {
    const one = join(folder, file.replaceAll("/", "-"));
    writeFile(join(one, file), text);
    expect(contentProblems(one, root)).toContain(`${file} ${problem}`);
    expect(contentProblems(one, root)).toContain("LICENSE is missing");
  });

  test("placeholders and certificates are no secrets", () => {
    const placeholders = [
      "AKIAIOSFODNN7EXAMPLE",
      `AKIA${"0".repeat(16)}`,
      `-----BEGIN PRIVATE KEY-----\nEXAMPLE${base64}`,
    ];
    writeFile(join(unpacked, "docs", "example.md"), placeholders.join("\n"));
    writeFile(join(unpacked, "docs", "ca.pem"), `-----BEGIN CERTIFICATE-----\n${base64}`);
    expect(contentProblems(unpacked, root)).toEqual([]);
  });
});

describe("the contents of the plugin's archives", () => {
  const unpacked = join(folder, "plugin");
  const launcher = join(unpacked, "pulumi-resource-ciphertrust");
  beforeAll(() => {
    for (const name of ["LICENSE", "LICENSES.txt", "plugin.js"]) writeFile(join(unpacked, name));
    writeFile(join(unpacked, "schema.json"), '{ "version": "0.2.0" }');
    for (const file of [launcher, `${launcher}.cmd`]) writeFile(file);
    chmodSync(launcher, 0o755);
  });

  test("have no problems as they should be", () => expect(pluginProblems(unpacked, "0.2.0")).toEqual([]));

  test("are refused with another version, other files, secrets, and a launcher that cannot be started", () => {
    writeFile(join(unpacked, "plugin.js"), "AKIAQQQQQQQQQQQQQQQQ");
    writeFile(join(unpacked, "notes.txt"));
    chmodSync(launcher, 0o644);
    expect(pluginProblems(unpacked, "0.3.0")).toEqual([
      "notes.txt is not named",
      "pulumi-resource-ciphertrust is not executable",
      "schema.json is of version 0.2.0",
      "plugin.js contains an access key of AWS",
    ]);
  });
});

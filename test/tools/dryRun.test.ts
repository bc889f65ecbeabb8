import { join } from "node:path";
import { dryRun } from "../../tools/release/dryRun";
import { output } from "../../tools/release/output";
import { temporaryFolder, writeFile } from "./fixtures";

const root = temporaryFolder();
const workflow = `
jobs:
  package:
    steps:
      - uses: actions/checkout@v4
      - name: Audit
        run: "true"
      - name: Pack
        run: "true"
  release:
    steps:
      - name: Release
        run: "true"
`;

test("a step that the workflow does not have cannot be skipped: the error names those that it has", async () => {
  writeFile(join(root, ".github", "workflows", "publish.yml"), workflow);
  const git = (...args: string[]) => output(root, "git", "-c", "user.name=a", "-c", "user.email=a@b", ...args);
  await git("init", "--quiet", "--initial-branch", "main");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "All");
  const run = dryRun({ root, wanted: "patch", repository: "acme/keys", skip: ["Audit", "audit", "Release"] });
  await expect(run).rejects.toThrow('The workflow has no step "audit", "Release": --skip takes "Audit", "Pack".');
});

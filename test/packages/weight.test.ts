import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { weightOf } from "../../tools/release/install";
import { packTarball } from "../../tools/release/pack";
import { root } from "../engine/harness";

test("the package brings at most 30 packages and 20 MB, and runs nothing when it is installed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-weight-"));
  try {
    const { packages, bytes, scripts } = await weightOf(await packTarball(root, folder));
    expect(scripts).toEqual([]);
    expect(packages).toBeLessThanOrEqual(30);
    expect(bytes).toBeLessThanOrEqual(20_000_000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);

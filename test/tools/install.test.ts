import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installOnce } from "../../tools/engine/install";
import { temporaryFolder, writeFile } from "./fixtures";

const folder = temporaryFolder();
const fill = async (staging: string): Promise<void> => writeFileSync(join(staging, "binary"), "");

test("the folder appears complete, and nothing else is left", async () => {
  const target = join(folder, "fresh", "engine");
  await installOnce(target, async (staging) => {
    await fill(staging);
    expect(existsSync(target)).toBe(false);
  });
  expect(readdirSync(target)).toEqual(["binary"]);
  expect(readdirSync(join(folder, "fresh"))).toEqual(["engine"]);
});

test("a failure leaves nothing behind", async () => {
  const target = join(folder, "failed", "engine");
  const make = async (staging: string): Promise<void> => {
    await fill(staging);
    throw new Error("half-way");
  };
  await expect(installOnce(target, make)).rejects.toThrow("half-way");
  expect(readdirSync(join(folder, "failed"))).toEqual([]);
});

test("leftovers of an interrupted run are not included", async () => {
  const target = join(folder, "interrupted", "engine");
  writeFile(join(folder, "interrupted", ".engine.staging", "rubbish"));
  await installOnce(target, fill);
  expect(readdirSync(target)).toEqual(["binary"]);
});

test("with many concurrent requests, it is created once", async () => {
  const make = jest.fn(fill);
  const target = join(folder, "parallel", "engine");
  await Promise.all([1, 2, 3].map(() => installOnce(target, make)));
  await installOnce(target, make);
  expect(make).toHaveBeenCalledTimes(1);
});

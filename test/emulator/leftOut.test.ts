import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../emulator/index";
import { withEmulator } from "./client";

/** The page names every operation of the list that the emulator leaves out, and why. */

const shared = withEmulator();

const page = readFileSync(join(__dirname, "../../emulator/DIFFERENCES.md"), "utf8");
const [, section = ""] = page.split("\n## Operations left out\n");
const items = section.split("\n## ")[0]!.split(/^- /m).slice(1);
const rows = items.map((item) => /^(`[^]*`):\s+([^`]+)$/.exec(item) ?? []);
const named = rows.flatMap(([, which = ""]) => [...which.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));

test("what it names responds 501, and nothing else is left out", async () => {
  const statuses = await Promise.all(
    named.map(async (operation) => {
      const [method = "", path = ""] = operation.split(" ");
      const { status } = await shared.client.raw(method, `/api/v1${path.replace(/\{\w+\}/g, "x")}`);
      return { operation, status };
    }),
  );
  expect(statuses.filter(({ status }) => status !== 501)).toEqual([]);
  expect(named).toHaveLength(operations().filter(({ implemented }) => !implemented).length);
  expect(new Set(named).size).toBe(named.length);
});

test("each row has a reason", () => expect(rows.filter(([, , why = ""]) => why.trim() === "")).toEqual([]));

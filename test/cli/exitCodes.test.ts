import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { endingOnMistakes, exitCodes } from "../../cli/exitCodes";

/** One table of exit codes for all commands. */

test("the table on the page has each code once, and no other", () => {
  const page = readFileSync(join(__dirname, "../../docs/pipelines.md"), "utf8");
  const [, section = ""] = page.split("## Exit codes\n");
  const codes = [...section.split("\n\n## ")[0]!.matchAll(/^\| (\d+) +\| /gm)].map(([, code]) => Number(code));
  expect(codes).toEqual(Object.values(exitCodes));
});

test.each([
  ["an unknown option", ["--bogus"], exitCodes.usage],
  ["an unknown option of a subcommand", ["sub", "--bogus"], exitCodes.usage],
  ["an argument too many", ["sub", "one"], exitCodes.usage],
  ["the help", ["--help"], exitCodes.done],
])("%s ends a command with the code for that", (_name, args, expected) => {
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
  jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const exit = jest.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`ended with ${String(code)}`);
  });
  const command = endingOnMistakes(new Command("it"));
  command.command("sub").action(() => undefined);
  expect(() => command.parse(args, { from: "user" })).toThrow(`ended with ${expected}`);
  expect(exit).toHaveBeenCalledTimes(1);
  jest.restoreAllMocks();
});

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The command `pulumi-ciphertrust` itself; its subcommands have tests of their own. */

test("prints its version", () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as { version: string };
  const written = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const exit = jest.spyOn(process, "exit").mockReturnValue(undefined as never);
  jest.replaceProperty(process, "argv", [process.argv[0]!, "pulumi-ciphertrust", "--version"]);
  jest.requireActual("../../cli");
  expect(written.mock.calls[0]).toEqual([`${version}\n`]);
  expect(exit.mock.calls[0]).toEqual([0]);
});

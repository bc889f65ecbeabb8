import { Command, InvalidArgumentError } from "commander";
import { styled } from "../../cli/style";
import { wholeNumber } from "../../tools/shared/wholeNumber";
import { faultOf, kindOf, kinds, phases, type Fault } from "./kinds";
import { subjects } from "./subjects";

export interface Options {
  runs: number;
  seed: number;
  type?: string;
  kinds?: string[];
  phase?: string;
  faults?: Fault[];
  jobs: number;
  pairs: boolean;
  page: boolean;
}

/** The runs and the seed of the committed results. */
export const usual = { runs: 10_200, seed: 1 };

export function readOptions(argv: readonly string[], cores: number): Options {
  return styled(new Command("npm run faults --"), {
    examples: ["npm run faults -- --runs 100", "npm run faults -- --type AwsKey"],
    endings: { failure: "a run left a duplicate, an orphan, a lost object, a secret or an error nobody can use" },
  })
    .description(
      "Break the connection between provider and service at one request after another, and look at what is left.",
    )
    .option("--runs <number>", "how many runs, shared among the types", wholeNumber(1), usual.runs)
    .option("--seed <number>", "which faults are drawn", wholeNumber(1), usual.seed)
    .option(
      "--type <type>",
      "one resource type only",
      one(
        "type",
        subjects.map(({ name }) => name),
      ),
    )
    .option("--kinds <kinds>", "these kinds of faults only, such as lost,stale", (names: string) =>
      names.split(",").map((name) => kindOf(name).name),
    )
    .option("--phase <phase>", `one phase only: ${phases.join(", ")}`, one("phase", phases))
    .option(
      "--faults <faults>",
      "exactly this run, such as create.3.lost or create.3.lost+delete.1.409",
      (text: string) => text.split("+").map(faultOf),
    )
    .option("--pairs", "only runs with two faults", false)
    .option("--jobs <number>", "processes at once", wholeNumber(1), Math.min(cores, 8))
    .option(
      "--page",
      "write test/faults/results.json, for docs/reliability.md; only without a choice of types, kinds or phases",
      false,
    )
    .addHelpText("after", `\nKinds of faults, and whether the service does what it is asked:\n${listOfKinds()}`)
    .parse(argv, { from: "user" })
    .opts<Options>();
}

function listOfKinds(): string {
  const does = { never: "no", always: "yes", either: "in half of the runs" };
  return kinds.map(({ name, what, made }) => `  ${name.padEnd(12)} ${what} (${does[made]})`).join("\n");
}

function one(what: string, known: readonly string[]) {
  return (text: string): string => {
    if (known.includes(text)) return text;
    throw new InvalidArgumentError(`there is no ${what} ${text}`);
  };
}

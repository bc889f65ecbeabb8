import { counted } from "../../provider/api/counted";
import { rotationsOf, rotationTable } from "./rotations";
import type { Stage } from "./stage";
import { keyStates } from "./states";

interface Step {
  readonly title: string;
  /** One sentence for the audience. */
  readonly shows: string;
  readonly play: (stage: Stage) => Promise<void>;
}

export const steps: readonly Step[] = [
  {
    title: "From a program to keys in three clouds",
    shows:
      "examples/tour/index.ts has connections to AWS, Azure and Google Cloud, a container and a key in each,\n" +
      "and one policy: no key gets older than 30 days.",
    play: (stage) => stage.pulumi("up"),
  },
  {
    title: "90 days in seconds: every key rotates, and that is no drift",
    shows: "The clock of the emulator moves on by 90 days; the service rotates what is due, by itself.",
    play: rotate,
  },
  {
    title: "Drift: somebody disables two keys in their clouds",
    shows: "Nobody told the service, or Pulumi.",
    play: drift,
  },
  {
    title: "Repair: the next update enables them again",
    shows: "The keys themselves stay: nothing is replaced.",
    play: repair,
  },
  {
    title: "The report: how old every key is, and which ones are overdue",
    shows:
      "It covers all keys in the containers: those of the program are on time,\n" +
      "the others overdue, as no schedule rotates them.",
    play: report,
  },
];

async function rotate(stage: Stage): Promise<void> {
  const { screen } = stage;
  const days = [0, 30, 60, 90];
  const seen = [await rotationsOf(stage)];
  let seconds = 0;
  while (seen.length < days.length) {
    seconds += await stage.passDays(30);
    seen.push(await rotationsOf(stage));
  }
  const { rows, count } = rotationTable(days, seen);
  screen.say(`They passed in ${seconds.toFixed(1)} s. When each key was rotated last:`);
  screen.table(rows);
  screen.say(
    `\n${counted(count, "rotation")}, and nobody did anything. A preview that reads the service finds no drift:`,
  );
  await stage.pulumi("preview", "--refresh", "--expect-no-changes");
}

async function drift(stage: Stage): Promise<void> {
  const { screen } = stage;
  await stage.change("aws/keys", { account: stage.setting("awsAccountId"), key: "alias/orders", enabled: false });
  await stage.change("azure/keys", { vault: stage.setting("azureVault"), name: "invoices", enabled: false });
  const before = await keyStates(stage);
  await stage.passDays(1);
  const after = await keyStates(stage);
  screen.table([
    ["key", "in its cloud", "in the service", "a night later"],
    ...before.map(({ key, inCloud, inService }, index) => [key, inCloud, inService, after[index]!.inService]),
  ]);
  screen.say("\nAt night, the refresh schedules have told the service; now a preview shows it:");
  await stage.pulumi("preview", "--refresh", "--diff");
}

async function repair(stage: Stage): Promise<void> {
  const { screen } = stage;
  await stage.pulumi("up", "--refresh");
  const states = await keyStates(stage);
  screen.table([
    ["key", "in its cloud", "in the service"],
    ...states.map(({ key, inCloud, inService }) => [key, inCloud, inService]),
  ]);
}

/** Its last column, each key's id in its cloud, is wider than a screen. */
async function report(stage: Stage): Promise<void> {
  const { screen } = stage;
  screen.command("npx pulumi-ciphertrust rotation-report --max-age 30d");
  const lines = (await stage.command("rotation-report", "--max-age", "30d")).split("\n");
  const width = Math.max(...lines.map((line) => line.indexOf("  in its cloud")));
  screen.output(lines.map((line) => (line.startsWith("  ") ? line.slice(0, width).trimEnd() : line)).join("\n"));
}

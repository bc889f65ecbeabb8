import { writeFileSync } from "node:fs";
import { Command } from "commander";
import { styled } from "../../cli/style";
import type { Invocation } from "../invocation";
import { outputFile } from "../shared/outputFile";
import { recordingOf } from "./recording";
import { Screen } from "./screen";
import { onStage } from "./stage";
import { steps } from "./tour";

interface Options {
  pause?: true;
  record?: string;
}

const command = (): Command =>
  styled(new Command("npm run demo --"), { examples: ["npm run demo", "npm run demo -- --pause"], endings: {} })
    .description(
      "Play a tour in one terminal: keys in three clouds are deployed, rotate for 90 days, drift, and are repaired and reported. " +
        "The Pulumi engine is real, the service and the clouds are emulated. Of what Pulumi prints, it shows the changes. " +
        "Everything is removed afterwards.",
    )
    .option("--pause", "wait for Enter before each step")
    .option("--record <file>", "also write what it shows into a file: an SVG that plays the steps", outputFile);

/** `npm run demo`. */
export async function demo(invocation: Invocation): Promise<number> {
  const { pause, record } = command().parse(invocation.args, { from: "user" }).opts<Options>();
  const { signal } = invocation;
  const screen = new Screen();
  let begun = "";
  await onStage(invocation, screen, async (stage) => {
    begun = await stage.startAtMidnight();
    for (const [index, { title, shows, play }] of steps.entries()) {
      if (pause) await screen.wait(signal);
      screen.step(`${index + 1} of ${steps.length}: ${title}`, shows);
      await play(stage);
    }
  });
  if (record !== undefined) {
    writeFileSync(record, recordingOf(screen.slides, begun));
    console.log(`\nThe recording is in ${record}.`);
  }
  return 0;
}

import { ensureEngine } from "../../tools/engine";
import { makeRunFolder } from "./runFolder";
import { start } from "./secretsProvider";

/** Before the run's first test. */
export default async function setup(): Promise<void> {
  await ensureEngine();
  await start();
  makeRunFolder();
}

import { ensureEngine, ensureRandomPlugin, ensureYamlHost } from "../../tools/engine";
import { engine } from "./harness";

/**
 * What the tests of some files use beside the engine. It is downloaded or built before the first of
 * them, once per user and version: that may take longer than a test may.
 */

const minutes = 60_000;
const needs = (ensure: () => Promise<unknown>) => (): void =>
  void beforeAll(async () => void (await ensure()), 30 * minutes);

/** The plugin of `@pulumi/random`. */
export const needsRandomPlugin = needs(async () => ensureRandomPlugin(await engine()));

/** The language host for YAML. */
export const needsYamlHost = needs(async () => ensureYamlHost(await engine()));

export const needsOldestEngine = needs(() => ensureEngine({ age: "oldest" }));

import { join } from "node:path";
import { run } from "../shared/child.cjs";
import type { Progress } from "../shared/progress.cjs";
import { randomVersion } from "./versions";

/** Where Pulumi's installer and plugins come from. */
const downloadSite = "https://get.pulumi.com/";
const probeMs = 4_000;
const downloadMs = 300_000;
const blindDownloadMs = 8_000;

export interface DownloadOptions {
  env: NodeJS.ProcessEnv;
  progress: Progress;
}

/**
 * Checked once per process. Without internet access connections often hang, which would cost
 * minutes later.
 */
let reachable: Promise<boolean> | undefined;

function isSiteReachable(): Promise<boolean> {
  reachable ??= fetch(downloadSite, { method: "HEAD", signal: AbortSignal.timeout(probeMs) }).then(
    () => true,
    () => false,
  );
  return reachable;
}

/**
 * Runs Pulumi's own installer; its launch scripts and language hosts come with it. Returns the
 * reason if it fails.
 */
export async function downloadEngine(
  folder: string,
  version: string,
  options: DownloadOptions,
): Promise<string | undefined> {
  if (!(await isSiteReachable())) return `${downloadSite} does not respond`;
  options.progress.step(`Installing Pulumi ${version}`);
  // A separate process, because the installer has no timeout.
  const { code, stderr } = await run(process.execPath, [join(__dirname, "installer.js"), folder, version], {
    env: options.env,
    capture: true,
    stdin: "ignore",
    deadlineMs: downloadMs,
  });
  return code === 0 ? undefined : firstLine(stderr);
}

export interface PluginDownload extends DownloadOptions {
  pulumi: string;
}

/**
 * Lets Pulumi install the plugin into the PULUMI_HOME of the given environment. Returns the reason
 * if it fails.
 */
export async function downloadRandomPlugin({ pulumi, env, progress }: PluginDownload): Promise<string | undefined> {
  // Unlike the probe, Pulumi uses the machine's web proxy: it is tried with a short timeout.
  const hasProxy = Boolean(env.HTTPS_PROXY ?? env.https_proxy);
  const isReachable = await isSiteReachable();
  if (!isReachable && !hasProxy) return `${downloadSite} does not respond`;
  progress.step(`Installing the random plugin ${randomVersion}`);
  const { code, stderr } = await run(pulumi, ["plugin", "install", "resource", "random", randomVersion], {
    env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    capture: true,
    stdin: "ignore",
    deadlineMs: isReachable ? downloadMs : blindDownloadMs,
  });
  return code === 0 ? undefined : firstLine(stderr);
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] || "it did not finish in time";
}

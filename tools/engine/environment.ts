import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

/** Settings of ours, each used only where the user has none. */
export interface LocalSettings {
  /** Folders that come before the user's PATH. */
  path: readonly string[];
  pulumiHome: string;
  /** Holds the state of local stacks and the passphrase of their secrets. */
  stateDir: string;
}

/**
 * The environment for processes that run Pulumi: the user's, completed by ours, changed by what the
 * caller asks for.
 */
export function composeEnvironment(
  user: NodeJS.ProcessEnv,
  local: LocalSettings,
  extra: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  const ours: NodeJS.ProcessEnv = {
    PULUMI_HOME: local.pulumiHome,
    PULUMI_BACKEND_URL: user.PULUMI_BACKEND_URL ?? localBackend(local.stateDir),
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  if (user.PULUMI_CONFIG_PASSPHRASE === undefined && user.PULUMI_CONFIG_PASSPHRASE_FILE === undefined) {
    ours.PULUMI_CONFIG_PASSPHRASE = localPassphrase(local.stateDir);
  }
  const path = [...local.path, user.PATH ?? ""].filter(Boolean).join(delimiter);
  return { ...ours, ...user, PATH: path, ...extra };
}

/** Pulumi wants a folder that exists. */
function localBackend(stateDir: string): string {
  const folder = join(stateDir, "backend");
  mkdirSync(folder, { recursive: true });
  return pathToFileURL(folder).href;
}

/**
 * Made once per project: the state may contain real credentials, which a well-known passphrase
 * would not protect.
 */
function localPassphrase(stateDir: string): string {
  const file = join(stateDir, "passphrase");
  if (!existsSync(file)) {
    mkdirSync(stateDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return readFileSync(file, "utf8");
}

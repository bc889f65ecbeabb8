import { readSettings, SettingsError, type SettingName } from "../../provider/api/settings";

/** Settings, read as they are configured. */

export type Strings = Partial<Record<SettingName, string>>;

export const identity: Strings = { address: "https://cm.example.com", username: "u", password: "p" };
export const read = (configured: Strings, environment: NodeJS.ProcessEnv = {}) =>
  readSettings((name) => configured[name], environment);

/** The problems of these settings, one per line. */
export const problems = (...settings: Parameters<typeof read>): string[] => problemsOf(() => read(...settings));

export function problemsOf(reading: () => unknown): string[] {
  try {
    reading();
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message.split("\n  - ").slice(1);
  }
}

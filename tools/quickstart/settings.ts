import { UserError } from "../errors";
import type { Service } from "./client";
import type { ConfigValue } from "./stack";

/**
 * The program's config: what the emulator's world knows, and where a user of a real service names
 * their own.
 */
const programConfig = [
  { key: "awsAccountId", demo: "123456789012", variable: "QUICKSTART_AWS_ACCOUNT_ID" },
  { key: "awsAccessKeyId", demo: "AKIAIOSFODNN7EXAMPLE", variable: "QUICKSTART_AWS_ACCESS_KEY_ID" },
  {
    key: "awsSecretAccessKey",
    demo: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    variable: "QUICKSTART_AWS_SECRET_ACCESS_KEY",
    secret: true,
  },
] as const;

/** Through the environment, so that credentials never enter the stack's config or its state. */
export function serviceEnvironment(service: Service): NodeJS.ProcessEnv {
  return {
    CIPHERTRUST_ADDRESS: service.address,
    CIPHERTRUST_USERNAME: service.username,
    CIPHERTRUST_PASSWORD: service.password,
    CIPHERTRUST_CA_CERT: service.caCertificate,
  };
}

/** What the stack lacks; a variable of the user's always wins. */
export function missingConfig(
  has: (key: string) => boolean,
  env: NodeJS.ProcessEnv,
  usesEmulator: boolean,
): ConfigValue[] {
  const settings = programConfig.map((setting) => {
    const value = env[setting.variable] ?? (usesEmulator ? setting.demo : undefined);
    return { ...setting, value, isSet: has(setting.key) && env[setting.variable] === undefined };
  });
  const unset = settings.filter(({ isSet }) => !isSet);
  const unknown = unset.filter(({ value }) => value === undefined).map(({ variable }) => variable);
  if (unknown.length > 0) {
    throw new UserError(
      `CIPHERTRUST_ADDRESS names a real service: set ${unknown.join(", ")} to an AWS account it may manage.`,
    );
  }
  return unset.map((setting) => ({ key: setting.key, value: setting.value ?? "", secret: "secret" in setting }));
}

/** A stack's objects live in one service; in another they would all seem gone. */
export function requireSameService(known: string | undefined, service: string): void {
  if (known === undefined || known === service) return;
  const hint = known === emulatorName ? "unset CIPHERTRUST_ADDRESS" : `set CIPHERTRUST_ADDRESS=${known}`;
  throw new UserError(
    `This stack was made with ${known}, not with ${service}. To go on with it, ${hint}; ` +
      "to change over, run `npm run down` with that setting first.",
  );
}

export const emulatorName = "the emulator";

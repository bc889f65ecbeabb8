import type { ResourceValidationPolicy } from "@pulumi/policy/policy";
import { environmentNames } from "../provider/api/settings";
import { settingsOf } from "./settings";

const setting = "ciphertrust:insecureSkipTlsVerify";
/**
 * How the provider of this package and the native plugin name the setting, by the type of their
 * instances.
 */
const settingIn: Readonly<Record<string, string>> = {
  "pulumi:providers:pulumi-nodejs": setting,
  "pulumi:providers:ciphertrust": "insecureSkipTlsVerify",
};
const variable = environmentNames.insecureSkipTlsVerify;
/** True for the instance that the engine makes of the stack's configuration. */
const isDefault = (name: string): boolean => /^default(_|$)/.test(name);
const isOn = (value: unknown): boolean => ["true", "1"].includes(String(value).toLowerCase());

/**
 * The service's certificate is verified. What counts is how the provider instance was configured:
 * by the program, by the stack, or, where both say nothing, by the environment, which the pack
 * shares with the provider.
 */
export const tlsVerification: ResourceValidationPolicy = {
  name: "tls-verification",
  description: "The certificate of the service is verified.",
  validateResource({ type, name, props, getConfig }, report) {
    settingsOf(tlsVerification, getConfig);
    const key = settingIn[type];
    if (key === undefined) return;
    const given = (props as Record<string, unknown>)[key];
    // As everywhere, an empty string counts as absent.
    const isAbsent = given === undefined || given === null || given === "";
    if (!isOn(isAbsent ? process.env[variable] : given)) return;
    const where = isAbsent
      ? `Unset the environment variable ${variable}`
      : isDefault(name)
        ? `Run \`pulumi config rm ${setting}\``
        : `Remove insecureSkipTlsVerify from the Provider "${name}"`;
    report(
      `The provider "${name}" accepts any certificate, so a man in the middle can read credentials and keys. ` +
        `${where}; for a certificate of a CA of your own, set ciphertrust:caCertificate instead.`,
    );
  },
};

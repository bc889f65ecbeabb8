import type { ResourceValidationPolicy } from "@pulumi/policy/policy";
import { environmentNames } from "../provider/api/settings";
import { settingsOf } from "./settings";

const setting = "ciphertrust:insecureSkipTlsVerify";
const variable = environmentNames.insecureSkipTlsVerify;
const isOn = (value: unknown): boolean => ["true", "1"].includes(String(value).toLowerCase());

/**
 * The service's certificate is verified. What counts is how the provider instance was configured: by the program, by the
 * stack, or, where both say nothing, by the environment, which the pack shares with the provider.
 */
export const tlsVerification: ResourceValidationPolicy = {
  name: "tls-verification",
  description: "The certificate of the service is verified.",
  validateResource({ type, name, props, getConfig }, report) {
    settingsOf(tlsVerification, getConfig);
    if (type !== "pulumi:providers:pulumi-nodejs") return;
    // As everywhere, an empty string counts as absent.
    const configured = (props as Record<string, unknown>)[setting] || undefined;
    if (!isOn(configured ?? process.env[variable])) return;
    const where =
      configured === undefined
        ? `Unset the environment variable ${variable}`
        : name.startsWith("default")
          ? `Run \`pulumi config rm ${setting}\``
          : `Remove insecureSkipTlsVerify from the Provider "${name}"`;
    report(
      `The provider "${name}" accepts any certificate, so a man in the middle can read credentials and keys. ` +
        `${where}; for a certificate of a CA of your own, set ciphertrust:caCertificate instead.`,
    );
  },
};

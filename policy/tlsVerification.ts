import type { ResourceValidationArgs, ResourceValidationPolicy } from "@pulumi/policy/policy";
import { environmentNames } from "../provider/api/settings";
import { systems } from "../provider/resources/systems";
import { classOf, labelOf } from "./resources";
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
const classes = new Set(systems.flatMap(({ definitions }) => definitions.map(({ type }) => type)));

/**
 * The service's certificate is verified. What counts is how the provider instance was configured:
 * by the program, by the stack, or, where both say nothing, by the environment, which the pack
 * shares with the provider.
 */
export const tlsVerification: ResourceValidationPolicy = {
  name: "tls-verification",
  description: "The certificate of the service is verified.",
  validateResource(args, report) {
    settingsOf(tlsVerification, args.getConfig);
    const problem = args.type in settingIn ? problemOf(args) : strangeProvider(args);
    if (problem !== undefined) report(problem);
  },
};

/** What is wrong with a provider instance. */
function problemOf({ type, name, props }: ResourceValidationArgs): string | undefined {
  const given = (props as Record<string, unknown>)[settingIn[type]!];
  // As everywhere, an empty string counts as absent.
  const isAbsent = given === undefined || given === null || given === "";
  if (!isOn(isAbsent ? process.env[variable] : given)) return undefined;
  const where = isAbsent
    ? `Unset the environment variable ${variable}`
    : isDefault(name)
      ? `Run \`pulumi config rm ${setting}\``
      : `Remove insecureSkipTlsVerify from the Provider "${name}"`;
  return (
    `The provider "${name}" accepts any certificate, so a man in the middle can read credentials and keys. ` +
    `${where}; for a certificate of a CA of your own, set ciphertrust:caCertificate instead.`
  );
}

/**
 * A resource of this package whose provider is of another type: its settings would pass unseen.
 * Only the classes of this package count, because users may name types of their own alike.
 */
function strangeProvider(args: ResourceValidationArgs): string | undefined {
  const { name, provider } = args;
  const type = classOf(args);
  if (type === undefined || !classes.has(type) || provider === undefined || provider.type in settingIn)
    return undefined;
  return (
    `${labelOf({ type, name })} has a provider of the type ${provider.type}, which this policy pack does not know, ` +
    "so it cannot tell whether certificates are verified. Update the pulumi-ciphertrust of the policy pack."
  );
}

import { systems } from "../../../../provider/resources/systems";
import { samples } from ".";

/** Types that have no sample, and why. */

const license = "licenses are the whole service's: installing one, or starting the one trial, is left to you";
const keys = "it needs a key or a container of a cloud";

/** What a connection leads to: the connections of samples open nothing. */
const behindConnections = systems
  .filter(({ definitions }) => definitions.some(({ role }) => role === "connection"))
  .flatMap(({ title, definitions }) =>
    definitions.map(({ type }) => [type, `it needs a login that works in ${title}`] as const),
  )
  .filter(([type]) => !samples.some((one) => one.type === type));

export const reasons: Readonly<Record<string, string>> = {
  ...Object.fromEntries(behindConnections),
  OciIssuer: "the service reads the configuration of the identity provider that it names",
  License: license,
  TrialLicense: license,
  Refresh: keys,
  KeyRotation: keys,
  RotateNow: "it rotates a key, which nothing undoes",
  ContainerAcl: keys,
  Report: keys,
  VaultRotationSchedule: "it works in the root domain only, and could rotate keys that are not this run's own",
  WebInterfaceTrust: "it restarts the web interface, which interrupts every client of the service",
  ApiSetting: "settings always exist: none of them is this run's own",
};

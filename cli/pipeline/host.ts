import type { Run } from "./engine";

/**
 * What Pulumi's Node.js language host lacks in an engine that was built from source, by the words
 * of the engine, which has no code for it.
 */
const lacks: Readonly<Record<string, RegExp>> = {
  "starts no policy packs": /failed to start: could not read plugin \[[^\]]*\]: not supported/,
  "knows no resource hooks": /unknown method RegisterResourceHook\b/,
};

/** What to do about it. */
export function hostTold({ complaint, events }: Run): string[] {
  const said = [complaint, ...events.map(({ diagnosticEvent }) => diagnosticEvent?.message ?? "")];
  const lacking = Object.keys(lacks).filter((what) => said.some((text) => lacks[what]!.test(text)));
  if (lacking.length === 0) return [];
  return [
    `The Node.js language host of this Pulumi is old, as in an engine that was built from source: it ${lacking.join(" and ")}. ` +
      "Install Pulumi (https://www.pulumi.com/docs/install/) and run the same command again.",
  ];
}

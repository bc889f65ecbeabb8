import type { EngineEvent, Side, Step } from "../../../cli/pipeline/events";

/** Events as the engine logs them, without unused fields. */

type Properties = Record<string, unknown>;

const type = "pulumi-nodejs:dynamic/ciphertrust:VaultKey";
export const urn = (name: string, of = type) => `urn:pulumi:prod::keys::${of}::${name}`;
export const providerUrn = urn("default", "pulumi:providers:pulumi-nodejs");

/** A value that the engine masks. */
export const secret = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "[secret]",
};

const side = (inputs: Properties, outputs: Properties = {}): Side => ({
  id: "id-of-key",
  custom: true,
  inputs,
  outputs: { ...inputs, ...outputs },
});

export function step(op: string, name: string, old: Side | null, now: Side | null, of = type): Step {
  return { op, urn: urn(name, of), type: of, old, new: now, provider: `${providerUrn}::1` };
}

/** The log of a run with these events: they, and their summary. */
export function logOf(events: readonly EngineEvent[], isPreview = false): string {
  const resourceChanges: Record<string, number> = {};
  for (const { resourcePreEvent } of events) {
    if (!resourcePreEvent || /^refresh$|-/.test(resourcePreEvent.metadata.op)) continue;
    const { op } = resourcePreEvent.metadata;
    resourceChanges[op] = (resourceChanges[op] ?? 0) + 1;
  }
  return [...events, { summaryEvent: { isPreview, resourceChanges } }].map((one) => JSON.stringify(one)).join("\n");
}

/** The log of a run that does nothing, for a script of bash. */
export const emptyLog = `echo '${logOf([])}' > "\${!#}"`;

/** A refresh that reads the one value where the other was deployed. */
export function refresh(
  name: string,
  deployed: Properties,
  found: Properties | null,
  outputs?: [Properties, Properties],
) {
  const old = side(deployed, outputs?.[0]);
  const now = found && side(found, outputs?.[1]);
  const before: EngineEvent = { resourcePreEvent: { metadata: step("refresh", name, old, old) } };
  return [before, { resOutputsEvent: { metadata: step("refresh", name, old, now) } }] satisfies EngineEvent[];
}

/** A step of the plan. */
export function plan(op: string, name: string, from: Properties | null, to: Properties | null): EngineEvent[] {
  const metadata = step(op, name, from && side(from), to && side(to));
  return [{ resourcePreEvent: { metadata } }, { resOutputsEvent: { metadata } }];
}

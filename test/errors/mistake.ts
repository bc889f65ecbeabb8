import { createApi } from "../../provider/api/client";
import { readSettings, type Settings, type SettingName } from "../../provider/api/settings";
import { systemClock } from "../../provider/api/clock";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { nameInputOf } from "../../provider/lifecycle/vocabulary/field";
import { Lifecycle } from "../boundLifecycle";
import { definitionOf } from "../../provider/resources/load";
import type { Rig } from "../lifecycle/rig";

/** A typical mistake: the provider's message, and what the message leaves open. */
export interface Mistake {
  name: string;
  /** Makes the mistake and returns the message. */
  message(rig: Rig): Promise<string>;
  /** What to do, if it takes more than the message says. */
  next?: string;
  /** The statement of a program that makes it, for the compiler. */
  written?: string;
}

export const mistake = (
  name: string,
  message: Mistake["message"],
  more: Pick<Mistake, "next" | "written"> = {},
): Mistake => ({ name, message, ...more });

/** A resource that is rejected, by the preview or by the service, whichever comes first. */
export function refused(
  name: string,
  type: string,
  shown: Bag,
  { next, prepare }: { next?: string; prepare?: (rig: Rig) => Promise<Bag> } = {},
): Mistake {
  const message = async (rig: Rig) => created(rig, type, { ...shown, ...(await prepare?.(rig)) });
  return mistake(name, message, { next, written: declaration(type, shown) });
}

/** The errors of check; otherwise the error of create. */
export async function created(rig: Rig, type: string, args: Bag): Promise<string> {
  const lifecycle = rig.lifecycle(type);
  // As the class does: a missing name is the resource's name in the program.
  const named = nameInputOf(definitionOf(type));
  const { inputs, failures } = lifecycle.check({}, named ? { [named]: "orders", ...args } : args);
  if (failures.length === 0) return messageOf(lifecycle.create(inputs));
  return failures.map(({ property, reason }) => (property === "" ? reason : `${property}: ${reason}`)).join("\n");
}

export async function messageOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the mistake went through");
}

/** The error of creating a group with this provider configuration; the other settings are valid. */
export async function configured(
  rig: Rig,
  changes: Partial<Record<SettingName, string>>,
  more: Partial<Settings> = {},
) {
  const { address, username, password, caCertificate } = rig.emulator;
  const given: Partial<Record<SettingName, string>> = {
    address,
    ...(changes.clientId ? {} : { username, password }),
    caCertificate,
    maxRetries: "0",
    ...changes,
  };
  const run = async () => {
    const api = createApi({ ...readSettings((name) => given[name], {}), ...more });
    const stop = new AbortController().signal;
    try {
      const life = new Lifecycle(definitionOf("Group"), () => ({ api, clock: systemClock, stop, log: () => {} }));
      await life.create({ name: "operators" });
    } finally {
      await api.close();
    }
  };
  return messageOf(run());
}

/** A declaration as a program writes it. A value in angle brackets is shown as it is. */
function declaration(type: string, args: Bag): string {
  const entries = Object.entries(args).map(([key, value]) => `${key}: ${literal(value)}`);
  return `new ciphertrust.${type}("orders", { ${entries.join(", ")} })`;
}

function literal(value: unknown): string {
  if (typeof value === "string" && /^<.*>$/.test(value)) return value.slice(1, -1);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${literal(inner)}`)
    .join(", ")} }`;
}

/**
 * The same text from every run: addresses, ids and times are different each time. The days that a
 * mistake names begin at midnight.
 */
export function steady(text: string): string {
  return text
    .replaceAll(/https:\/\/(127\.0\.0\.1|localhost):\d+/g, "https://ciphertrust.example.com")
    .replaceAll(/ \(request id [^)]*\)/g, "")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/[0-9a-f]{64}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT(?!00:00:00Z)\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>");
}

import { readSettings, type Settings } from "../../../provider/api/settings";
import type { Send } from "../../../provider/api/transport";
import { asJson, asMarkdown, asTable } from "../../../cli/verify/print";
import type { Entry, Outcome, Report } from "../../../cli/verify/report";
import { verify, type Verified } from "../../../cli/verify/run";
import type { Place } from "../../emulator/client";

/** The command's work without its options: as fast as the emulator responds. */

export function settingsOf({ address, username, password, caCertificate }: Place): Settings {
  return readSettings((name) => ({ address, username, password, caCertificate })[name as string], {});
}

interface Wanted {
  types?: readonly string[];
  through?: (send: Send) => Send;
  stop?: AbortSignal;
  limit?: number;
}

export function verified(
  place: Place,
  { stop = new AbortController().signal, ...wanted }: Wanted = {},
): Promise<Verified> {
  return verify(settingsOf(place), {
    limit: 100,
    rate: 100_000,
    tell: () => {},
    pause: () => Promise.resolve(),
    stop,
    ...wanted,
  });
}

/** Every form in which a report leaves the machine. */
export const textsOf = (report: Report): string => [asTable(report), asMarkdown(report), asJson(report)].join("\n");

export const differing = ({ entries }: Report): Entry[] => entries.filter(({ outcome }) => outcome === "differs");

export const named = ({ entries }: Report, wanted: Outcome): string[] =>
  entries.filter(({ outcome }) => outcome === wanted).map(({ name }) => name);

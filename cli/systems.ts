import type { Command } from "commander";
import type { Definition } from "../provider/lifecycle/vocabulary/definition";
import { featureOf } from "../provider/lifecycle/service/licence";
import type { System } from "../provider/resources/system";
import { systems } from "../provider/resources/systems";
import { styled } from "./style";

/** What works for one external system, read from the registry. */
export interface Coverage {
  system: string;
  connection: string[];
  container: string[];
  managed: string[];
  /** What a refresh can download; empty where the service has none. */
  refreshNow: string[];
  refreshScheduled: boolean;
  /** Types of keys that rotate on a schedule. */
  rotation: string[];
  /** Kinds of reports. */
  report: string[];
}

/** The external systems of the service; its own vault, users and licences are not among them. */
export function coverage(): Coverage[] {
  return systems.filter(isExternal).map(({ title, definitions, refresh, rotatable, report }) => {
    const [connection, others] = split(definitions, ({ role }) => role === "connection");
    const [container, managed] = split(others, ({ role }) => role === "container");
    return {
      system: title,
      connection: connection.map(({ type }) => type),
      container: container.map(({ type }) => type),
      managed: managed.map(({ type }) => type),
      refreshNow: Object.keys(refresh?.items ?? {}),
      refreshScheduled: refresh?.scheduled !== undefined,
      rotation: Object.keys(rotatable ?? {}),
      report: [...(report?.types ?? [])],
    };
  });
}

function isExternal({ definitions }: System): boolean {
  return definitions.some((definition) => featureOf(definition) === "CCKM");
}

function split(all: readonly Definition[], isFirst: (one: Definition) => boolean): [Definition[], Definition[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

const columns = [
  "system",
  "connection",
  "container",
  "what is managed",
  "refresh now",
  "refresh scheduled",
  "rotation scheduled",
  "report",
];

/** The same as a Markdown table. */
export function coverageTable(): string {
  return [columns, columns.map(() => "---"), ...rows()].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function rows(): string[][] {
  const names = (types: string[], none: string) => types.map((type) => `\`${type}\``).join(", ") || none;
  return coverage().map((one) => [
    one.system,
    names(one.connection, "none needed"),
    names(one.container, "none needed"),
    names(one.managed, ""),
    one.refreshNow.join(", ") || "not in the service",
    one.refreshScheduled ? "yes" : "not in the service",
    names(one.rotation, "not in the service"),
    one.report.join(", ") || "not in the service",
  ]);
}

/** Completes `pulumi-ciphertrust systems`. */
export function systemsCommand(command: Command): void {
  styled(command, { examples: ["npx pulumi-ciphertrust systems --json"], endings: { done: "the table was printed" } });
  command.option("--json", "print the table as JSON").action(({ json }: { json?: boolean }) => {
    process.stdout.write(`${json ? JSON.stringify(coverage(), null, 2) : coverageTable()}\n`);
  });
}

import type { Run } from "./engine";

/**
 * After a refresh the engine hands policy packs a stack in which what the program has removed is
 * still there, so that a rule on whole stacks may overlook a removal. Hence packs judge a preview
 * without a refresh first.
 */

/** What `preview` does not understand, and what would write of a preview that nobody asked for. */
const switches = /^(--yes|-y|--skip-preview|-f|--strict|--continue-on-error|--diff|--remove)(=|$)/;
const withValue = /^--(plan|secrets-provider|save-plan|import-file)(=|$)/;

/** The flag in its long form, or its letter among others. */
const refreshing = /^(--refresh|-[a-zA-Z]*r)(=|$)/;

/** An `up` without its own preview would learn what packs say of the stack when all is done. */
const skipping = /^(--skip-preview|-[a-zA-Z]*f)(=|$)/;

/**
 * The arguments of that preview; `undefined` where no pack is named, or the command's own preview
 * is as good.
 */
export function gateOf(args: readonly string[], environment: NodeJS.ProcessEnv = process.env): string[] | undefined {
  const isNamed = environment.PULUMI_OPTION_POLICY_PACK || args.some((one) => /^--policy-pack(=|$)/.test(one));
  const skips = skipsPreview(args, environment);
  if (!isNamed || !(refreshes(args) || skips)) return undefined;
  return [...previewOf(args), "--expect-no-changes=false", "--refresh=false"];
}

export function refreshes(args: readonly string[]): boolean {
  const refresh = args.filter((one) => refreshing.test(one)).at(-1);
  return refresh !== undefined && !/=(false|f|0)$/i.test(refresh);
}

/** True if the engine is told to show no preview. */
export const skipsPreview = (args: readonly string[], environment: NodeJS.ProcessEnv = process.env): boolean =>
  Boolean(environment.PULUMI_OPTION_SKIP_PREVIEW) || args.some((one) => skipping.test(one));

/** The arguments of a preview of the same operation. */
export function previewOf([operation, ...rest]: readonly string[]): string[] {
  const isValue = (index: number) => withValue.test(rest[index - 1] ?? "") && !rest[index - 1]!.includes("=");
  const kept = rest.filter((one, index) => !switches.test(one) && !withValue.test(one) && !isValue(index));
  // The last word counts, whatever else the arguments say.
  return operation === "destroy" ? ["destroy", ...kept, "--preview-only"] : ["preview", ...kept];
}

/** True when a mandatory policy is violated. */
export const isRefused = ({ code, events }: Run): boolean =>
  code !== 0 && events.some(({ policyEvent }) => policyEvent?.enforcementLevel === "mandatory");

/** The combined result: violations of both previews, each reported once. */
export function judged(gate: Run, ran: Run): Run {
  const said = new Set(ran.events.flatMap(({ policyEvent }) => (policyEvent ? [JSON.stringify(policyEvent)] : [])));
  const more = gate.events.filter(({ policyEvent }) => policyEvent && !said.has(JSON.stringify(policyEvent)));
  return { ...ran, code: ran.code || gate.code, events: [...more, ...ran.events] };
}

/** What limits an operation to a part of the stack, as arguments and as variables. */
export function partsIn(args: readonly string[], environment: NodeJS.ProcessEnv = process.env): string[] {
  const given = argumentsNamed(args, /^(-[tx]|--target|--exclude)/);
  const set = Object.entries(environment).filter(([name]) => /^PULUMI_OPTION_(TARGET|EXCLUDE)/.test(name));
  return [...given, ...set.map((pair) => pair.join("="))];
}

/** The arguments with one of these names, and their values, which follow a name or its `=`. */
export const argumentsNamed = (args: readonly string[], names: RegExp): string[] =>
  args.flatMap((one, index) => {
    if (!names.test(one)) return [];
    return one.includes("=") ? [one] : args.slice(index, index + 2);
  });

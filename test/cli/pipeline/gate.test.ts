import { gateOf } from "../../../cli/pipeline/gate";

/** Which preview is evaluated by policy packs first. */

const unrefreshed = ["--expect-no-changes=false", "--refresh=false"];

test.each<[string, string[], string[]]>([
  ["a preview", ["preview", "--refresh", "--policy-pack", "p"], ["preview", "--refresh", "--policy-pack", "p"]],
  [
    "drift",
    ["preview", "--expect-no-changes", "-r", "--policy-pack=p"],
    ["preview", "--expect-no-changes", "-r", "--policy-pack=p"],
  ],
  [
    "up, with what a preview does not understand",
    [
      "up",
      "--yes",
      "-y",
      "--diff",
      "--refresh",
      "--policy-pack",
      "p",
      "--skip-preview",
      "-f",
      "--plan",
      "a",
      "--plan=b",
      "--target",
      "c",
    ],
    ["preview", "--refresh", "--policy-pack", "p", "--target", "c"],
  ],
  [
    "a preview that saves something",
    ["preview", "--refresh", "--policy-pack", "p", "--save-plan", "a", "--import-file=b", "--parallel", "1"],
    ["preview", "--refresh", "--policy-pack", "p", "--parallel", "1"],
  ],
  [
    "an up without a preview of its own",
    ["up", "--refresh=false", "--policy-pack", "p", "--skip-preview"],
    ["preview", "--refresh=false", "--policy-pack", "p"],
  ],
  [
    "a refresh that is requested after all",
    ["preview", "--refresh=false", "--policy-pack", "p", "-jr"],
    ["preview", "--refresh=false", "--policy-pack", "p", "-jr"],
  ],
])("%s", (_name, args, expected) => expect(gateOf(args, {})).toEqual([...expected, ...unrefreshed]));

test.each([
  ["no pack", ["up", "--refresh"]],
  ["no refresh", ["preview", "--policy-pack", "p"]],
  ["a refresh that is disabled last", ["preview", "--refresh", "--policy-pack", "p", "--refresh=false"]],
])("%s: none", (_name, args) => expect(gateOf(args, {})).toBeUndefined());

test("a pack named in the environment counts", () =>
  expect(gateOf(["up", "--refresh"], { PULUMI_OPTION_POLICY_PACK: "p" })).toEqual([
    "preview",
    "--refresh",
    ...unrefreshed,
  ]));

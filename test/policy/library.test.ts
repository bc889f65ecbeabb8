import * as analyzer from "@pulumi/pulumi/proto/analyzer_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { onDeclared } from "../../policy/declared";

/**
 * The policy library announces a rule of both kinds as one on resources. It must run it on stacks,
 * too: otherwise all rules of this kind would pass without a word.
 */

type Respond = (error: Error | undefined, response: analyzer.AnalyzeResponse) => void;
type Handler = (call: { request: unknown }, respond: Respond) => void;
type Make = (pack: string, version: string, level: string, policies: readonly object[]) => Handler;
const { makeAnalyzeRpcFun, makeAnalyzeStackRpcFun } =
  jest.requireActual<Record<"makeAnalyzeRpcFun" | "makeAnalyzeStackRpcFun", Make>>("@pulumi/policy/server");

const rule = onDeclared({
  name: "no-resources",
  description: "There are no resources.",
  validateStack: ({ resources }, report) => resources.forEach(({ name, urn }) => report(name, urn)),
});

/** The names of the resources that the rule reports. */
const reported = (make: Make, request: unknown) =>
  new Promise<string[]>((resolve, reject) => {
    make("pack", "1.0.0", "mandatory", [rule])({ request }, (error, response) => {
      if (error) reject(error);
      else resolve(response.getDiagnosticsList().map((one) => one.getUrn()));
    });
  });

function described<R extends analyzer.AnalyzeRequest | analyzer.AnalyzerResource>(request: R, name: string): R {
  request.setType("a:b:C").setName(name).setUrn(name);
  request.setProperties(Struct.fromJavaScript({})).setOptions(new analyzer.AnalyzerResourceOptions());
  return request;
}

test("a rule of both kinds is shown each declared resource, and then runs on the stack", async () => {
  expect(await reported(makeAnalyzeRpcFun, described(new analyzer.AnalyzeRequest(), "declared"))).toEqual([]);
  const stack = new analyzer.AnalyzeStackRequest();
  for (const name of ["declared", "removed"]) stack.addResources(described(new analyzer.AnalyzerResource(), name));
  expect(await reported(makeAnalyzeStackRpcFun, stack)).toEqual(["declared"]);
});

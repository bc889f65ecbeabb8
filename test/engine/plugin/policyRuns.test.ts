import { testEachRun } from "../policyRuns";
import { pluginStack } from "./support";

/** The rules in every run of a stack of the plugin. */

testEachRun(
  pluginStack,
  `const make = (type, name, args) => new pulumi.CustomResource("ciphertrust:" + type, name, args);
   class Plugin extends pulumi.ProviderResource {}
   const provide = (name, args) => new Plugin("ciphertrust", name, args);`,
);

import { Stack } from "./harness";
import { testEachRun } from "./policyRuns";

/** The rules in every run of a stack of the TypeScript package. */

testEachRun(
  (world) => Stack.create(world.environment),
  `const make = (type, name, args) => new ciphertrust[type.split(":")[1]](name, args);
   const provide = (name, args) => new ciphertrust.Provider(name, args);`,
);

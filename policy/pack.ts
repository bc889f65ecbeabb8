import { createRequire } from "node:module";
import { RunError } from "@pulumi/pulumi";
import type * as Policy from "@pulumi/policy";
import { policies } from "./index";

/** What `pulumi preview --policy-pack` runs. */

const { PolicyPack } = library();
new PolicyPack("pulumi-ciphertrust", { policies, enforcementLevel: "mandatory" });

/** An optional dependency: programs without the pack need not install it. */
function library(): typeof Policy {
  try {
    return createRequire(__filename)("@pulumi/policy") as typeof Policy;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "MODULE_NOT_FOUND" || !message.startsWith("Cannot find module '@pulumi/policy'")) throw error;
    throw new RunError(
      "the policy pack of pulumi-ciphertrust needs @pulumi/policy, which is not installed. Run: npm install @pulumi/policy",
    );
  }
}

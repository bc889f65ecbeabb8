import { PolicyPack } from "@pulumi/policy";
import { policies } from ".";

/** What `pulumi preview --policy-pack` runs. */
new PolicyPack("pulumi-ciphertrust", { policies, enforcementLevel: "mandatory" });

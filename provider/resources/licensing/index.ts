import { defineSystem } from "../system";
import { license } from "./license";
import { trialLicense } from "./trialLicense";

export const licensing = defineSystem({ name: "licensing", title: "Licenses", definitions: [license, trialLicense] });

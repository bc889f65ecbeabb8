import type { System } from "../system";
import { license } from "./license";
import { trialLicense } from "./trialLicense";

export const licensing: System = { name: "licensing", title: "Licences", definitions: [license, trialLicense] };

import type { System } from "../system";
import { aws } from "./aws";
import { azure } from "./azure";
import { dsm } from "./dsm";
import { externalCm } from "./externalCm";
import { google } from "./google";
import { luna } from "./luna";
import { oci } from "./oci";
import { salesforce } from "./salesforce";
import { sap } from "./sap";

/** Every system that has connections and containers; a new one is a file and a line here. */
const all: readonly System[] = [aws, azure, dsm, externalCm, google, luna, oci, salesforce, sap];

/** For `describe.each`: the name of a system, and its row. */
export const systems = all.map((system) => [system.world, system] as const);

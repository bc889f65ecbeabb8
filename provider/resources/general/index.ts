import { apiObject } from "./apiObject";
import { containerAcl } from "./containerAcl";
import { report } from "./report";

/** Resources that serve every system. */
export const general = [containerAcl, report, apiObject];

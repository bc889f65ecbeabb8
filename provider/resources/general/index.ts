import { apiObject } from "./apiObject";
import { apiSetting } from "./apiSetting";
import { containerAcl } from "./containerAcl";
import { report } from "./report";
import { webInterfaceTrust } from "./webInterfaceTrust";

/** Resources that serve every system. */
export const general = [containerAcl, report, apiObject, apiSetting, webInterfaceTrust];

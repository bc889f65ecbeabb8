import { minimumPulumi } from "../../tools/engine/versions";
import { platform } from "./platform";

platform({ node: 20, sdk: minimumPulumi, engine: "oldest" });
platform({ node: 20, sdk: minimumPulumi });
// Later ones require Node.js 22.
platform({ node: 20, sdk: "3.248.0", isComplete: true });

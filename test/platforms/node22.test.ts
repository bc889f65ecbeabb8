import { minimumPulumi, pulumiVersion } from "../../tools/engine/versions";
import { platform } from "./platform";

platform({ node: 22, sdk: minimumPulumi });
platform({ node: 22, sdk: pulumiVersion, isComplete: true });

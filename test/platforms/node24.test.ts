import { minimumPulumi, pulumiVersion } from "../../tools/engine/versions";
import { platform } from "./platform";

platform({ node: 24, sdk: minimumPulumi });
platform({ node: 24, sdk: pulumiVersion, isComplete: true });

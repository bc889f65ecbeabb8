import { startHosts } from "./index";

export default ({ maxWorkers }: { maxWorkers: number }) => startHosts(maxWorkers);

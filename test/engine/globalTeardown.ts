import { removeRunFolder } from "./runFolder";
import { stop } from "./secretsProvider";

/** After the run's last test. */
export default function teardown(): void {
  stop();
  removeRunFolder();
}

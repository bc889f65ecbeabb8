import { witnesses } from "../../../emulator/core/witness";
import type * as recording from "./recorder";

/**
 * Runs beside every unit test, and works in those of the emulator: whatever a handler reads of a
 * request must be in the guide. `npm run generate -- fields` writes it there instead.
 */

let recorder: recording.Recorder | undefined;

// Most tests start no emulator: they load nothing of this.
const load = () => jest.requireActual<typeof recording>("./recorder");
const isRecording = process.env.RECORD_GUIDE !== undefined;
const isOfEmulator = /[\\/]test[\\/]emulator[\\/]/.test(expect.getState().testPath ?? "");
if (isOfEmulator || isRecording) witnesses.of = (operation) => (recorder ??= new (load().Recorder)()).of(operation);

afterAll(() => {
  if (recorder === undefined) return;
  const { unrecorded, write } = load();
  if (isRecording) return write(recorder);
  const missing = unrecorded(recorder);
  if (missing.length > 0) {
    throw new Error(
      `The guide lacks what handlers read; npm run generate -- fields records it:\n${missing.join("\n")}`,
    );
  }
});

import { Group } from "../../sdk";
import { run } from "./program";

/** Keys of the stack's configuration that are no settings. */

test("a misspelt one is refused with the one that was probably meant", async () => {
  const config = { "ciphertrust:adress": "https://cm.example.com", "ciphertrust:maxRetrie": "2", "other:adress": "x" };
  await expect(run(() => new Group("operators"), config)).rejects.toThrow(
    "ciphertrust:adress in the stack's configuration is not a setting of this provider: did you mean ciphertrust:address?\n" +
      "ciphertrust:maxRetrie in the stack's configuration is not a setting of this provider: did you mean ciphertrust:maxRetries?",
  );
});

// What "pulumi-ciphertrust/emulator" was before it had a package of its own. It stays for one release.
process.emitWarning('the emulator is a package of its own: import it from "ciphertrust-emulator".', {
  type: "DeprecationWarning",
  code: "CIPHERTRUST_EMULATOR_MOVED",
});

try {
  module.exports = require("ciphertrust-emulator");
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND" || !error.message.includes("'ciphertrust-emulator'")) throw error;
  throw new Error(
    "the emulator is a package of its own, which is not installed. Run: npm install --save-dev ciphertrust-emulator",
    { cause: error },
  );
}

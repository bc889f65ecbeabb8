// What "pulumi-ciphertrust/emulator" was before it had a package of its own. It stays for one release.
process.emitWarning('the emulator is a package of its own: import it from "ciphertrust-emulator".', {
  type: "DeprecationWarning",
  code: "CIPHERTRUST_EMULATOR_MOVED",
});

module.exports = require("ciphertrust-emulator");

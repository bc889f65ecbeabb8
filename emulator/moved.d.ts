/** @deprecated Import it from "ciphertrust-emulator". */
export * from "ciphertrust-emulator";

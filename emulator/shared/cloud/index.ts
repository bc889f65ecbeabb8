/** The words that say what is particular about a cloud. */
export { accountConnection } from "./account";
export { keyOperations } from "./keyOperations";
export { recordedKeys, type KeyRecord } from "./keys";
export { offeredContainers, type ContainerOf } from "./offered";
export { cloudSystem } from "./system";

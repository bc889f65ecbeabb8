/** The words that say what a part of the world consists of. */
export * from "./fields";
export { worldKeys } from "./keys";
export { level, levelsTo, listOf, type RecordOf } from "./level";
export { worldPart } from "./part";

export { stop as default } from "./secretsProvider";

import type { Declarations } from "../declarations";
import type { Types } from "./types";

export function functionsOf(_declarations: Declarations, _types: Types): object {
  return {};
}

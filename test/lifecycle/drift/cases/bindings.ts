import type { Cases } from "../case";

export const bindings: Cases = {};

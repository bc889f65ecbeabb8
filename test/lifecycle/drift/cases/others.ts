import type { Cases } from "../case";

export const others: Cases = {};

import type { Cases } from "../case";

export const googleAndOci: Cases = {};

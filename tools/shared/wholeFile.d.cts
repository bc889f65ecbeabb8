import type { WriteFileOptions } from "node:fs";

/** Writes a file that several processes read and write: whoever finds it finds all of it. */
export function writeWhole(file: string, content: string, options?: WriteFileOptions): void;

import * as z from "zod";
import { field } from "../../../lifecycle/vocabulary/field";
import { formats, wrappings } from "./written";

/** The arguments and outputs of imported material. Requests carry them in the import alone. */

const imported = { seen: "never", wire: { to: false } } as const;
/** How material is read: without other material, a change has no effect. */
const reading = { ...imported, change: "ignore" } as const;

export const material = field(z.string().min(1).optional(), { ...imported, secret: true });
export const materialFormat = field(z.enum(formats).optional(), reading);
export const materialPassword = field(z.string().min(1).optional(), { ...reading, secret: true });
export const wrapKey = field(z.string().min(1).optional(), reading);
export const wrapping = field(z.enum(wrappings).optional(), reading);

/** No response shows them: they stay as the import has left them. */
const noted = { seen: "perhaps", wire: { from: false } } as const;

export const checkValue = field(z.string().optional(), noted);
export const publicKeyFingerprint = field(z.string().optional(), noted);
export const materialProof = field(z.enum(["publicKey", "checkValue", "none"]).optional(), noted);

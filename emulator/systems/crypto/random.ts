import { randomBytes } from "node:crypto";
import { invalid } from "../../core/errors";
import type { Call, Operations } from "../../core/scope";

const most = 1024;

function random(call: Call): object {
  const wanted = Number(call.query("bytes") ?? 32);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > most)
    throw invalid(`bytes must be an integer from 1 to ${most}`);
  return { bytes: randomBytes(wanted).toString("base64") };
}

/** Random numbers for clients that make keys of their own. */
export const randomNumbers: Operations = { "GET /vault/random": random };

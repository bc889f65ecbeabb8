import { readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import type { FastifyReply } from "fastify";
import { notFound } from "../core/errors";
import { packageRoot } from "../core/operations";

/** Everything a page may load, by its name in an address: nothing else is ever read. */
const pageFiles = [
  "console.css",
  "session.js",
  "overview.js",
  "draw.js",
  "controls.js",
  "guide.js",
  "guide.css",
  "icon.svg",
];
const viewerFiles = ["swagger-ui.css", "swagger-ui-bundle.js"];

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * Nothing comes from elsewhere, and no other page may show ours. The viewer's style sheet has
 * pictures in data URLs.
 */
const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const headers = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-cache",
};

const pageFolder = (): string => join(packageRoot(), "console", "page");

export async function sendPage(reply: FastifyReply, name: string): Promise<FastifyReply> {
  const text = await readFile(join(pageFolder(), name));
  return reply
    .headers(headers)
    .type(types[extname(name)] ?? "")
    .send(text);
}

export async function sendFile(reply: FastifyReply, name: string): Promise<FastifyReply> {
  if (pageFiles.includes(name)) return sendPage(reply, name);
  if (!viewerFiles.includes(name)) throw notFound();
  const folder = join(dirname(require.resolve("@fastify/swagger-ui/package.json")), "static");
  return reply
    .headers(headers)
    .type(types[extname(name)] ?? "")
    .send(await readFile(join(folder, name)));
}

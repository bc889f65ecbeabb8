import { randomUUID } from "node:crypto";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { badRequest, ServiceError } from "./errors";
import { parseJson } from "./json";

/** Bytes of a request body. */
export const largestBody = 1024 * 1024;
/** Milliseconds for a request to arrive as a whole. */
export const longestArrival = 60_000;

/** A body is JSON in UTF-8 and says so, or bytes where a route takes them; no body is fine. */
export function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const json = /^application\/([\w.-]+\+)?json\s*(;|$)/i;
  server.addContentTypeParser(json, { parseAs: "buffer" }, (_request, body, done) =>
    body.length === 0 ? done(null, undefined) : parseInto(body as Buffer, done),
  );
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    ({ operation }, body, done) => {
      if (operation?.route.form !== true) return done(wrongType(), undefined);
      done(null, Object.fromEntries(new URLSearchParams(body.toString("utf8"))));
    },
  );
  // Everything else, and what says nothing.
  server.addContentTypeParser("*", { parseAs: "buffer" }, ({ operation, headers }, body, done) => {
    const isSilent = headers["content-type"] === undefined && operation?.route.form === true;
    if (isSilent) parseInto(body as Buffer, done);
    else done(wrongType(), undefined);
  });
  server.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, ({ operation }, body, done) => {
    done(operation?.route.bytes === true ? null : wrongType(), body);
  });
}

const wrongType = (): ServiceError =>
  new ServiceError("mediaType", "the content type of a body must be application/json");

function parseInto(body: Buffer, done: (error: Error | null, value?: unknown) => void): void {
  try {
    done(null, readJson(body));
  } catch (error) {
    done(error as Error, undefined);
  }
}

function readJson(body: Buffer): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch (error) {
    throw error instanceof ServiceError ? error : badRequest("the request body is not valid JSON");
  }
}

/**
 * The error as the service tells it; what the server library refuses is said in the service's
 * words.
 */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413) return new ServiceError("tooLarge", `the request body is larger than ${largestBody} bytes`);
  if (status === 415) return wrongType();
  const message = error instanceof Error ? error.message : String(error);
  return status < 500 ? badRequest(message) : new ServiceError("internal", message);
}

/**
 * Refuses what never becomes a request of the server library: what is no HTTP, is too large, or
 * asks for a tunnel.
 */
export function refuseMalformed(server: FastifyInstance): void {
  server.server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    end(socket, 400, "the service is no proxy");
  });
  server.server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    end(response.socket as Socket, 417, "the service knows no expectation but 100-continue");
  });
}

/** Responds on a connection whose bytes are no HTTP request. */
export function clientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "HPE_HEADER_OVERFLOW") return end(socket, 431, "the headers of the request are too large");
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return end(socket, 408, "the request did not arrive in time");
  if (error.code?.startsWith("HPE_") === true) return end(socket, 400, "the request is not valid HTTP");
  socket.destroy();
}

function end(socket: Socket, status: number, text: string): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(badRequest(text).body(randomUUID()));
  const headers = ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`, "connection: close"];
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
  socket.destroySoon();
}

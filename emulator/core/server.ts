import { randomUUID } from "node:crypto";
import type { TLSSocket } from "node:tls";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { HttpResponse, Later } from "./response";
import { notFound, ServiceError } from "./errors";
import { refusal } from "./notEmulated";
import type { FaultEffect, Faults } from "./faults";
import { Fields } from "./fields";
import { acceptBodies, asServiceError, clientError, largestBody, longestArrival, refuseMalformed } from "./intake";
import type { Route } from "./operations";
import { prefix, type Found, type RouteTable } from "./routing";
import type { LoggedRequest, RequestLog } from "./requests";
import { nobody, type Request } from "./request";
import { Call, rootDomain, type Service, type Authenticate, type Result } from "./scope";
import type { TlsIdentity } from "./tls";
import { refuseWebPages } from "./visitors";
import { witnesses, type Witness } from "./witness";

export interface ServerParts {
  readonly service: Service;
  readonly operations: RouteTable;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly tls: TlsIdentity;
  /** By which clients may call it, beside the names of this machine. */
  readonly names: readonly string[];
  /**
   * The bearer token of a call that brings none, such as one of a page in which somebody has logged
   * in.
   */
  readonly authorize?: (request: FastifyRequest) => Promise<string | undefined>;
}

/** One call of an operation, wherever it comes from. */
export interface Arrival {
  readonly request: Request;
  readonly path: string;
  /** The bearer token, as the header of that name has it. */
  readonly authorization?: string;
}

declare module "fastify" {
  interface FastifyRequest {
    operation?: Found;
    effect?: FaultEffect;
    logged?: LoggedRequest;
  }
}

/** The HTTPS server with all routes of the service; it doesn't listen yet. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { tls } = parts;
  const server = fastify({
    https: {
      key: tls.key,
      cert: `${tls.certificate}\n${tls.caCertificate}`,
      ca: tls.caCertificate,
      requestCert: true,
      rejectUnauthorized: false,
      // Otherwise node refuses by itself, without a body; `refuseWebPages` does it in the words of the service.
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 4096 },
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
    bodyLimit: largestBody,
    requestTimeout: longestArrival,
    clientErrorHandler: clientError,
    frameworkErrors: (error, request, reply) => {
      void refuse(reply, error, request);
    },
  }) as unknown as FastifyInstance;
  acceptBodies(server);
  refuseMalformed(server);
  server.setErrorHandler((error, request, reply) => refuse(reply, error, request));
  server.setNotFoundHandler((request, reply) => refuse(reply, unknown(request), request));
  server.addHook("onRequest", async ({ headers, socket }) => refuseWebPages(headers, parts.names, socket.localAddress));
  server.addHook("onRequest", async (request, reply) => arrive(parts, request, reply));
  server.addHook("onSend", (request, reply, payload, done) => leave(request, reply, payload, done));
  const methods = [...new Set(parts.operations.routes.map(({ method }) => method))];
  server.route({ method: methods, url: `${prefix}/*`, handler: (request, reply) => handle(parts, request, reply) });
  parts.service.outage.watch(server.server);
  return server;
}

/** What no operation takes. */
function unknown({ method, url }: FastifyRequest): ServiceError {
  const [path = ""] = url.split("?", 1);
  return path.startsWith(`${prefix}/`) ? refusal(method, path.slice(prefix.length)) : notFound();
}

function refuse(reply: FastifyReply, error: unknown, request: FastifyRequest): FastifyReply {
  return reply.code(asServiceError(error).status).send(asServiceError(error).body(request.id));
}

/**
 * Finds the operation, logs the call, and strikes it with what a fault rule orders for it; control
 * paths are spared.
 */
async function arrive(parts: ServerParts, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.operation = parts.operations.find(request.method, request.url);
  const [path = "", query = ""] = request.url.split("?", 2);
  const { service } = parts;
  const isControl = !path.startsWith("/api/");
  service.outage.follow(request.raw, reply.raw, isControl);
  if (isControl) return;
  if (service.outage.isOn) return cut(request, reply);
  const key = request.operation?.route.key.replace(" ", ` ${prefix}`) ?? `${request.method} ${path}`;
  const at = new Date(service.clock.now()).toISOString();
  request.logged = parts.requests.add(key, { method: request.method, path, query, status: 0, at });
  const effect = parts.faults.strike(request.method, path);
  if (effect !== undefined) await strike(request, reply, effect);
}

async function strike(request: FastifyRequest, reply: FastifyReply, effect: FaultEffect): Promise<void> {
  request.effect = effect;
  if (effect.latencyMs !== undefined) await realTime(effect.latencyMs);
  if (effect.drop === "before") return cut(request, reply);
  if (effect.status === undefined) return;
  if (effect.retryAfterSeconds !== undefined) reply.header("retry-after", String(effect.retryAfterSeconds));
  const text = "ordered by a fault rule of the emulator";
  await reply
    .code(effect.status)
    .send({ code: 0, codeDesc: `NCERRFault: ${text}`, message: text, requestID: request.id });
}

/** Network latency is real time: the emulator's clock doesn't shorten it. */
function realTime(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}

function cut(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

/**
 * The last step of a response: by now every change it tells of is on the disk, so this is where it
 * may get lost. A lost response never calls `done`, which leaves the connection to us.
 */
function leave(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error?: null, payload?: unknown) => void,
): void {
  const { effect, logged } = request;
  if (effect?.drop === "after") return void request.raw.socket.destroy();
  if (logged !== undefined) logged.status = reply.statusCode;
  if (effect?.truncateBytes === undefined) return done(null, payload);
  const body = Buffer.from(typeof payload === "string" ? payload : "");
  reply.raw.writeHead(reply.statusCode, { "content-type": "application/json", "content-length": body.length });
  reply.raw.write(body.subarray(0, effect.truncateBytes), () => request.raw.socket.destroySoon());
}

async function handle(
  { service, authorize }: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { operation } = request;
  if (operation === undefined) throw unknown(request);
  const { route } = operation;
  const [path = ""] = request.url.split("?", 1);
  const authorization = request.headers.authorization ?? (await authorize?.(request));
  const witness = witnesses.of?.(route.key);
  try {
    const response = await perform(service, route, {
      request: read(request, operation.params, witness),
      path,
      authorization,
    });
    witness?.end(true);
    return send(reply, response);
  } catch (error) {
    witness?.end(false);
    throw error;
  }
}

/**
 * Does one operation: who calls is checked, what is done is in the audit trail, and on the disk
 * when this resolves.
 *
 * @throws ServiceError when it is refused
 */
export async function perform(service: Service, route: Route, arrival: Arrival): Promise<HttpResponse> {
  let call = new Call(service, rootDomain, nobody, arrival.request);
  try {
    if (route.open !== true) call = authenticated(call, arrival.authorization);
    if (route.open !== true) guard(call, route);
    let result = transact(call, route);
    while (result instanceof Later) result = await later(service, result);
    const response = responseOf(result);
    // Nothing may come between a change and its write: a write that fails meanwhile would take the change back unseen.
    audit(call, route, arrival, response.status, "");
    await service.store.flush();
    return response;
  } catch (error) {
    const refusal = asServiceError(error);
    audit(call, route, arrival, refusal.status, refusal.message);
    await service.store.flush();
    throw error;
  }
}

function authenticated({ service, request }: Call, authorization: string | undefined): Call {
  const authenticate = service.systems
    .map((system) => system.authenticate)
    .find((found) => found !== undefined) as Authenticate;
  const { domain, caller } = authenticate(service, authorization);
  return new Call(service, domain, caller, request);
}

function guard(call: Call, route: Route): void {
  for (const system of call.service.systems) system.guard?.(call, route.key);
}

function transact(call: Call, route: Route): Result {
  const keepOn = (error: unknown): boolean => error instanceof ServiceError && error.keepChanges;
  return call.service.store.transaction(() => held(call, route) ?? route.handler(call), keepOn);
}

/** The response of a system that keeps the call from its handler, which happens to no open one. */
function held(call: Call, { key, handler, open = false }: Route): HttpResponse | undefined {
  for (const system of open ? [] : call.service.systems) {
    const response = system.hold?.(call, key, handler);
    if (response !== undefined) return response;
  }
  return undefined;
}

async function later(service: Service, { milliseconds, work }: Later): Promise<Result> {
  await service.store.flush();
  return (await service.timeline.after(milliseconds, work)) as Result;
}

function responseOf(result: Exclude<Result, Later>): HttpResponse {
  if (result instanceof HttpResponse) return result;
  return result === undefined ? new HttpResponse(204) : new HttpResponse(200, result);
}

function audit(call: Call, route: Route, { request, path }: Arrival, status: number, message: string): void {
  if (route.method === "GET" || !route.implemented) return;
  const { caller, service } = call;
  const event = { scope: call, operation: route.key, caller, address: request.address, path, status, message };
  service.store.transaction(() => {
    for (const system of service.systems) system.observe?.(event);
  });
}

function send(reply: FastifyReply, { status, body, type }: HttpResponse): FastifyReply {
  reply.code(status);
  if (body === undefined) return reply.send();
  if (type !== undefined) return reply.type(type).send(body);
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(body));
}

const noBytes = Buffer.alloc(0);
const bytesOnly = (bytes: Buffer): Pick<Request, "body" | "bytes"> => ({ body: new Fields(undefined), bytes });

function read(request: FastifyRequest, params: Found["params"], witness?: Witness): Request {
  const query = Object.entries(request.query as Record<string, string | string[]>);
  return {
    params: params as Record<string, string>,
    query: Object.fromEntries(query.map(([name, value]) => [name, [value].flat()])),
    ...(Buffer.isBuffer(request.body)
      ? bytesOnly(request.body)
      : { body: new Fields(request.body, "", witness), bytes: noBytes }),
    witness,
    accept: request.headers.accept,
    address: request.ip,
    base: `https://${request.host}`,
    peer: () => (request.raw.socket as TLSSocket).getPeerX509Certificate(),
  };
}

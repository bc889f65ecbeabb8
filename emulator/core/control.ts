import type { FastifyInstance, FastifyRequest } from "fastify";
import { z, type ZodType } from "zod";
import { notFound } from "./errors";
import { type Faults, faultSchema } from "./faults";
import type { RequestLog } from "./requests";
import { outside, type Service } from "./scope";
import { day, formatTime } from "./time";
import { readBody, worldParts } from "./world";
import { own } from "./fields";

export interface ControlParts {
  readonly service: Service;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly advance: (seconds: number) => Promise<void>;
  readonly reset: () => Promise<void>;
}

const clockSchema = z.strictObject({
  advanceSeconds: z
    .number()
    .min(0)
    .max((3660 * day) / 1000),
});

/** The paths below /emulator: for tests and demos, without login, never part of the service. */
export function addControl(server: FastifyInstance, parts: ControlParts): void {
  const { service, faults, requests } = parts;
  const time = (): object => ({ now: formatTime(service.clock.now()), offsetSeconds: service.clock.offset / 1000 });
  server.get("/emulator/health", (_request, reply) => {
    const { failedWrites } = service.store;
    const failing = failedWrites?.last === true;
    const failures = failedWrites && { failedWrites: failedWrites.count, lastFailure: failedWrites.reason };
    return reply.code(failing ? 503 : 200).send({ status: failing ? "failing" : "ok", ...time(), ...failures });
  });
  server.post("/emulator/faults", (request, reply) => reply.code(201).send(faults.add(body(faultSchema, request))));
  server.get("/emulator/faults", () => ({ faults: faults.list() }));
  server.delete("/emulator/faults", (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  server.get("/emulator/requests", () => requests.report());
  server.delete("/emulator/requests", (_request, reply) => {
    requests.clear();
    return reply.code(204).send();
  });
  server.get("/emulator/clock", time);
  server.post("/emulator/clock", async (request) => {
    await parts.advance(body(clockSchema, request).advanceSeconds);
    return time();
  });
  server.post("/emulator/reset", async (_request, reply) => {
    await parts.reset();
    return reply.code(204).send();
  });
  addWorld(server, service);
}

function addWorld(server: FastifyInstance, service: Service): void {
  const parts = worldParts(service.systems);
  const scope = service.root.in(outside);
  server.get("/emulator/world", () => Object.fromEntries(parts.map((part) => [part.name, part.show(scope)])));
  server.post<{ Params: { system: string; what: string } }>("/emulator/world/:system/:what", async (request) => {
    const { system, what } = request.params;
    const change = own(parts.find((part) => part.name === system)?.changes, what);
    if (change === undefined) throw notFound();
    const changed = service.store.transaction(() => change(scope, request.body ?? {}));
    await service.store.flush();
    return changed;
  });
}

function body<T>(schema: ZodType<T>, request: FastifyRequest): T {
  return readBody(schema, request.body ?? {});
}

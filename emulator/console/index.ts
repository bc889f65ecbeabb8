import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Front, FrontParts } from "../core/emulator";
import { ServiceError } from "../core/errors";
import { changesIn } from "./changes";
import { sendFile, sendPage } from "./files";
import { Inside } from "./inside";
import { browserOf, Logins } from "./logins";
import type { Session } from "./sessions";
import { Streams } from "./stream";

/**
 * The emulator's own pages: an overview at its address, and a guide to its operations, with one
 * login for both.
 */
export function pages({ service, routes }: FrontParts): Front {
  const inside = new Inside(service, routes);
  const logins = new Logins(inside);
  return {
    addTo: (server) => {
      addFiles(server);
      server.get("/console/openapi.json", (_request, reply) => {
        // Few runs of an emulator are looked at with a browser: only those load the library.
        const { documentOf } = require("./guide") as typeof import("./guide");
        return reply.header("cache-control", "no-cache").send(documentOf(routes));
      });
      addSessions(server, logins);
      addOverview(server, inside, logins);
    },
    authorize: async (request) => {
      const session = logins.ofPage(request);
      if (session === undefined) return undefined;
      logins.sessions.touch(session);
      return `Bearer ${await logins.token(session, browserOf(request))}`;
    },
  };
}

function addFiles(server: FastifyInstance): void {
  server.get("/", (_request, reply) => sendPage(reply, "overview.html"));
  server.get("/guide", (_request, reply) => sendPage(reply, "guide.html"));
  server.get<{ Params: { file: string } }>("/console/files/:file", ({ params }, reply) => sendFile(reply, params.file));
}

function addSessions(server: FastifyInstance, logins: Logins): void {
  server.get("/console/session", (request) => {
    const session = logins.of(request);
    return { session: session === undefined ? null : logins.describe(session) };
  });
  server.post("/console/session", async (request, reply) => {
    const session = await logins.logIn(request, reply);
    return { session: logins.describe(session) };
  });
  server.delete("/console/session", (request, reply) => {
    logins.logOut(request, reply, needed(logins.ofPage(request)));
    return reply.code(204).send();
  });
  server.post("/console/session/activity", (request) => {
    const session = needed(logins.ofPage(request));
    logins.sessions.touch(session);
    return { session: logins.describe(session) };
  });
}

function addOverview(server: FastifyInstance, inside: Inside, logins: Logins): void {
  const streams = new Streams(inside, logins);
  const open = (wantsOverview: boolean) => (request: FastifyRequest, reply: FastifyReply) =>
    streams.open(request, reply, needed(logins.of(request)), wantsOverview);
  server.get("/console/events/overview", open(true));
  server.get("/console/events/session", open(false));
  server.get("/console/changes", (request) => {
    needed(logins.of(request));
    return { changes: changesIn(inside.service) };
  });
}

function needed(session: Session | undefined): Session {
  if (session === undefined)
    throw new ServiceError("unauthorized", "log in first: there is no session, or it has ended");
  return session;
}

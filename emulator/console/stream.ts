import type { FastifyReply, FastifyRequest } from "fastify";
import { ServiceError } from "../core/errors";
import { browserOf, type Logins } from "./logins";
import type { Inside } from "./inside";
import { Overview } from "./overview";
import type { Session } from "./sessions";

/** Milliseconds of real time between two looks at what is new. */
const pause = 500;
/** A look takes at most this part of the time. */
const share = 10;
/** A page hears again after that many milliseconds, however long a look took: a machine may have been busy with something else. */
const longestRest = 10_000;

interface Stream {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: Session;
  /** What the page was told last: the revision of the records, and by how much the clock is ahead. */
  told: string;
  /** Real time before which there is no look. */
  rest: number;
}

/** Tells open pages what is new, as server-sent events; a page that listens is one that is open. */
export class Streams {
  private readonly streams = new Set<Stream>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly inside: Inside,
    private readonly logins: Logins,
  ) {}

  /** @param wantsOverview whether the page shows more than its session */
  open(request: FastifyRequest, reply: FastifyReply, session: Session, wantsOverview: boolean): void {
    const closeWindow = this.logins.sessions.openWindow(session);
    reply.hijack();
    const headers = { "content-type": "text/event-stream", "cache-control": "no-store" };
    reply.raw.writeHead(200, headers).flushHeaders();
    const stream = { request, reply, session, told: wantsOverview ? "" : "nothing", rest: 0 };
    this.streams.add(stream);
    reply.raw.once("close", () => {
      this.streams.delete(stream);
      closeWindow();
    });
    this.arm(0);
  }

  private arm(delay: number): void {
    if (this.timer !== undefined || this.streams.size === 0) return;
    this.timer = setTimeout(() => void this.look(), delay).unref();
  }

  private async look(): Promise<void> {
    for (const stream of [...this.streams]) await this.tell(stream);
    this.timer = undefined;
    this.arm(pause);
  }

  private async tell(stream: Stream): Promise<void> {
    const { session, reply } = stream;
    if (this.logins.sessions.find(session.id) === undefined) return this.end(stream);
    const { store, clock } = this.inside.service;
    const news = `${store.revision} ${clock.offset}`;
    const begun = performance.now();
    if (stream.told === "nothing" || stream.told === news || begun < stream.rest) return;
    try {
      stream.told = news;
      const browser = browserOf(stream.request);
      const overview = await Overview.of(this.inside, browser, await this.logins.token(session, browser));
      write(reply, "overview", overview);
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error));
      }
      stream.told = "";
    }
    const now = performance.now();
    stream.rest = now + Math.min(longestRest, share * (now - begun));
  }

  private end(stream: Stream): void {
    const { reply } = stream;
    this.streams.delete(stream);
    write(reply, "ended", {});
    reply.raw.end();
  }
}

function write({ raw }: FastifyReply, event: string, data: object): void {
  raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

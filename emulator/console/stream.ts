import { setImmediate } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ServiceError } from "../core/errors";
import { browserOf, type Logins } from "./logins";
import type { Inside } from "./inside";
import { Overview } from "./overview";
import type { Session } from "./sessions";

/** Milliseconds of real time between two looks at what is new. */
const pause = 500;
/** Overviews are made in at most this part of the time, however many pages are open. */
const share = 10;
/**
 * Pages hear again after that many milliseconds, however long an overview took: a machine may have
 * been busy with something else.
 */
const longestRest = 10_000;
/** More than anybody has open: a browser opens six at most. */
export const mostStreams = 100;

interface Stream {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: Session;
  /** What the page was told last: the revision of the records, and by how much the clock is ahead. */
  told: string;
}

/** Makes each value once, and keeps it. */
class Once<K, V> {
  private readonly made = new Map<K, V>();

  get(key: K, make: () => V): V {
    if (!this.made.has(key)) this.made.set(key, make());
    return this.made.get(key)!;
  }
}

/** Tells open pages what is new, as server-sent events; a page that listens is one that is open. */
export class Streams {
  private readonly streams = new Set<Stream>();
  private timer: NodeJS.Timeout | undefined;
  /** Real time before which no overview is made. */
  private rest = 0;

  constructor(
    private readonly inside: Inside,
    private readonly logins: Logins,
  ) {}

  /** @param wantsOverview whether the page shows more than its session */
  open(request: FastifyRequest, reply: FastifyReply, session: Session, wantsOverview: boolean): void {
    if (this.streams.size >= mostStreams) {
      throw new ServiceError(
        "limited",
        `${mostStreams} pages of the emulator are open, and no more may be: close some`,
      );
    }
    const closeWindow = this.logins.sessions.openWindow(session);
    reply.hijack();
    const headers = { "content-type": "text/event-stream", "cache-control": "no-store" };
    reply.raw.writeHead(200, headers).flushHeaders();
    const stream = { request, reply, session, told: wantsOverview ? "" : "nothing" };
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
    for (const stream of [...this.streams]) {
      if (this.logins.sessions.find(stream.session.id) === undefined) this.end(stream);
    }
    if (performance.now() >= this.rest) await this.tell();
    this.timer = undefined;
    this.arm(pause);
  }

  /**
   * An overview is made once for all pages of one user. Between two pages, whatever waits has its
   * turn.
   */
  private async tell(): Promise<void> {
    const { store, clock } = this.inside.service;
    const news = `${store.revision} ${clock.offset}`;
    const viewers = new Once<Session, Promise<string>>();
    const events = new Once<string, Promise<string | undefined>>();
    for (const stream of [...this.streams].filter((one) => isBehind(one, news))) {
      const viewer = await viewers.get(stream.session, () => this.viewerOf(stream));
      const event = await events.get(viewer, () => this.overviewFor(stream));
      if (event !== undefined && !stream.reply.raw.destroyed) {
        stream.reply.raw.write(event);
        stream.told = news;
      }
      await setImmediate();
    }
  }

  /**
   * Whose rights, in which domain, a page shows. A session that the service no longer knows shares
   * nothing.
   */
  private async viewerOf({ request, session }: Stream): Promise<string> {
    try {
      const browser = browserOf(request);
      const token = await this.logins.token(session, browser);
      const user = await this.inside.call("GET /auth/self/user", browser, { token });
      const { user_id, user_metadata } = user as { user_id: string; user_metadata: { current_domain: object } };
      return JSON.stringify([user_id, user_metadata.current_domain]);
    } catch {
      return session.id;
    }
  }

  private async overviewFor({ request, session }: Stream): Promise<string | undefined> {
    const begun = performance.now();
    try {
      const browser = browserOf(request);
      return eventOf("overview", await Overview.of(this.inside, browser, await this.logins.token(session, browser)));
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error));
      }
      return undefined;
    } finally {
      this.restFrom(begun);
    }
  }

  private restFrom(begun: number): void {
    const now = performance.now();
    this.rest = Math.min(now + longestRest, Math.max(now, this.rest) + share * (now - begun));
  }

  private end(stream: Stream): void {
    const { raw } = stream.reply;
    this.streams.delete(stream);
    if (raw.destroyed || raw.writableNeedDrain) return void raw.destroy();
    raw.end(eventOf("ended", {}));
  }
}

/**
 * A page that does not read what it was told before waits: an overview shows everything, so it
 * misses nothing.
 */
function isBehind({ told, reply }: Stream, news: string): boolean {
  return told !== "nothing" && told !== news && !reply.raw.writableNeedDrain;
}

const eventOf = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

import { readFileSync } from "node:fs";
import { Agent, request } from "undici";
import type { Client, Loose, Reply } from "../client";

/**
 * What a browser does with the pages: it keeps the cookie of a login, and its pages send the token
 * that they were given.
 */
export class Browser {
  cookie = "";
  csrf = "";

  constructor(readonly client: Client) {}

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const own = { ...(this.cookie && { cookie: this.cookie }), ...(this.csrf && { "x-csrf-token": this.csrf }) };
    const reply = await this.client.raw(method, path, body, { ...own, ...headers });
    const set = String(reply.headers["set-cookie"] ?? "");
    if (set !== "") this.cookie = set.split(";", 1)[0]!;
    return reply;
  }

  async logIn(login: Record<string, unknown> = {}): Promise<Reply> {
    const { username, password } = this.client.place;
    const reply = await this.send("POST", "/console/session", { name: username, password, ...login });
    this.csrf = reply.status === 200 ? String(reply.body.session?.csrf) : "";
    return reply;
  }

  async isLoggedIn(): Promise<boolean> {
    return (await this.send("GET", "/console/session")).body.session !== null;
  }
}

/** What one open page is told. */
export class Events {
  private text = "";

  private constructor(
    private readonly body: AsyncIterator<Buffer>,
    readonly close: () => Promise<void>,
  ) {}

  static async of({ client: { place }, cookie }: Browser, path: string): Promise<Events> {
    const connect = { ca: readFileSync(place.caCertificate) };
    const dispatcher = new Agent({ connect, bodyTimeout: 20_000 });
    const { statusCode, body } = await request(`${place.address}${path}`, { dispatcher, headers: { cookie } });
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
    return new Events(body[Symbol.asyncIterator]() as AsyncIterator<Buffer>, () => dispatcher.destroy());
  }

  /** The next event, or undefined at the end. */
  async next(): Promise<{ event: string; data: Loose } | undefined> {
    for (;;) {
      const end = this.text.indexOf("\n\n");
      if (end >= 0) {
        const [event = "", data = ""] = this.text.slice(0, end).split("\ndata: ");
        this.text = this.text.slice(end + 2);
        return { event: event.replace("event: ", ""), data: JSON.parse(data) as Loose };
      }
      const { done, value } = await this.body.next();
      if (done === true) return undefined;
      this.text += value.toString();
    }
  }

  /** The next overview that is as wanted. */
  async until(wanted: (overview: Loose) => boolean): Promise<Loose> {
    for (;;) {
      const { event, data } = (await this.next()) ?? { event: "the end" };
      if (event !== "overview" || data === undefined) throw new Error(`expected an overview, not ${event}`);
      if (wanted(data)) return data;
    }
  }
}

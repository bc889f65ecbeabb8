import type { Client } from "../client";
import { type Reply } from "../client";

/** What a browser does with the pages: it keeps the cookie of a login, and its pages send the token that they were given. */
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

import { readFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, request, type Dispatcher } from "undici";
import { makeAuthority } from "../api/certificates";
import type { Plan } from "./plan";

/** A proxy between the provider and the service that counts requests, and kills at one of them. */

export interface Blow extends Pick<Plan, "moment" | "counted" | "nth"> {
  /** Kills at this moment. False: the request, or its response, goes no further. */
  strike(): Promise<boolean>;
}

export interface ProxyResponse {
  status: number;
  headers: Dispatcher.ResponseData["headers"];
  body: Buffer;
}

/** Sees a request before the service does, and may respond instead; `forward` asks the service. */
export type Interject = (
  incoming: IncomingMessage,
  body: string,
  forward: () => Promise<ProxyResponse>,
) => ProxyResponse | undefined | Promise<ProxyResponse | undefined>;

export class Proxy {
  private blow: Blow | undefined;
  private seen = 0;
  private inFlight = 0;
  /** The highest number of concurrent requests. */
  mostInFlight = 0;
  /** The request at which the kill happened. */
  struck: string | undefined;
  interject: Interject = () => undefined;

  private constructor(
    private readonly server: Server,
    /** CA of its certificate in PEM format. */
    readonly certificate: string,
    private readonly agent: Agent,
    private readonly target: string,
  ) {}

  /** Before an emulator, whose CA is in a file. */
  static before({ address, caCertificate }: { address: string; caCertificate: string }): Promise<Proxy> {
    return Proxy.start(address, readFileSync(caCertificate, "utf8"));
  }

  static async start(target: string, targetCa: string): Promise<Proxy> {
    const authority = await makeAuthority();
    const { certificate, key } = await authority.issue("localhost");
    const server = createServer({ cert: certificate, key });
    const proxy = new Proxy(server, authority.certificate, new Agent({ connect: { ca: targetCa } }), target);
    server.on("request", (incoming, outgoing) => void proxy.handle(incoming, outgoing));
    await once(server.listen(0, "127.0.0.1"), "listening");
    return proxy;
  }

  get address(): string {
    return `https://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Counts from now on. */
  arm(blow: Blow): void {
    this.blow = blow;
    this.seen = 0;
    this.struck = undefined;
  }

  disarm(): void {
    this.blow = undefined;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await this.agent.destroy();
  }

  private async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    outgoing.once("close", () => this.inFlight--);
    const blow = this.isDue(incoming) ? this.blow : undefined;
    if (blow) this.struck = `${incoming.method} ${incoming.url?.split("?")[0]}`;
    try {
      const body = await whole(incoming);
      if (blow?.moment === "before" && !(await blow.strike())) return void incoming.socket.destroy();
      const forward = () => this.forward(incoming, body);
      const response = (await this.interject(incoming, body.toString(), forward)) ?? (await forward());
      if (blow?.moment === "unanswered" && !(await blow.strike())) return void incoming.socket.destroy();
      outgoing.writeHead(response.status, response.headers);
      outgoing.end(response.body);
      if (blow?.moment === "answered") {
        await once(outgoing, "finish");
        await blow.strike();
      }
    } catch {
      // The service or the provider is gone: the other side sees a broken connection.
      incoming.socket.destroy();
    }
  }

  private isDue({ method, url = "" }: IncomingMessage): boolean {
    if (!this.blow || !url.startsWith("/api/v1/") || url.startsWith("/api/v1/auth/")) return false;
    if ((method === "GET") !== (this.blow.counted === "reads")) return false;
    return ++this.seen === this.blow.nth;
  }

  private async forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<ProxyResponse> {
    const { connection: _, "transfer-encoding": __, ...rest } = headers;
    const response = await request(this.target + url, {
      method: method as Dispatcher.HttpMethod,
      headers: { ...rest, host: new URL(this.target).host },
      body: body.length > 0 ? body : null,
      dispatcher: this.agent,
    });
    const { connection: ___, "transfer-encoding": ____, ...kept } = response.headers;
    return { status: response.statusCode, headers: kept, body: Buffer.from(await response.body.arrayBuffer()) };
  }
}

async function whole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

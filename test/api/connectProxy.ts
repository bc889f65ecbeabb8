import { once } from "node:events";
import { createServer as createPlain, type IncomingMessage, type Server } from "node:http";
import { createServer as createTls } from "node:https";
import { connect, type AddressInfo, type Socket } from "node:net";

/**
 * A proxy as companies have them: it opens tunnels to what it is asked for, and sees nothing of
 * what goes through.
 */
export interface ConnectProxy {
  port: number;
  /** What it was asked to connect to, with the credentials that it was given. */
  asked: { target?: string; credentials?: string }[];
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Where every tunnel really ends, whatever its name. */
  port: number;
  /** Refuses with this status. */
  refuse?: number;
  /** `user:password` that it demands. */
  demand?: string;
  /** Speaks TLS itself. */
  tls?: { certificate: string; key: string };
}

export async function startProxy({ port, refuse, demand, tls }: ProxyOptions): Promise<ConnectProxy> {
  const asked: ConnectProxy["asked"] = [];
  const server: Server = tls ? createTls({ cert: tls.certificate, key: tls.key }) : createPlain();
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => void sockets.add(socket));
  server.on("connect", ({ url, headers }: IncomingMessage, socket: Socket) => {
    const credentials = headers["proxy-authorization"]?.replace(/^Basic /, "");
    const given = credentials === undefined ? undefined : Buffer.from(credentials, "base64").toString();
    asked.push({ target: url, credentials: given });
    const status = given === demand ? refuse : 407;
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const through = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      through.pipe(socket).pipe(through);
    });
    for (const [one, other] of [[through, socket] as const, [socket, through] as const])
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), "close");
    },
  };
}

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "./clock";

/**
 * Times at which the service is away: its connections break, and it accepts no requests. The
 * control paths are spared.
 */
export class Outage {
  private ends = 0;
  private planned: number | undefined;
  private readonly sockets = new Set<Socket>();
  private readonly spared = new Set<Socket>();

  constructor(private readonly clock: Clock) {}

  /**
   * Begins an outage when the response to the request that ordered it has been sent; in
   * milliseconds of the emulator's time.
   */
  plan(milliseconds: number): void {
    this.planned = milliseconds;
  }

  /** Begins one at once. */
  begin(milliseconds: number): void {
    this.planned = undefined;
    this.ends = this.clock.now() + milliseconds;
    for (const socket of this.sockets) if (!this.spared.has(socket)) socket.destroy();
  }

  /** Ends one. */
  end(): void {
    this.ends = 0;
  }

  get isOn(): boolean {
    return this.clock.now() < this.ends;
  }

  /** Watches the connections of a server. */
  watch(server: Server): void {
    server.on("secureConnection", (socket: Socket) => {
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
    });
  }

  /** Watches one request. */
  follow({ socket }: IncomingMessage, response: ServerResponse, isControl: boolean): void {
    if (isControl) this.spared.add(socket);
    response.once("close", () => {
      this.spared.delete(socket);
      if (this.planned !== undefined) this.begin(this.planned);
    });
  }
}

import { Pool, type Dispatcher } from "undici";
import { ProxyError, type Proxy } from "./proxy";

/**
 * Connections to a proxy, each of which becomes one to the service: says which failures are the
 * proxy's.
 */
export class Tunnels extends Pool {
  constructor(
    private readonly proxy: Proxy,
    url: URL,
    options: Pool.Options,
  ) {
    super(url, options);
  }

  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(...given: unknown[]): void;
  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const opened = await super.connect(options).catch((cause: unknown) => {
      throw new ProxyError(this.proxy, undefined, { cause });
    });
    if (opened.statusCode === 200) return opened;
    opened.socket.on("error", () => {}).destroy();
    throw new ProxyError(this.proxy, opened.statusCode);
  }
}

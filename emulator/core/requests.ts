export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** HTTP status; 0 while the call is open, or when its connection was cut. */
  status: number;
  /** When it arrived, in the emulator's time. */
  readonly at: string;
}

const kept = 10_000;
/**
 * What callers make up has a limit: characters of a path, and operations that the service doesn't
 * have.
 */
const longest = 2048;
const mostRoutes = 5000;

/** What was asked of the service, without bodies and headers, so that a test can count it. */
export class RequestLog {
  private total = 0;
  private routes = new Map<string, number>();
  private items: LoggedRequest[] = [];

  /** Returns the entry, whose status is yet to come. */
  add(route: string, request: LoggedRequest): LoggedRequest {
    this.total += 1;
    const name = this.routes.has(route) || this.routes.size < mostRoutes ? route.slice(0, longest) : "other";
    this.routes.set(name, (this.routes.get(name) ?? 0) + 1);
    const item = { ...request, path: request.path.slice(0, longest), query: request.query.slice(0, longest) };
    this.items.push(item);
    if (this.items.length > 2 * kept) this.items = this.items.slice(-kept);
    return item;
  }

  /** `total` and `routes` count everything; `items` are the last 10,000. */
  report(): object {
    const routes = Object.fromEntries([...this.routes].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { total: this.total, routes, items: this.items.slice(-kept) };
  }

  clear(): void {
    this.total = 0;
    this.routes = new Map();
    this.items = [];
  }
}

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

/** What was asked of the service, without bodies and headers, so that a test can count it. */
export class RequestLog {
  private total = 0;
  private routes = new Map<string, number>();
  private items: LoggedRequest[] = [];

  add(route: string, request: LoggedRequest): void {
    this.total += 1;
    this.routes.set(route, (this.routes.get(route) ?? 0) + 1);
    this.items.push(request);
    if (this.items.length > 2 * kept) this.items = this.items.slice(-kept);
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

/** What a handler returns when a plain 200 with JSON isn't it. */
export class HttpResponse {
  constructor(
    readonly status: number,
    readonly body?: unknown,
    /** Content type of a body that is text instead of JSON. */
    readonly type?: string,
  ) {}
}

export const created = (body?: unknown): HttpResponse => new HttpResponse(201, body);
export const nothing = (): HttpResponse => new HttpResponse(204);
export const text = (body: string, type: string): HttpResponse => new HttpResponse(200, body, type);

/**
 * A response that takes some of the emulator's time: `work` runs as a transaction of its own when
 * the time is over.
 */
export class Later {
  constructor(
    readonly milliseconds: number,
    readonly work: () => unknown,
  ) {}
}

type Shown<T> = Omit<T, "domain" | "hidden">;

/** A record as a response shows it: without what is the emulator's own. */
export function shown<T extends { readonly domain: string }>(record: T): Shown<T> {
  const { domain: _domain, hidden: _hidden, ...rest } = record as T & { readonly hidden?: object };
  return rest;
}

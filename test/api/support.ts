import { createApi, type Api, type ClientOptions } from "../../provider/api/client";
import type { Clock } from "../../provider/api/clock";
import { ApiError, type ErrorKind } from "../../provider/api/errors";
import type { Settings } from "../../provider/api/settings";
import type { ApiRequest, ApiResponse } from "../../provider/api/transport";

/** A clock that only advances while somebody sleeps, and a fixed random number. */
export class FakeClock implements Clock {
  /** Every delay that was requested, in milliseconds. */
  readonly pauses: number[] = [];
  private readonly start = Date.parse("2026-01-01T00:00:00Z");
  private elapsed = 0;

  constructor(private readonly chance = 0.5) {}

  now(): number {
    return this.start + this.elapsed;
  }
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(new Error("aborted"));
    this.pauses.push(milliseconds);
    this.elapsed += milliseconds;
    return Promise.resolve();
  }
  random(): number {
    return this.chance;
  }
  advance(seconds: number): void {
    this.elapsed += seconds * 1000;
  }
  get seconds(): number {
    return this.elapsed / 1000;
  }
}

export const settings: Settings = {
  address: "https://cm.example.com",
  username: "operator",
  password: "Pass-Word-1",
  insecureSkipTlsVerify: false,
  requestTimeoutSeconds: 60,
  maxRetries: 5,
  maxConcurrency: 16,
  individualReads: false,
  clusterLagSeconds: 0,
  movedFrom: [],
  formerStacks: [],
  forgetMissing: false,
};

export type FakeResponse = Partial<ApiResponse> | Error;
/** Responds to one call; `attempt` counts the calls with the same method and path from 0. */
export type Responder = (call: ApiRequest, attempt: number) => FakeResponse | Promise<FakeResponse>;

export interface FakeNetwork {
  api: Api;
  clock: FakeClock;
  /** Every call that would have been sent, including logins. */
  sent: ApiRequest[];
  /** The calls without logins, as `GET /path`. */
  names(): string[];
  logins(): ApiRequest[];
}

export const loginPath = "/auth/tokens/";

/**
 * A client with a fake network: `respond` handles every call; logins succeed unless it handles them
 * itself.
 */
export function fakeNetwork(
  respond: Responder,
  changes: Partial<Settings> = {},
  options: Pick<ClientOptions, "stop"> & { clock?: FakeClock } = {},
): FakeNetwork {
  const clock = options.clock ?? new FakeClock();
  const sent: ApiRequest[] = [];
  const send = async (call: ApiRequest): Promise<ApiResponse> => {
    const attempt = sent.filter(({ method, path }) => method === call.method && path === call.path).length;
    sent.push(call);
    // A real network never responds synchronously.
    await Promise.resolve();
    const response = await respond(call, attempt);
    if (response instanceof Error) throw response;
    return { status: 200, body: undefined, ...response };
  };
  const logins = () => sent.filter(({ path }) => path === loginPath);
  const names = () => sent.filter(({ path }) => path !== loginPath).map(({ method, path }) => `${method} ${path}`);
  return {
    api: createApi({ ...settings, ...changes }, { clock, send, stop: options.stop }),
    clock,
    sent,
    names,
    logins,
  };
}

/** Responds to logins with `jwt-1`, `jwt-2` and so on, and passes everything else to `respond`. */
export function loggedIn(respond: Responder, duration: number | undefined = 300): Responder {
  return (call, attempt) =>
    call.path === loginPath ? { body: { jwt: `jwt-${attempt + 1}`, duration } } : respond(call, attempt);
}

export function apiError(kind: ErrorKind, facts: Partial<ApiError["facts"]> = {}): ApiError {
  return new ApiError(`a failure of kind ${kind}`, { kind, call: "GET /x", ...facts });
}

/** The error that `work` rejects with; fails if it does not reject. */
export async function errorOf(work: Promise<unknown>): Promise<ApiError> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(ApiError);
  return outcome as ApiError;
}

export const bearer = (call: ApiRequest): string | undefined => call.headers?.authorization;

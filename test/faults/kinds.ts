/** What can go wrong with one request, and how a run of the matrix causes it. */

export interface Kind {
  readonly name: string;
  readonly what: string;
  /**
   * Whether the service processes the request: `never`; `always`; or `either`, drawn for each run, if a middlebox could
   * cause both.
   */
  readonly made: "never" | "always" | "either";
  /** False if it makes no difference to a request that changes nothing, or has no meaning there. */
  readonly onReads: boolean;
}

const kind = (name: string, what: string, made: Kind["made"] = "never", onReads = true): Kind => ({
  name,
  what,
  made,
  onReads,
});

export const kinds: readonly Kind[] = [
  kind("refused", "connection refused"),
  kind("reset", "reset while the TLS connection is made"),
  kind("dropped", "connection dropped before the service does anything"),
  kind("lost", "connection dropped after the service has done it: the response is lost", "always", false),
  kind("cut", "response cut in the middle", "always"),
  kind("page-200", "a web page with status 200", "either"),
  kind("page-404", "a web page with status 404"),
  kind("page-502", "a web page with status 502", "either"),
  kind("empty", "status 200 without a body", "either"),
  kind("null", "`null` in place of an object", "either"),
  kind("object", "`{}` in place of an object", "either"),
  kind("number", "a number in place of an object", "either"),
  kind("list", "a list in place of an object", "either"),
  kind("slow", "no response within the time limit of a request", "either"),
  kind("401", "401 for one request"),
  kind("expired", "401 until the client has logged in again"),
  kind("409", "409: the object is busy", "never", false),
  kind("429", "429 without Retry-After"),
  kind("429-after", "429 with Retry-After: 7"),
  kind("503", "503 without Retry-After", "either"),
  kind("503-after", "503 with Retry-After: 7"),
  kind("500", "500 before the service does anything; its text repeats the request"),
  kind("500-done", "500 after the service has done it; its text repeats the request", "always", false),
  kind("lag", "for one second reads get the response of a node that has not seen the change", "always", false),
  kind("restart", "the service restarts: every request is refused for 60 seconds"),
];

export const kindOf = (name: string): Kind => {
  const found = kinds.find((one) => one.name === name);
  if (!found) throw new Error(`there is no fault ${name}: ${kinds.map((one) => one.name).join(", ")}`);
  return found;
};

export const phases = ["create", "read", "update", "delete"] as const;
export type Phase = (typeof phases)[number];

/** One fault at one request of one phase; requests are counted from 0. */
export interface Fault {
  readonly phase: Phase;
  readonly request: number;
  readonly kind: string;
}

/** `create.3.lost`, as the command reads and prints it. */
export const textOf = ({ phase, request, kind: name }: Fault): string => `${phase}.${request}.${name}`;

export function faultOf(text: string): Fault {
  const [phase = "", request = "", ...rest] = text.split(".");
  const name = rest.join(".");
  kindOf(name);
  if (!phases.some((one) => one === phase) || !/^\d+$/.test(request))
    throw new Error(`"${text}" is no fault: write <phase>.<request>.<kind>, such as create.3.lost`);
  return { phase: phase as Phase, request: Number(request), kind: name };
}

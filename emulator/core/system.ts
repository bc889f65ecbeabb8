import type { ZodType } from "zod";
import type { Answer, Later } from "./answer";
import type { KeySource } from "../shared/key-sources";
import type { JsonObject } from "./fields";
import type { Call, Caller, Scope } from "./scope";
import type { Service } from "./service";

/** What a handler gives back: a value (200), nothing (204), or an Answer; a Later answers when its time is over. */
export type Result = Answer | Later | object | string | undefined | void;
export type Handler = (call: Call) => Result;

export interface Operation {
  readonly handler: Handler;
  /** True when the call needs no bearer token. */
  readonly open?: boolean;
}

/** Operations by method and path as `operations.tsv` writes them, such as "GET /cckm/aws/kms/{id}". */
export type Operations = Readonly<Record<string, Handler | Operation>>;

/** A system's part of the world: what exists behind the service, and how a test changes it behind the service's back. */
export interface WorldPart {
  /** The key of this part in a world file, and its name in /emulator/world/<name>. */
  readonly name: string;
  readonly schema: ZodType;
  /** The part that counts when the world file has none. */
  readonly initial: JsonObject;
  /** Makes the records of a part that the schema has accepted. */
  readonly seed: (scope: Scope, part: unknown) => void;
  readonly show: (scope: Scope) => object;
  /** What POST /emulator/world/<name>/<what> does; answers what it changed. */
  readonly changes: Readonly<Record<string, (scope: Scope, body: unknown) => object>>;
}

/** What a schedule does when its time comes. */
export interface ScheduledWork {
  readonly operation: string;
  readonly cloudName: string;
  /** Refuses parameters that this cloud can't work with. */
  readonly check?: (scope: Scope, params: JsonObject) => void;
  /** Does the work and says how long it takes, in milliseconds of the emulator's time, and what came of it. */
  readonly run: (scope: Scope, configId: string, params: JsonObject) => Outcome;
}

export interface Outcome {
  readonly milliseconds: number;
  readonly result: string;
  readonly error?: string;
}

/** A kind of login of POST /auth/tokens/. */
export type Grant = (call: Call) => Result;

/** Says which domain and caller a token stands for; a call without a valid one is refused. */
export type Authenticate = (service: Service, authorization: string | undefined) => { domain: string; caller: Caller };

/** Things of one system that other systems refer to; whoever uses one names itself. */
export type Used = {
  readonly type: "connection" | "job-config" | "vault-key" | "ca" | "certificate" | "group";
  readonly id: string;
};

/** One self-contained part of the service: a folder, and one line in `systems/index.ts`. */
export interface System {
  readonly name: string;
  readonly operations?: Operations;
  /** Operations that public clients use although `operations.tsv` doesn't list them. */
  readonly unlisted?: Operations;
  /** Called before every operation except open ones; throws to refuse it. */
  readonly guard?: (call: Call, operation: string) => void;
  readonly authenticate?: Authenticate;
  readonly grants?: Readonly<Record<string, Grant>>;
  /** Makes the records of a new service. */
  readonly seed?: (scope: Scope) => void;
  /** Called when a service with data comes back. */
  readonly resume?: (scope: Scope) => void;
  readonly world?: WorldPart;
  readonly schedules?: readonly ScheduledWork[];
  /** Planned work by name, as given to `Scope.plan`. */
  readonly work?: Readonly<Record<string, (scope: Scope, args: JsonObject) => void>>;
  /** Where keys for other systems can be taken from, by tier, such as "local". */
  readonly keySources?: Readonly<Record<string, KeySource>>;
  /** Names what uses that thing, such as `aws kms "prod"`. */
  readonly uses?: (scope: Scope, used: Used) => string[];
  /** Told of every call that changes something, or tries to. */
  readonly observe?: (event: WriteEvent) => void;
}

export interface WriteEvent {
  readonly scope: Scope;
  readonly operation: string;
  readonly caller: Caller;
  readonly address: string;
  readonly path: string;
  readonly status: number;
  readonly message: string;
}

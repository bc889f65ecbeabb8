import type { JsonObject } from "./fields";

/** How an emulator starts; everything is optional. */
export interface EmulatorOptions {
  /**
   * Port to listen on, 0 to 65535. 0 takes a free one; so does leaving it out, after trying the
   * port that `data` remembers.
   */
  port?: number;
  /** Name or address to listen on. Default 127.0.0.1. */
  host?: string;
  /**
   * Further names and addresses by which clients call it, such as the name of its container. A
   * request for any other is refused, so that no web page reaches it through a name of its own. New
   * data gets a certificate that holds them. Default: none.
   */
  allowedHosts?: readonly string[];
  /**
   * Folder that keeps everything, made if missing, for one emulator at a time. Default: nothing
   * outlives `close`.
   */
  data?: string;
  /**
   * What exists behind the service, as an object or the path of a JSON or YAML file. A part that is
   * left out keeps its default. It counts when `data` is new; a folder that is already in use goes
   * on with its own.
   */
  world?: JsonObject | string;
  /**
   * True when the trial licence is used up, so that only a bought licence opens cloud key
   * management. Default false.
   */
  unlicensed?: boolean;
  /**
   * Which connections may carry containers: `strict`, those whose last test succeeded; `lenient`,
   * also such as were never tested, if the world accepts their credentials. Counts when `data` is
   * new. Default: the world's, `strict` unless it says otherwise.
   */
  readiness?: "strict" | "lenient";
  /**
   * The version that the service says it is, such as `2.23.0`. Counts when `data` is new. Default:
   * the world's, 2.23.0 unless it says otherwise.
   */
  serviceVersion?: string;
  /**
   * True when the clock leaps over whatever a call has to wait for, so that connection tests and
   * the like take none of our time. Default false.
   */
  hurry?: boolean;
}

/** A running emulator. */
export interface Emulator {
  /** Where it listens, such as "https://127.0.0.1:40123". */
  readonly address: string;
  /** The user that always exists, with every right. */
  readonly username: string;
  readonly password: string;
  /** Path of the PEM file with the authority that signed the server's certificate. */
  readonly caCertificate: string;
  /** Every operation that the service has, and whether this emulator does it. */
  operations(): { operation: string; implemented: boolean }[];
  /** Moves the emulator's clock and runs everything that becomes due, as POST /emulator/clock does. */
  advance(seconds: number): Promise<void>;
  /** Back to the state of the first start, as POST /emulator/reset does. */
  reset(): Promise<void>;
  /** Stops serving; connections are cut, everything acknowledged is kept. */
  close(): Promise<void>;
}

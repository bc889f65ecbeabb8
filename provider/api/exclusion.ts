import { neverStop, type Clock } from "./clock";
import { pauser } from "./persist";
import type { Verbs } from "./verbs";

/** What exclusive work gets: no other request of this process is under way meanwhile. */
export interface Alone {
  /** Sends the requests of this work; all others of the process wait. */
  readonly api: Verbs;
  pause(milliseconds: number): Promise<void>;
  /** Milliseconds until its deadline. */
  left(): number;
  /** How many connections the other side has closed so far. */
  lost(): number;
}

/** Exclusive work. It does in one run all that was requested of it while it waited. */
export type Work<T> = (alone: Alone, wanted: readonly T[]) => Promise<void>;

type AnyWork = Work<never>;

interface Batch {
  readonly wanted: unknown[];
  readonly done: Promise<void>;
}

/** From the call to the end of the work, including the wait for other requests. */
const longest = 300_000;

/**
 * Keeps exclusive work, such as a restart of the service, apart from all other requests of the
 * process. The work waits for requests under way, and requests that begin later wait for its end.
 */
export class Exclusion {
  private underWay = 0;
  private whenIdle = () => {};
  private turn: Promise<void> = Promise.resolve();
  private turns = 0;
  private readonly waiting = new Map<AnyWork, Batch>();

  constructor(
    private readonly parts: Pick<Alone, "api" | "lost">,
    private readonly clock: Clock,
    private readonly stop: AbortSignal = neverStop.waits,
  ) {}

  /** Sends a request as soon as no work excludes it. */
  async pass<T>(send: () => Promise<T>): Promise<T> {
    while (this.turns > 0) await this.turn;
    this.underWay++;
    try {
      return await send();
    } finally {
      this.underWay--;
      if (this.underWay === 0) this.whenIdle();
    }
  }

  alone<T>(work: Work<T>, wanted: T): Promise<void> {
    const batch = this.waiting.get(work) ?? this.begin(work);
    batch.wanted.push(wanted);
    return batch.done;
  }

  private begin(work: AnyWork): Batch {
    const deadline = this.clock.now() + longest;
    const wanted: never[] = [];
    this.turns++;
    const done = this.turn
      .then(() => this.idle())
      .then(() => {
        this.waiting.delete(work);
        return work(this.room(deadline), wanted);
      });
    // Whoever is held back goes on, whatever came of the work.
    this.turn = done.then(
      () => void this.turns--,
      () => void this.turns--,
    );
    const batch = { wanted, done };
    this.waiting.set(work, batch);
    return batch;
  }

  /** Requests end by deadlines of their own. What their responses lead to may want the same work. */
  private async idle(): Promise<void> {
    if (this.underWay > 0) await new Promise<void>((resolve) => (this.whenIdle = resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }

  private room(deadline: number): Alone {
    return {
      ...this.parts,
      left: () => deadline - this.clock.now(),
      pause: pauser(this.clock, this.stop, () => "the wait was canceled"),
    };
  }
}

/**
 * A call of Pulumi's about one resource, as far as the protocol, or the host that speaks it, passes
 * it on.
 */
export interface ProviderCall {
  /**
   * URN of the resource, such as `urn:pulumi:dev::shop::…AwsKey::orders`; `undefined` if nothing in
   * this run tells it.
   */
  readonly urn?: string | undefined;
  /**
   * The same according to the state: as the last create or update knew it, before any rename or
   * move.
   */
  readonly recordedUrn?: string | undefined;
  /** The same according to the inputs that a diff compares: as the program told it, or the state. */
  declaredUrn?: string | undefined;
  /** The inputs that Pulumi has for it, if the call contains them. */
  readonly inputs?: Readonly<Record<string, unknown>> | undefined;
  /** The options that the state repeats: those of the last create or update, which may be older. */
  readonly recordedOptions?: unknown;
  /**
   * Whether the state of a resource that is read shows that the program manages it; without it, the
   * inputs do.
   */
  readonly isManaged?: boolean | undefined;
  /** How long the program lets the operation wait, if it says so. */
  readonly timeoutSeconds?: number | undefined;
  /** Set by a diff: the inputs that differ. */
  changes?: readonly Change[];
}

/** An input that differs. */
interface Change {
  readonly key: string;
  readonly isNew: boolean;
  readonly isGone: boolean;
  readonly replaces: boolean;
}

interface Struct {
  toJavaScript?(): Record<string, unknown>;
}
/** What the requests of Pulumi's protocol have in common. */
export interface ProtocolRequest {
  getUrn?(): string;
  getTimeout?(): number;
  getInputs?(): Struct | undefined;
  getOldInputs?(): Struct | undefined;
}
export interface ProtocolResponse {
  setDiffsList?(keys: readonly string[]): void;
  getDetaileddiffMap?(): { set(key: string, difference: unknown): void };
  setHasdetaileddiff?(has: boolean): void;
}
/** The class of Pulumi's protocol for one property of a diff. */
export interface PropertyDiffClass {
  new (): { setKind(kind: number): void; setInputdiff(isInput: boolean): void };
  Kind?: object;
}

/** A call, read from its request. */
export class CallUnderWay implements ProviderCall {
  changes?: readonly Change[];
  declaredUrn?: string | undefined;
  private converted: ProviderCall["inputs"];

  constructor(
    readonly urn: string,
    private request: ProtocolRequest | undefined,
  ) {}

  get timeoutSeconds(): number | undefined {
    return this.request?.getTimeout?.() || undefined;
  }

  /** Converted when they are needed: for a delete, that would take longer than all the rest. */
  get inputs(): ProviderCall["inputs"] {
    const { request } = this;
    this.converted ??= (request?.getInputs ?? request?.getOldInputs)?.call(request)?.toJavaScript?.();
    return this.converted;
  }

  /** Whatever outlasts the call, such as a promise that others wait for, keeps hold of this. */
  end(): void {
    this.request = undefined;
    this.converted = undefined;
  }
}

/**
 * Reports which inputs differ, in the two forms that Pulumi understands: `replaceOnChanges` reads
 * one, and only the other makes its display show that a secret changes.
 */
export function tell(
  response: ProtocolResponse,
  changes: readonly Change[] | undefined,
  PropertyDiff: PropertyDiffClass | undefined,
): void {
  if (!changes?.length) return;
  response.setDiffsList?.(changes.map(({ key }) => key));
  const differences = response.getDetaileddiffMap?.();
  if (!PropertyDiff?.Kind || !differences || !response.setHasdetaileddiff) return;
  const kinds = PropertyDiff.Kind as Readonly<Record<string, number>>;
  for (const { key, isNew, isGone, replaces } of changes) {
    const kind = `${isNew ? "ADD" : isGone ? "DELETE" : "UPDATE"}${replaces ? "_REPLACE" : ""}`;
    const difference = new PropertyDiff();
    difference.setKind(kinds[kind]!);
    difference.setInputdiff(true);
    differences.set(key, difference);
  }
  response.setHasdetaileddiff(true);
}

/** Does the work of one call. The response of a diff then says which inputs differ. */
export async function attend<T extends object>(
  urn: string,
  request: ProtocolRequest,
  work: (call: ProviderCall) => Promise<T>,
  PropertyDiff: PropertyDiffClass,
): Promise<T> {
  const current = new CallUnderWay(urn, request);
  try {
    const response = await work(current);
    tell(response, current.changes, PropertyDiff);
    return response;
  } finally {
    current.end();
  }
}

/** Name of a resource in its program. */
export function nameIn(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

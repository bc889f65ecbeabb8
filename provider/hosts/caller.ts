import { isDeepStrictEqual } from "node:util";
import { ResourceError } from "../lifecycle/vocabulary/failure";
import type { Bag } from "../lifecycle/vocabulary/definition";
import type { Difference } from "../lifecycle/values/diff";
import type { Owner } from "../lifecycle/evidence/mark";
import type { Resource } from "../lifecycle/claims/claim";
import { optionsOf, type Options } from "../lifecycle/values/options";
import { nameIn, type ProviderCall } from "./calls";
import { ownerOf } from "./owner";
import { optionsKey, providerKey } from "../lifecycle/vocabulary/hiddenKeys";

/** What the calls of this run have told of a resource, whatever its object. */
interface Mention {
  /** The program declares it; false once a refresh has read it, and compares what it has read. */
  readonly isDeclared?: boolean;
  /** The options that the stack had recorded of it. */
  readonly recorded?: Options;
  /** Its object was taken over in this run. */
  readonly isImported?: boolean;
}

/**
 * What the calls of this process tell of the resources that the program declares, and of their
 * stack.
 */
export class Caller {
  /** By URN, which is empty for those that the program declares without telling which they are. */
  private readonly mentions = new Map<string, Mention>();
  private stack: { readonly urn: string; readonly organization?: string | undefined } | undefined;

  self({ urn = "", recordedUrn = urn }: ProviderCall): Resource {
    return { urn, name: nameIn(urn || recordedUrn) };
  }

  /**
   * The owner of the object that the calling resource describes; `undefined` while its name is not
   * known.
   */
  owner({ urn }: ProviderCall, organization?: string): Owner | undefined {
    return urn === undefined ? undefined : ownerOf(urn, organization);
  }

  /** Notes which stack this run is for: this resource is one of its. */
  learn(urn: string, organization = this.stack?.organization): void {
    this.stack = { urn, organization };
  }

  /**
   * A resource of the stack that this run is for, and the stack's organization, as far as they are
   * known.
   */
  get home(): { readonly urn?: string; readonly organization?: string | undefined } {
    return this.stack ?? {};
  }

  /**
   * Notes that the program declares the calling resource; `olds` are the inputs that the stack has
   * recorded, `news` those of the program.
   */
  declare({ urn }: ProviderCall, olds: Bag, news: Bag): void {
    if (urn === undefined) return this.mention("", { isDeclared: true });
    this.learn(urn, optionsOf(news).organization);
    this.mention(urn, { isDeclared: true, recorded: optionsOf(olds) });
  }

  private mention(urn: string, more: Mention): void {
    this.mentions.set(urn, { ...this.mentions.get(urn), ...more });
  }

  /**
   * False for a resource that the program only reads, which has no inputs. A call without any is
   * for one that it manages.
   */
  isManaged({ inputs, isManaged = true }: ProviderCall): boolean {
    return inputs ? Object.keys(inputs).some((key) => key !== providerKey) : isManaged;
  }

  /** Notes that the calling resource is refreshed; `state` is its state in the stack. */
  noteRead({ urn, recordedUrn = "", inputs }: ProviderCall, state: Bag): void {
    const isImported = inputs === undefined && Object.keys(state).length === 0;
    if (urn !== undefined) return this.mention(urn, { isDeclared: false, ...(isImported && { isImported }) });
    // What the program declares may have the former name of another resource, or tell none.
    if (!this.mentions.get(recordedUrn)?.isDeclared) this.mention(recordedUrn, { isDeclared: false });
  }

  isImported({ urn = "" }: ProviderCall): boolean {
    return this.mentions.get(urn)?.isImported === true;
  }

  /** True if the program declares the calling resource, or one that it does not tell. */
  isDeclared({ urn = "", declaredUrn = urn }: ProviderCall): boolean {
    return [urn, declaredUrn, ""].some((one) => this.mentions.get(one)?.isDeclared);
  }

  /** True if a refresh has read the calling resource since the program has declared it, if it has. */
  isRead({ urn = "" }: ProviderCall): boolean {
    return this.mentions.get(urn)?.isDeclared === false;
  }

  /**
   * Whether the stack has recorded the option `retainOnDelete` of the calling resource; `undefined`
   * if that is not known.
   */
  isRetained({ urn = "", inputs }: ProviderCall): boolean | undefined {
    const options = inputs ? optionsOf(inputs) : this.mentions.get(urn)?.recorded;
    return options && options.retains === true;
  }

  /**
   * What protects an object knows the resource by its name: a replacement of one without is
   * refused.
   */
  refuseUnnamed(type: string, { urn }: ProviderCall, { replaces }: Difference): void {
    if (urn !== undefined || replaces.length === 0) return;
    throw new ResourceError(
      `replacing a resource of the type ${type} was refused: a change of ${replaces.join(", ")} forces replacement, and the program does ` +
        "not tell the provider which resource this is. The program uses another version of pulumi-ciphertrust than the one that is " +
        "installed. Install one version, bundle none into the program, and run `pulumi up` again.",
    );
  }

  /**
   * The inputs that a refresh records: those that it found, with the options that the stack has
   * hidden among them, which must not be dropped. Where the call does not tell these: as long as
   * nothing differs from the state, whose inputs are `before`, they stay as they are (`undefined`);
   * otherwise they are those that the state repeats.
   */
  inputsFound({ inputs, recordedOptions }: ProviderCall, found: Bag, before: () => Bag): Bag | undefined {
    if (!inputs && isDeepStrictEqual(found, before())) return undefined;
    const options = inputs ? inputs[optionsKey] : recordedOptions;
    return options === undefined ? found : { ...found, [optionsKey]: options };
  }

  /** Tells Pulumi which inputs differ, which its host does not pass on. */
  tellChanges(call: ProviderCall, { changed, replaces }: Difference, wanted: Bag): void {
    call.changes = changed.map((key) => ({
      key,
      isNew: call.inputs !== undefined && call.inputs[key] === undefined,
      isGone: wanted[key] === undefined,
      replaces: replaces.includes(key),
    }));
  }
}

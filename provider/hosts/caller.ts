import { isDeepStrictEqual } from "node:util";
import type { Bag } from "../lifecycle/definition";
import type { Difference } from "../lifecycle/diff";
import type { Owner } from "../lifecycle/mark";
import type { Neighbors, Self } from "../lifecycle/neighbors";
import { optionsKey } from "../lifecycle/options";
import { serviceKey } from "../lifecycle/presence";
import { nameIn, type Call } from "./calls";
import { ownerOf } from "./owner";

/** The hidden property of a dynamic resource that refers to its code. */
export const providerKey = "__provider";

/**
 * Which resource a call of Pulumi is for, and whether its program declares it. The very first call loads this
 * code, before it can listen, and is `undefined` here: until its next call, that resource has no name.
 */
export class Caller {
  /** Resources that the program declares in this run: a diff of any other is that of a refresh. */
  private readonly declared = new Set<string>();
  /** Resources whose objects were taken over in this run. */
  private readonly imported = new Set<string>();
  private isFirstDeclared = false;
  private isFirstManaged = true;

  constructor(
    private readonly neighbors: Neighbors,
    private readonly isListening: boolean,
  ) {}

  /** `undefined` where calls cannot be listened to. */
  self(call: Call | undefined): Self | undefined {
    if (!call) return this.isListening ? { urn: "", name: "" } : undefined;
    return { urn: call.urn, name: nameIn(call.urn) };
  }

  /** False for a resource that the program only reads, which has no inputs. A call without any is for one that it manages. */
  isManaged(call: Call | undefined): boolean {
    if (!call) return this.isListening && this.isFirstManaged;
    return call.inputs === undefined || Object.keys(call.inputs).some((key) => key !== providerKey);
  }

  /** The owner of the object that the calling resource describes; `undefined` while its name is not known. */
  owner(call: Call | undefined, organization?: string): Owner | undefined {
    return call && ownerOf(call.urn, organization);
  }

  /** Notes that the program declares the calling resource. */
  declare(call: Call | undefined): void {
    if (call) this.declared.add(call.urn);
    else this.isFirstDeclared = true;
  }

  /** Notes that the calling resource is refreshed; `state` is its state in the stack. */
  noteRead(call: Call | undefined, state: Bag): void {
    if (call && Object.keys(state).length === 0 && call.inputs === undefined) this.imported.add(call.urn);
    if (call) this.declared.delete(call.urn);
    else this.isFirstManaged = serviceKey in state;
  }

  isImported(call: Call | undefined): boolean {
    return this.imported.has(call?.urn ?? "");
  }

  /**
   * The inputs that a refresh records: those that it found, with the options that the stack has hidden among them, which
   * must not be dropped. Those of the very first call cannot be seen: as long as nothing differs from the state, whose inputs
   * are `before`, they stay as they are (`undefined`).
   */
  inputsFound(call: Call | undefined, found: Bag, before: () => Bag): Bag | undefined {
    if (!call) return isDeepStrictEqual(found, before()) ? undefined : found;
    const options: unknown = call.inputs?.[optionsKey];
    return options === undefined ? found : { ...found, [optionsKey]: options };
  }

  /** True if the program declares the calling resource. The first call without that information is the very first one. */
  isDeclared(call: Call | undefined): boolean {
    if (!call || this.declared.has(call.urn)) return call !== undefined;
    if (!this.isFirstDeclared) return false;
    this.isFirstDeclared = false;
    this.declare(call);
    this.neighbors.reveal(this.self(call)!);
    return true;
  }

  /** Tells Pulumi which inputs differ, which its host does not pass on. */
  tellChanges(call: Call | undefined, { changed, replaces }: Difference, wanted: Bag): void {
    if (!call) return;
    call.changes = changed.map((key) => ({
      key,
      isNew: call.inputs !== undefined && call.inputs[key] === undefined,
      isGone: wanted[key] === undefined,
      replaces: replaces.includes(key),
    }));
  }
}

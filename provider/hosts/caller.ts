import type { Bag } from "../engine/definition";
import type { Difference } from "../engine/diff";
import type { Owner } from "../engine/mark";
import type { Neighbors, Self } from "../engine/neighbors";
import { serviceKey } from "../engine/presence";
import { currentCall, listen, nameIn } from "./calls";
import { ownerOf } from "./owner";

/**
 * For which resource Pulumi calls, and whether its program declares it. The very first call is the one that loads this
 * code, before anybody could listen: until its next call, that resource has no name.
 */
export class Caller {
  private readonly isListening: boolean;
  /** Resources that the program declares in this run: what a diff finds of others is what a refresh found. */
  private readonly declared = new Set<string>();
  private isFirstDeclared = false;
  private isFirstManaged = true;

  constructor(
    private readonly neighbors: Neighbors,
    onCancel: () => void,
  ) {
    this.isListening = listen(onCancel);
  }

  /** `undefined` where calls cannot be listened to. */
  self(): Self | undefined {
    const call = currentCall();
    if (!call) return this.isListening ? { urn: "", name: "", managed: this.isFirstManaged } : undefined;
    // What a program only reads has no inputs of its own; calls without any inputs are about what it manages.
    const managed = call.inputs === undefined || Object.keys(call.inputs).some((key) => key !== "__provider");
    return { urn: call.urn, name: nameIn(call.urn), managed };
  }

  /** Who makes what the resource that calls describes; `undefined` as long as its name is not known. */
  owner(organization?: string): Owner | undefined {
    const call = currentCall();
    return call && ownerOf(call.urn, organization);
  }

  /** The program declares the resource that calls. */
  declare(): void {
    const call = currentCall();
    if (call) this.declared.add(call.urn);
    else this.isFirstDeclared = true;
  }

  /** A refresh looks at the resource that calls; `state` is what the stack has of it. */
  noteRead(state: Bag): void {
    const call = currentCall();
    if (call) this.declared.delete(call.urn);
    else this.isFirstManaged = serviceKey in state;
  }

  /** True when the program declares the resource that calls. The first that asks without having said so is the very first. */
  isDeclared(): boolean {
    const call = currentCall();
    if (!call || this.declared.has(call.urn)) return call !== undefined;
    if (!this.isFirstDeclared) return false;
    this.isFirstDeclared = false;
    this.declare();
    this.neighbors.reveal(this.self()!);
    return true;
  }

  /** Lets Pulumi know which inputs a diff found to differ, which its host does not pass on. */
  tellChanges({ changed, replaces }: Difference, wanted: Bag): void {
    const call = currentCall();
    if (!call) return;
    call.changes = changed.map((key) => ({
      key,
      isNew: call.inputs !== undefined && call.inputs[key] === undefined,
      isGone: wanted[key] === undefined,
      replaces: replaces.includes(key),
    }));
  }
}

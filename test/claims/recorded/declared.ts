import type { Bag, Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { resourceLabel } from "../../../provider/lifecycle/claims/ownership";
import { placeOf } from "./place";

/** What the program has declared in this run, by now, and which objects that leaves. */
export class Declared {
  /** Types and names of resources. */
  private readonly names = new Set<string>();
  /** The objects of resources, or those that they are about to leave. By URN. */
  private readonly objects = new Map<string, string>();
  /** Resources that are about to get another object. By URN. */
  readonly replaced = new Set<string>();
  /** Objects that no resource has, and that the user was told of. */
  private readonly mentioned = new Set<string>();

  add({ type }: Definition, name: string): void {
    this.names.add(resourceLabel({ type, name }));
  }

  /** True for a resource of this type and name, in any component. */
  has({ type }: Definition, name: string): boolean {
    return this.names.has(resourceLabel({ type, name }));
  }

  /** Records that a resource keeps its object, unless the plan says otherwise. */
  keep(urn: string): void {
    this.replaced.delete(urn);
  }

  /** Records that the object of a resource, whichever it is, is about to be replaced. */
  replace(urn: string): void {
    this.replaced.add(urn);
  }

  /** Records the object that a resource has from now on. */
  hold(urn: string, object: string): void {
    this.objects.set(urn, object);
  }

  /** True for a resource that has, or will have, another object than this one. */
  isReplaced(urn: string, definition: Definition, id: string, known: Bag): boolean {
    const now = this.objects.get(urn);
    return this.replaced.has(urn) || (now !== undefined && now !== placeOf(definition, id, known).object);
  }

  /**
   * Notes that the user is told of an object that no resource has; returns whether it is the first
   * time.
   */
  mention(definition: Definition, id: string, known: Bag): boolean {
    const { object } = placeOf(definition, id, known);
    const isFirst = !this.mentioned.has(object);
    this.mentioned.add(object);
    return isFirst;
  }
}

import type { Bag, Definition, Failure } from "../vocabulary/definition";
import { placesOf } from "../values/diff";
import type { Claimant, Resource } from "./claim";
import { resourceLabel } from "./ownership";

/** Values that the service requires to be unique, as resources of the program claim them. */
export class UniqueValues {
  private readonly claimants = new Map<string, Claimant>();
  private readonly claimed = new Map<string, readonly string[]>();

  /** Claims what the inputs describe; reports what another resource has claimed already. */
  claim({ urn, name }: Resource, definition: Definition, inputs: Bag): Failure[] {
    for (const value of this.claimed.get(urn) ?? []) this.claimants.delete(value);
    const places = placesOf(definition, inputs);
    const failures = places.flatMap(({ set, values, place }) => {
      const other = this.claimants.get(place);
      if (!other || other.urn === urn) return [];
      // Of a list, the common item.
      const shown = set.map((key, at) => (Array.isArray(inputs[key]) ? values[at] : inputs[key]));
      const what = set.map((key, at) => `${key} ${JSON.stringify(shown[at])}`).join(", ");
      return [
        {
          property: set.at(-1)!,
          reason: `${resourceLabel(other)} of this program has the same ${what}: declare it once`,
        },
      ];
    });
    const own = places.map(({ place }) => place).filter((place) => !this.claimants.has(place));
    for (const place of own) this.claimants.set(place, { urn, name, type: definition.type });
    this.claimed.set(urn, own);
    return failures;
  }

  /**
   * Another resource of the program that describes an object with these properties. One whose URN
   * is not known may be the same.
   */
  claimantOf(urn: string, definition: Definition, properties: Bag): Claimant | undefined {
    const claimants = placesOf(definition, properties).flatMap(({ place }) => this.claimants.get(place) ?? []);
    return claimants.find((one) => ![urn, ""].includes(one.urn) && urn !== "");
  }
}

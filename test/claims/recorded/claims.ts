import type { Bag, Definition, Failure } from "../../../provider/lifecycle/vocabulary/definition";
import { placesOf } from "../../../provider/lifecycle/values/diff";
import { resourceLabel } from "../../../provider/lifecycle/claims/ownership";

interface Claimant {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
}

/** Values that the service requires to be unique, as resources of the program claim them. */
export class Claims {
  private readonly places = new Map<string, Claimant>();
  private readonly placesByUrn = new Map<string, readonly string[]>();

  /** Claims what the inputs describe; reports what another resource has claimed already. */
  claim(self: Omit<Claimant, "type">, definition: Definition, inputs: Bag): Failure[] {
    for (const place of this.placesByUrn.get(self.urn) ?? []) this.places.delete(place);
    const places = placesOf(definition, inputs);
    const failures = places.flatMap(({ set, values, place }) => {
      const other = this.places.get(place);
      if (!other || other.urn === self.urn) return [];
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
    const mine = places.map(({ place }) => place).filter((place) => !this.places.has(place));
    const claimant = { urn: self.urn, name: self.name, type: definition.type };
    for (const place of mine) this.places.set(place, claimant);
    this.placesByUrn.set(self.urn, mine);
    return failures;
  }

  /**
   * Another resource of the program that describes an object with these properties. One whose URN
   * is not known may be the same.
   */
  claimantOf(urn: string, definition: Definition, properties: Bag): Claimant | undefined {
    const claimants = placesOf(definition, properties).flatMap(({ place }) => this.places.get(place) ?? []);
    return claimants.find((one) => ![urn, ""].includes(one.urn) && urn !== "");
  }
}

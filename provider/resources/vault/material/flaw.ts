/** What is wrong with `material` or an argument beside it. Its text never contains a value. */
export class Flaw extends Error {
  override readonly name = "Flaw";

  constructor(
    readonly property: string,
    readonly reason: string,
  ) {
    super(`${property} ${reason}`);
  }
}

/** Throws unless what the material is agrees with what an argument says, if that is given. */
export function needSame(property: string, held: number, said: number | undefined, unit = ""): void {
  if (said === undefined || said === held) return;
  throw new Flaw("material", `has ${held}${unit}, and ${property} says ${said}: correct one of them`);
}

import type { Api, Wire } from "../../../provider/api/client";
import { ifFound } from "../../../provider/api/errors";
import { idOf, itemPath } from "../../../provider/lifecycle/vocabulary/record";
import { ResourceError } from "../../../provider/lifecycle/vocabulary/failure";
import { domain as definition } from "../../../provider/resources/identity/domain";
import { blindOf, inventory, isLeft, kindsOf } from "./inventory";
import { markedRunOf } from "./mark";

/** The domain that a run works in. */

export { definition as domainDefinition };

/** The domain of that name, as the root domain shows it. */
export async function findDomain(root: Api, name: string): Promise<Wire | undefined> {
  const found = (await root.list(definition.path, { name })).find((one) => one.name === name);
  return found && ifFound(root.get(itemPath(definition, idOf(definition, found))));
}

/** True for a domain that a run made for itself. */
export const isMadeByVerify = (domain: Wire): boolean => markedRunOf(definition, domain) !== undefined;

/** Refuses to work where anything is: whatever a run did wrong there would concern somebody. */
export async function refuseUsed(inside: Api, domain: Wire, name: string): Promise<void> {
  const held = await inventory(inside, idOf(definition, domain));
  const { items } = held;
  const blind = blindOf(held);
  if (items.length === 0 && blind === undefined) return;
  const left = items.filter(isLeft);
  const advice =
    left.length === items.length && blind === undefined
      ? `All of it is of another run. If that is at work, wait until it has ended. If it was killed, remove what it left with  pulumi-ciphertrust verify --clean --domain ${name}.`
      : "Give the name of a domain that does not exist yet, and it is made for the run; or of an empty one.";
  const shown = [items.length > 0 ? kindsOf(items) : undefined, blind].filter(Boolean).join(", and ");
  throw new ResourceError(
    `verifying in the domain "${name}" was refused: it is not ${items.length > 0 ? "" : "known to be "}empty, it has ${shown}. Nothing was changed. ${advice}`,
  );
}

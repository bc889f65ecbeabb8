import { ServiceError } from "../../core/errors";
import type { Operations, Scope, System, Used } from "../../core/scope";
import { externalCas, localCas } from "../ca/records";
import { interfaceOperations } from "./interfaces";
import { interfaces, seedWeb, start, webOf } from "./record";
import { restart, serviceOperations } from "./services";
import { interfacesWorld } from "./world";

/** The authority that signed the web certificate is trusted from the beginning. */
function seed(scope: Scope): void {
  seedWeb(scope, { local: scope.all(localCas).map(({ uri }) => uri), external: [] });
}

/** Data of an earlier version, in which every authority was trusted, keeps working. */
function resume(scope: Scope): void {
  const uris = (kind: typeof localCas | typeof externalCas) => scope.all(kind as typeof localCas).map(({ uri }) => uri);
  if (webOf(scope) === undefined) seedWeb(scope, { local: uris(localCas), external: uris(externalCas) });
  for (const one of scope.all(interfaces)) start(scope, one);
}

function uses(scope: Scope, { type, id }: Used): string[] {
  if (type !== "ca") return [];
  const uri = (scope.get(localCas, id) ?? scope.get(externalCas, id))?.uri ?? "";
  return scope.service.root.all(interfaces).flatMap(({ name, trusted_cas: { local, external } }) => {
    return local.includes(uri) || external.includes(uri) ? [`interface "${name}"`] : [];
  });
}

/** The appliance has its interfaces from the start. */
const missing = (operation: string): Operations => ({
  [operation]: {
    open: true,
    handler: () => {
      throw new ServiceError("notImplemented", `${operation} is not implemented by the emulator`);
    },
  },
});

/** Network interfaces of the appliance, and the services behind them. */
export const networkInterfaces: System = {
  name: "interfaces",
  unlisted: {
    ...interfaceOperations,
    ...serviceOperations,
    ...missing("POST /configs/interfaces/"),
    ...missing("DELETE /configs/interfaces/{interface}"),
  },
  world: interfacesWorld,
  work: { restart: (scope, { services }) => restart(scope, services as readonly string[]) },
  seed,
  resume,
  uses,
};

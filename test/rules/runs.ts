import type { FormerStack } from "../../provider/api/settings";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { FakeService, stage } from "./fakeService";
import { box } from "./shapes";

/** Runs of programs on one service, each with a stack of its own. */

export interface Caller {
  name: string;
  organization: string | undefined;
  project: string;
  stack: string;
  backend: string;
  isFile: boolean;
  former: readonly FormerStack[];
  /** Whether the host tells which stack calls. */
  isTold: boolean;
  isImported: boolean;
}

const usual = {
  name: "one",
  organization: "acme" as string | undefined,
  project: "shop",
  stack: "dev",
  backend: "0123456789ab",
  isFile: false,
  former: [] as readonly FormerStack[],
  isTold: true,
};

/** Runs of one program, one after the other, on one service. */
export function begin(definition: Definition = box, service = new FakeService(definition === box)) {
  service.put("/accounts/a-1", { name: "acme", state: "ready" });
  /** A separate run: it only knows the state that it is given. */
  const run = ({ isImported = false, ...other }: Partial<Caller> = {}) => {
    const { name, organization, project, stack, backend, isFile, former, isTold } = { ...usual, ...other };
    const { clock, stop, log } = stage(service);
    const ledger = new Ledger();
    const self = { urn: `urn:pulumi:${stack}::${project}::Box::${name}`, name };
    const life = new Lifecycle(
      definition,
      () => ({ api: service, clock, stop: stop.signal, log: (text) => void log.push(text) }),
      {
        ledger,
        self: () => self,
        isManaged: () => true,
        isImported: () => isImported,
        owner: () => ({ name: `${organization ?? "acme"}/${project}/${stack}/Box/${name}`, backend }),
        home: () => ({
          stack: isTold ? { organization, project, stack } : undefined,
          backend,
          isFile,
          former,
        }),
      },
    );
    return { life, log };
  };
  const boxes = () => [...service.objects.keys()].filter((path) => path.startsWith("/boxes/"));
  return { service, run, boxes };
}

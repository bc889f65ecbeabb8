import { body, text } from "../../core/body";
import type { Kind } from "../../core/record";
import { outside, type Scope } from "../../core/scope";
import { second } from "../../core/time";
import { credentials, type ConnectionService, type Credentials, type Opens } from "../connections";
import { nodes, nodesIn, type Node, type Trust } from "../nodes";
import type { Manager, ManagerUser } from "./managers";

/** How connections open key managers. */

/** How the managers of one make are connected to. */
export interface ManagerService {
  readonly service: string;
  readonly managers: Kind<Manager>;
  readonly trust: Trust;
  /** Name of the setting that says which domain to log in to. */
  readonly domainField: string;
  /** Why a node that presents this certificate is not trusted, if so. */
  readonly distrust: (scope: Scope, node: Node, presented: string) => string | undefined;
  /**
   * Nodes of different managers, a manager that is not ready yet, and a wrong user name or
   * password.
   */
  readonly refusals: { readonly mixed: string; readonly starting: string; readonly login: string };
  /** Why the user may not log in to that domain, or needs one. */
  readonly refusedDomain: (scope: Scope, manager: Manager, user: ManagerUser, wanted?: string) => string | undefined;
}

/** The connections of one make of managers. */
export function managerConnection(make: ManagerService): ConnectionService & Opens<Manager> {
  const settings = body({
    username: text.required,
    nodes: nodes(make.trust).required,
    [make.domainField]: text.clearable,
  });
  return {
    service: make.service,
    category: "key-manager",
    read: credentials(settings, body({ password: text.required })),
    open: (scope, opening, createdAt) => open(make, scope, opening, createdAt),
    testSeconds: (scope, { settings: { nodes: named } }) => {
      const hostname = nodesIn({ nodes: named })[0]?.hostname ?? "";
      return scope.in(outside).by(make.managers, "hostname", hostname)[0]?.testSeconds;
    },
  };
}

function open(make: ManagerService, scope: Scope, credential: Credentials, createdAt: number): Manager | string {
  const { settings, secrets } = credential;
  const found = nodesIn(settings).map((node) => managerAt(make, scope, node));
  const refused = found.find((one) => typeof one === "string");
  if (refused !== undefined) return refused;
  const [manager, ...others] = found as Manager[];
  if (manager === undefined) return "the connection has no nodes";
  if (others.some(({ id }) => id !== manager.id)) return make.refusals.mixed;
  if (scope.now < createdAt + manager.readyAfterSeconds * second) return make.refusals.starting;
  const user = manager.users.find(({ username }) => username === settings["username"]);
  if (user === undefined || user.password !== secrets["password"]) return make.refusals.login;
  return make.refusedDomain(scope, manager, user, settings[make.domainField] as string | undefined) ?? manager;
}

function managerAt(make: ManagerService, scope: Scope, node: Node): Manager | string {
  const manager = scope.in(outside).by(make.managers, "hostname", node.hostname)[0];
  if (manager === undefined) return `dial tcp: lookup ${node.hostname}: no such host`;
  const presented = manager.nodes.find(({ hostname }) => hostname === node.hostname)?.certificate ?? "";
  return make.distrust(scope, node, presented) ?? manager;
}

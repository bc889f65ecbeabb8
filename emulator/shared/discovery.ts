import { counted } from "../core/counted";
import { invalid, ServiceError } from "../core/errors";
import { Fields, type JsonObject } from "../core/fields";
import type { Scope, Outcome, ScheduledWork } from "../core/scope";
import { connections, type Connection } from "./connections";
import type { Acl } from "./acls";

/** A container that a connection sees. */
interface Discovered {
  readonly name: string;
  /** True when the service has it already. */
  readonly known: boolean;
  readonly add: () => void;
}

/** How one cloud's containers are found. All clouds share what a run does with them. */
export interface Discovery {
  readonly cloudName: string;
  /** The connections' service, such as "azure". */
  readonly service: string;
  /** Throws ServiceError when the connection does not open the cloud. */
  readonly look: (scope: Scope, connection: Connection, params: JsonObject, acls: readonly Acl[]) => Discovered[];
}

function connectionOf(scope: Scope, { service }: Discovery, params: JsonObject): Connection {
  const reference = new Fields(params, "cckm_add_containers_params.").requiredText("connection");
  const found = scope.find(connections, reference);
  if (found?.service !== service) throw invalid(`connection: there is no ${service} connection ${reference}`);
  return found;
}

/** Who may do what in the containers that are added. */
function aclsOf(params: JsonObject): Acl[] {
  return (new Fields(params).objects("acls") ?? []).map((entry) => {
    const actions = entry.texts("actions") ?? [];
    const [user_id, group] = [entry.text("user_id"), entry.text("group")];
    return { ...(user_id === undefined ? {} : { user_id }), ...(group === undefined ? {} : { group }), actions };
  });
}

function discover(scope: Scope, discovery: Discovery, params: JsonObject): string {
  const connection = connectionOf(scope, discovery, params);
  const found = discovery.look(scope, connection, params, aclsOf(params)).filter(({ known }) => !known);
  const names = found.map(({ name }) => name).join(", ");
  if (new Fields(params).flag("discover_only") ?? false) return `${counted(found.length, "container")} found: ${names}`;
  for (const { add } of found) add();
  return `${counted(found.length, "container")} added: ${names}`;
}

/** The schedule on which containers of that cloud are looked for. */
export function containerDiscovery(discovery: Discovery): ScheduledWork {
  return {
    operation: "cckm_add_containers",
    cloudName: discovery.cloudName,
    check: (scope, params) => void connectionOf(scope, discovery, params),
    run: (scope, _config, params): Outcome => {
      try {
        return { milliseconds: 500, result: scope.service.store.attempt(() => discover(scope, discovery, params)) };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return { milliseconds: 500, result: "", error: error.message };
      }
    },
  };
}

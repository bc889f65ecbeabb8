import type { Fields, JsonObject } from "../../core/fields";
import { outside, type Scope } from "../../core/scope";
import { second } from "../../core/time";
import { sameCertificate } from "../../shared/certificates";
import { nodesIn, readNodes, type Node } from "../../shared/nodes";
import type { ConnectionService, Credentials } from "../connections/service";
import { managers, remoteDomains, type Manager } from "./manager";
import { servers } from "./servers";

function read(body: Fields, before: Credentials | undefined): Credentials {
  const settings: JsonObject = { ...before?.settings };
  settings["username"] = body.text("username") ?? settings["username"] ?? body.missing("username");
  settings["nodes"] = readNodes(body, "optional", before === undefined ? undefined : nodesIn(settings));
  if (body.sent("domain")) settings["domain"] = body.text("domain");
  const password = body.text("password") ?? before?.secrets["password"] ?? body.missing("password");
  return { settings, secrets: { password } };
}

/** The other manager that these credentials open, or why it refuses them. */
export function openManager(scope: Scope, { settings, secrets }: Credentials, createdAt: number): Manager | string {
  const found = nodesIn(settings).map((node) => managerAt(scope, node));
  const refused = found.find((one) => typeof one === "string");
  if (typeof refused === "string") return refused;
  const manager = found[0];
  if (manager === undefined || typeof manager === "string") return "the connection has no nodes";
  if (found.some((one) => (one as Manager).id !== manager.id)) return "the nodes belong to different clusters";
  if (scope.now < createdAt + manager.readyAfterSeconds * second)
    return "503: NCERRServiceUnavailable: services are starting";
  const user = manager.users.find(({ username }) => username === settings["username"]);
  if (user?.password !== secrets["password"]) return "401: NCERRUnauthorizedAccess: Wrong username or password.";
  const wanted = settings["domain"] as string | undefined;
  const all = scope.in(outside).by(remoteDomains, "manager", manager.id);
  if (wanted === undefined || all.some(({ name }) => name === wanted)) return manager;
  return `401: NCERRUnauthorizedAccess: the user is not in the domain ${wanted}`;
}

/** A node is trusted by its own certificate, or by the server that names it, or by a CA of that server. */
function managerAt(scope: Scope, { hostname, server_certificate }: Node): Manager | string {
  const manager = scope.in(outside).by(managers, "hostname", hostname)[0];
  if (manager === undefined) return `dial tcp: lookup ${hostname}: no such host`;
  const presented = manager.nodes.find((node) => node.hostname === hostname)?.certificate ?? "";
  const server = scope.by(servers, "hostname", hostname)[0];
  const known = server_certificate ?? server?.nodes.find((node) => node.hostname === hostname)?.server_certificate;
  const trusted = known !== undefined && sameCertificate(known, presented);
  if (trusted || (server?.trusted_cas.length ?? 0) > 0) return manager;
  return `x509: certificate of ${hostname} signed by unknown authority`;
}

export const cmConnection: ConnectionService = {
  service: "cm",
  category: "key-manager",
  products: ["cckm"],
  read,
  test: (scope, credentials, createdAt) => {
    const hostname = nodesIn(credentials.settings)[0]?.hostname ?? "";
    return {
      seconds: scope.in(outside).by(managers, "hostname", hostname)[0]?.testSeconds ?? 0.05,
      judge: () => {
        const opened = openManager(scope, credentials, createdAt);
        return typeof opened === "string" ? opened : undefined;
      },
    };
  },
};

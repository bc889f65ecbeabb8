import { outside } from "../../core/scope";
import { sameCertificate } from "../../shared/certificates";
import { managerConnection } from "../../shared/keyManagers/connection";
import { managers, remoteDomains } from "./manager";
import { servers } from "./servers";

export const cmConnection = managerConnection({
  service: "cm",
  managers: managers.kind,
  trust: "optional",
  domainField: "domain",
  // A node is trusted by its own certificate, or by the server that names it, or by a CA of that server.
  distrust: (scope, { hostname, server_certificate }, presented) => {
    const server = scope.by(servers, "hostname", hostname)[0];
    const known = server_certificate ?? server?.nodes.find((node) => node.hostname === hostname)?.server_certificate;
    const trusted = known !== undefined && sameCertificate(known, presented);
    if (trusted || (server?.trusted_cas.length ?? 0) > 0) return undefined;
    return `x509: certificate of ${hostname} signed by unknown authority`;
  },
  refusals: {
    mixed: "the nodes belong to different clusters",
    starting: "503: NCERRServiceUnavailable: services are starting",
    login: "401: NCERRUnauthorizedAccess: Wrong username or password.",
  },
  refusedDomain: (scope, manager, _user, wanted) => {
    const all = scope.in(outside).by(remoteDomains.kind, "manager", manager.id);
    if (wanted === undefined || all.some(({ name }) => name === wanted)) return undefined;
    return `401: NCERRUnauthorizedAccess: the user is not in the domain ${wanted}`;
  },
});

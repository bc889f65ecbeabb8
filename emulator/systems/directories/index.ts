import { notFound } from "../../core/errors";
import type { Call, System } from "../../core/scope";
import { connectionOperations, connections, removeConnection } from "../../shared/connections";
import { ldapConnection, oidcConnection } from "./connections";
import { providerOperations } from "./providers";
import { directoriesWorld } from "./world";

const oidc = Object.entries(connectionOperations(oidcConnection));
/** Of an OIDC connection the service's list has no test and no plain DELETE. */
const isListed = (key: string): boolean => !key.includes("test") && !key.startsWith("DELETE");

function removeOidc(call: Call): void {
  const connection = call.target(connections);
  if (connection.service !== oidcConnection.service) throw notFound();
  removeConnection(call, connection, call.body.flag("force") === true);
}

/** Users from elsewhere: LDAP directories and OpenID providers. */
export const directories: System = {
  name: "directories",
  operations: {
    ...connectionOperations(ldapConnection),
    ...Object.fromEntries(oidc.filter(([key]) => isListed(key))),
    "POST /connectionmgmt/services/oidc/connections/{id}/delete": removeOidc,
  },
  unlisted: { ...Object.fromEntries(oidc.filter(([key]) => !isListed(key))), ...providerOperations },
  world: directoriesWorld,
};

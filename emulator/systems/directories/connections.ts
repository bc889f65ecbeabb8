import { invalid } from "../../core/errors";
import type { Fields, JsonObject } from "../../core/fields";
import type { ConnectionService, Credentials } from "../connections/service";
import { openDirectory, type Access } from "./directory";

type Wanted = Pick<ConnectionService, "service"> & {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly secret: string;
  readonly access: (settings: JsonObject, secret: string | undefined) => Access;
};

/** A connection that other parts of the service use a directory by; nobody logs in through it. */
function directoryConnection({ service, required, optional, secret, access }: Wanted): ConnectionService {
  const read = (body: Fields, before: Credentials | undefined): Credentials => {
    const settings: JsonObject = { ...before?.settings };
    for (const name of required) settings[name] = body.text(name) ?? settings[name] ?? body.missing(name);
    for (const name of optional) if (body.sent(name)) settings[name] = body.text(name);
    if (body.sent("root_cas")) settings["root_cas"] = body.texts("root_cas");
    if (body.sent("insecure_skip_verify")) settings["insecure_skip_verify"] = body.flag("insecure_skip_verify");
    if (service === "ldap" && !/^ldaps?:\/\/[^/]/.test(String(settings["server_url"]))) {
      throw invalid(`server_url must be an ldap or ldaps URL, not "${String(settings["server_url"])}"`);
    }
    return { settings, secrets: { [secret]: body.text(secret) ?? before?.secrets[secret] } };
  };
  return {
    service,
    category: "external-server",
    products: ["cte"],
    read,
    test: (scope, { settings, secrets }) => ({
      seconds: 0.05,
      judge: () => {
        const opened = openDirectory(scope, access(settings, secrets[secret] as string | undefined));
        return typeof opened === "string" ? opened : undefined;
      },
    }),
  };
}

const text = (value: unknown): string | undefined => value as string | undefined;

export const ldapConnection = directoryConnection({
  service: "ldap",
  required: ["server_url", "base_dn", "user_login_attribute"],
  optional: [
    "bind_dn",
    "search_filter",
    "user_dn_attribute",
    "user_member_field",
    "group_base_dn",
    "group_filter",
    "group_id_attribute",
    "group_member_field",
    "group_name_attribute",
  ],
  secret: "bind_password",
  access: ({ server_url, bind_dn, base_dn }, secret) => ({
    kind: "ldap",
    url: text(server_url) ?? "",
    account: text(bind_dn),
    secret,
    baseDn: text(base_dn),
  }),
});

export const oidcConnection = directoryConnection({
  service: "oidc",
  required: ["url", "client_id"],
  optional: [],
  secret: "client_secret",
  access: ({ url, client_id }, secret) => ({ kind: "oidc", url: text(url) ?? "", account: text(client_id), secret }),
});

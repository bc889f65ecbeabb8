import { invalid } from "../../core/errors";
import { body, flag, text, texts, type Shape } from "../../core/body";
import type { JsonObject } from "../../core/fields";
import { credentials, type ConnectionService } from "../../shared/connections";
import { openDirectory, type Access } from "./directory";

type Wanted = Pick<ConnectionService, "service"> & {
  readonly settings: Shape;
  readonly secret: string;
  readonly access: (settings: JsonObject, secret: string | undefined) => Access;
};

/** What directories of both kinds may have. */
const trust = { root_cas: texts.clearable, insecure_skip_verify: flag.clearable };

/** A connection that other parts of the service use a directory by; nobody logs in through it. */
function directoryConnection({ service, settings: own, secret, access }: Wanted): ConnectionService {
  return {
    service,
    category: "external-server",
    read: credentials(body({ ...own, ...trust }), body({ [secret]: text })),
    open: (scope, { settings, secrets }) =>
      openDirectory(scope, access(settings, secrets[secret] as string | undefined)),
  };
}

const textOf = (value: unknown): string | undefined => value as string | undefined;

const ldapUrl = text.as((url) => {
  if (!/^ldaps?:\/\/[^/]/.test(url)) throw invalid(`server_url must be an ldap or ldaps URL, not "${url}"`);
  return url;
});

export const ldapConnection = directoryConnection({
  service: "ldap",
  settings: {
    server_url: ldapUrl.required,
    base_dn: text.required,
    user_login_attribute: text.required,
    bind_dn: text.clearable,
    search_filter: text.clearable,
    user_dn_attribute: text.clearable,
    user_member_field: text.clearable,
    group_base_dn: text.clearable,
    group_filter: text.clearable,
    group_id_attribute: text.clearable,
    group_member_field: text.clearable,
    group_name_attribute: text.clearable,
  },
  secret: "bind_password",
  access: ({ server_url, bind_dn, base_dn }, secret) => ({
    kind: "ldap",
    url: textOf(server_url) ?? "",
    account: textOf(bind_dn),
    secret,
    baseDn: textOf(base_dn),
  }),
});

export const oidcConnection = directoryConnection({
  service: "oidc",
  settings: { url: text.required, client_id: text.required },
  secret: "client_secret",
  access: ({ url, client_id }, secret) => ({
    kind: "oidc",
    url: textOf(url) ?? "",
    account: textOf(client_id),
    secret,
  }),
});

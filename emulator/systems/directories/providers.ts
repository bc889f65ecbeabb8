import { collection, freely } from "../../core/collection";
import { shown } from "../../core/response";
import { conflict, invalid } from "../../core/errors";
import { given, type Fields, type JsonObject } from "../../core/fields";
import { addresses, type Call, type Header, type Scope, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { openDirectory, type Access, type Directory } from "./directory";

/** A way for users of a directory to log in: what a login names as its `connection`. */
export interface IdentityProvider extends Header {
  readonly name: string;
  readonly strategy: Directory["kind"];
  readonly disable_auto_create: boolean;
  readonly options: JsonObject;
  readonly hidden: { readonly secret?: string };
}

const identityProviders = defineKind<IdentityProvider>("identity-providers", { address: addresses });

/** What each kind must and may have beside its secret. */
const fields = {
  ldap: {
    required: ["server_url", "root_dn"],
    texts: [
      "bind_dn",
      "group_base_dn",
      "group_filter",
      "group_id_field",
      "group_member_field",
      "guid_field",
      "search_filter",
      "user_dn_field",
    ],
    defaults: { uid_field: "sAMAccountName" },
    lists: ["root_cas"],
    flags: ["insecure_skip_verify"],
    secret: "bind_password",
  },
  oidc: {
    required: ["discovery_uri", "client_id"],
    texts: [],
    defaults: { flow_type: "implicit", groups_claim: "groups" },
    lists: ["redirect_uris"],
    flags: [],
    secret: "client_secret",
  },
} as const;

type Settings = Pick<IdentityProvider, "options" | "hidden">;

function readOptions(strategy: Directory["kind"], body: Fields, before?: Settings): Settings {
  const { required, texts, defaults, lists, flags, secret } = fields[strategy];
  const options: JsonObject = { ...defaults, ...before?.options };
  for (const name of required) options[name] = body.text(name) ?? options[name] ?? body.missing(name);
  for (const name of [...texts, ...Object.keys(defaults)]) if (body.sent(name)) options[name] = body.text(name);
  for (const name of lists) if (body.sent(name)) options[name] = body.texts(name);
  for (const name of flags) if (body.sent(name)) options[name] = body.flag(name);
  checkUrl(strategy, String(options[required[0]]));
  return { options: given(options), hidden: { secret: body.text(secret) ?? before?.hidden.secret } };
}

function checkUrl(strategy: Directory["kind"], url: string): void {
  if (strategy === "ldap" && !/^ldaps?:\/\/[^/]/.test(url))
    throw invalid(`server_url must be an ldap or ldaps URL, not "${url}"`);
  if (strategy === "oidc" && !/^https:\/\/[^/]/.test(url))
    throw invalid(`discovery_uri must be an https URL, not "${url}"`);
}

export function accessOf({
  strategy,
  options,
  hidden,
}: Pick<IdentityProvider, "strategy" | "options" | "hidden">): Access {
  const text = (name: string): string | undefined => options[name] as string | undefined;
  const common = { kind: strategy, secret: hidden.secret };
  if (strategy === "oidc") return { ...common, url: text("discovery_uri") ?? "", account: text("client_id") };
  return { ...common, url: text("server_url") ?? "", account: text("bind_dn"), baseDn: text("root_dn") };
}

function view({ options, ...provider }: IdentityProvider): object {
  return { ...shown(provider), [`${provider.strategy}_options`]: options };
}

const optionsIn = (body: Fields, strategy: string): Fields => body.block(`${strategy}_options`);

function create(call: Call): IdentityProvider {
  const { body } = call;
  const name = body.requiredText("name");
  if (name === "local_account" || call.find(identityProviders, name) !== undefined) {
    throw conflict(`a connection called ${name} exists already`);
  }
  const strategy = body.choice("strategy", ["ldap", "oidc"]) ?? body.missing("strategy");
  const settings = readOptions(strategy, optionsIn(body, strategy));
  const disable_auto_create = body.flag("disable_auto_create") ?? false;
  return { ...call.header("usermgmt:connections"), name, strategy, disable_auto_create, ...settings };
}

function change(call: Call, before: IdentityProvider): Partial<IdentityProvider> {
  const { body } = call;
  const settings = readOptions(before.strategy, optionsIn(body, before.strategy), before);
  const disable_auto_create = body.flag("disable_auto_create") ?? before.disable_auto_create;
  return { ...settings, disable_auto_create };
}

/** Says whether a connection as described would work; nothing is stored. */
function test(call: Call): object {
  const { body } = call;
  const strategy = body.choice("strategy", ["ldap", "oidc"]) ?? body.missing("strategy");
  const opened = openDirectory(call, accessOf({ strategy, ...readOptions(strategy, optionsIn(body, strategy)) }));
  return typeof opened === "string" ? { connection_ok: false, connection_error: opened } : { connection_ok: true };
}

export function findProvider(scope: Scope, name: string): IdentityProvider | undefined {
  return scope.find(identityProviders, name);
}

/** Not in the service's list, but its public clients make the connections for logins here. */
export const providerOperations: Operations = {
  ...collection<IdentityProvider>({
    kind: identityProviders,
    path: "/usermgmt/connections/",
    one: "/usermgmt/connections/{id}",
    view,
    filters: ["id", "name", "strategy", "disable_auto_create"],
    create,
    change,
    remove: freely,
  }),
  "POST /usermgmt/connection-test": test,
};

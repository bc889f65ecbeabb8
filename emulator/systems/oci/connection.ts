import { invalid } from "../../core/errors";
import type { Fields, JsonObject } from "../../core/fields";
import type { Scope } from "../../core/scope";
import { second } from "../../core/time";
import type { ConnectionService, Credentials } from "../connections/service";
import { findTenancy, type Tenancy } from "./world/tenancies";

const required = ["region", "tenancy_ocid", "user_ocid", "fingerprint"] as const;

function read(body: Fields, before: Credentials | undefined): Credentials {
  const settings: JsonObject = { cloud_name: "oci", ...before?.settings };
  const secrets: JsonObject = { ...before?.secrets };
  for (const name of required) {
    settings[name] = body.text(name) ?? settings[name] ?? body.missing(name);
  }
  for (const [name, kind] of [
    ["tenancy_ocid", "tenancy"],
    ["user_ocid", "user"],
  ] as const) {
    if (!String(settings[name]).startsWith(`ocid1.${kind}.`)) throw invalid(`${name} must be the OCID of a ${kind}`);
  }
  const block = body.object("credentials");
  if (block === undefined) return before === undefined ? body.missing("credentials") : { settings, secrets };
  secrets["key_file"] = block.requiredText("key_file");
  secrets["pass_phrase"] = block.text("pass_phrase");
  return { settings, secrets };
}

const unsigned = "NotAuthenticated: The required information to complete authentication was incorrect";

/** The tenancy that these credentials open, or why they are refused: some by the service, the rest by Oracle Cloud. */
export function openTenancy(scope: Scope, { settings, secrets }: Credentials, createdAt: number): Tenancy | string {
  const tenancy = findTenancy(scope, String(settings["tenancy_ocid"]));
  if (tenancy === undefined) return `${unsigned} (unknown tenancy)`;
  const user = tenancy.users.find(({ userOcid }) => userOcid === settings["user_ocid"]);
  if (user === undefined) return `${unsigned} (unknown user)`;
  const keyFile = String(secrets["key_file"]).trim();
  if (!keyFile.startsWith("-----BEGIN ")) return "the key file is not a private key in PEM form";
  if ((user.passPhrase ?? undefined) !== (secrets["pass_phrase"] ?? undefined) && keyFile === user.keyFile.trim())
    return "the private key cannot be read: its pass phrase is missing or wrong";
  if (user.fingerprint !== settings["fingerprint"] || user.keyFile.trim() !== keyFile)
    return `${unsigned} (the signature does not match the fingerprint)`;
  if (scope.now < createdAt + tenancy.readyAfterSeconds * second)
    return `${unsigned} (the API key has not reached every region yet)`;
  const region = String(settings["region"]);
  return tenancy.regions.includes(region) ? tenancy : `the tenancy is not subscribed to the region ${region}`;
}

export const ociConnection: ConnectionService = {
  service: "oci",
  category: "cloud",
  products: ["cckm"],
  read,
  test: (scope, credentials, createdAt) => ({
    seconds: findTenancy(scope, String(credentials.settings["tenancy_ocid"]))?.testSeconds ?? 0.05,
    judge: () => {
      const opened = openTenancy(scope, credentials, createdAt);
      return typeof opened === "string" ? opened : undefined;
    },
  }),
};

import { invalid } from "../../core/errors";
import { body, text, type Field } from "../../core/body";
import type { Fields } from "../../core/fields";
import { accountConnection } from "../../shared/cloud";
import type { Credentials } from "../../shared/connections";
import { findTenancy, type Tenancy } from "./world/tenancies";

const ocid = (kind: string): Field<string> =>
  text.as((id, name) => {
    if (!id.startsWith(`ocid1.${kind}.`)) throw invalid(`${name} must be the OCID of a ${kind}`);
    return id;
  });
const settingsOf = body({
  region: text.required,
  tenancy_ocid: ocid("tenancy").required,
  user_ocid: ocid("user").required,
  fingerprint: text.required,
});
const login = body({ key_file: text.required, pass_phrase: text });

function read(fields: Fields, before: Credentials | undefined): Credentials {
  const settings = { cloud_name: "oci", ...settingsOf(fields, before?.settings) };
  const block = fields.object("credentials");
  // Blanks leave what is there.
  const isBlank = block !== undefined && before !== undefined && !block.has("key_file") && !block.has("pass_phrase");
  if (block !== undefined && !isBlank) return { settings, secrets: login(block) };
  return { settings, secrets: before?.secrets ?? fields.missing("credentials") };
}

const unsigned = "NotAuthenticated: The required information to complete authentication was incorrect";

/** Some is refused by the service, the rest by Oracle Cloud. */
function refusal(tenancy: Tenancy, { settings, secrets }: Credentials, ready: boolean): string | undefined {
  const user = tenancy.users.find(({ userOcid }) => userOcid === settings["user_ocid"]);
  if (user === undefined) return `${unsigned} (unknown user)`;
  const keyFile = String(secrets["key_file"]).trim();
  if (!keyFile.startsWith("-----BEGIN ")) return "the key file is not a private key in PEM form";
  if ((user.passPhrase ?? undefined) !== (secrets["pass_phrase"] ?? undefined) && keyFile === user.keyFile.trim())
    return "the private key cannot be read: its pass phrase is missing or wrong";
  if (user.fingerprint !== settings["fingerprint"] || user.keyFile.trim() !== keyFile)
    return `${unsigned} (the signature does not match the fingerprint)`;
  if (!ready) return `${unsigned} (the API key has not reached every region yet)`;
  const region = String(settings["region"]);
  return tenancy.regions.includes(region) ? undefined : `the tenancy is not subscribed to the region ${region}`;
}

export const ociConnection = accountConnection<Tenancy>({
  service: "oci",
  read,
  find: (world, { settings }) => findTenancy(world, String(settings["tenancy_ocid"])),
  unknown: `${unsigned} (unknown tenancy)`,
  refusal,
});

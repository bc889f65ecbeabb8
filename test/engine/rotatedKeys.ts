import { items, type World } from "./harness";

/** The keys of the example of a rotation policy, as the service has them. */

type Loose = Record<string, unknown>;
const part = (record: Loose, name: string): Loose => record[name] as Loose;

/** What tells the current material of each key from the one before. */
export async function materialsIn(world: World): Promise<Loose> {
  const only = async (path: string): Promise<Loose> => items(await world.api("GET", path))[0]!;
  const google = await only("/cckm/google/keys?key_id=shop");
  return {
    aws: part(await only("/cckm/aws/keys?alias=policy/orders"), "aws_param").CurrentKeyMaterialId,
    azure: (await only("/cckm/azure/keys?key_name=invoices&version=-1")).version,
    google: (await only(`/cckm/google/keys/${String(google.id)}/versions?is_primary=true`)).version,
    oci: part(await only("/cckm/oci/keys?key_name=policy-ledger"), "oci_params").current_key_version,
    salesforce: part(await only("/cckm/sfdc/keys?type=Data&status=ACTIVE"), "sfdc_params").version,
    sap: (await only("/cckm/sap/keys?name=finance&status=AVAILABLE")).version_count,
    ekm: (await only("/cckm/ekm/endpoints?name=analytics")).kekVersion,
    dke: (await only("/cckm/microsoft/dke/endpoints?name=directors")).kek_id,
    "vault AES": (await newestIn(world, "policy-records")).version,
    "vault RSA": (await newestIn(world, "policy-contracts")).version,
  };
}

/** The newest version of a key of the vault. */
export const newestIn = (world: World, name: string): Promise<Loose> =>
  world.api("GET", `/vault/keys2/${name}?type=name`);

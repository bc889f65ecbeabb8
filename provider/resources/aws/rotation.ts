import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { whyNotWith, type OnlyWith } from "../../engine/onlyWith";
import { pick } from "../../engine/wire";
import { latest } from "../moment";
import type { MaterialFacts, RotationFacet } from "../system";
import { awsKeys, bareAlias, isEnabled, isPendingDeletion } from "./keyRecord";

const param = (record: Wire, name: string) => pick(record, `aws_param.${name}`);
const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** Days between AWS's own rotations, unless a key says otherwise. */
const awsDays = 365;

/** Keys that AWS manages itself, replicas, and keys in custom stores cannot be rotated by the service. */
function isRotatable(record: Wire): boolean {
  if (record.gone === true || text(record.rotated_to) || text(record.custom_key_store_id)) return false;
  if (param(record, "MultiRegionConfiguration.MultiRegionKeyType") === "REPLICA") return false;
  return param(record, "KeyManager") !== "AWS" && !isPendingDeletion(record);
}

/** A key that took the place of another was made by its rotation; what AWS rotates itself is in the key's history only. */
async function facts(api: Api, record: Wire): Promise<MaterialFacts> {
  const created = text(param(record, "CreationDate")) ?? text(record.createdAt);
  const auto = param(record, "KeyRotationEnabled") === true;
  return {
    created,
    rotated: latest(
      text(record.rotated_at),
      text(record.rotated_from) && created,
      auto ? await lastInHistory(api, record) : undefined,
    ),
    expires: text(param(record, "ValidTo")),
    idle: whyIdle(record),
    cloud: auto
      ? {
          everyDays: Number(param(record, "RotationPeriodInDays") ?? awsDays),
          next: text(param(record, "NextRotationDate")),
        }
      : undefined,
  };
}

function whyIdle(record: Wire): string | undefined {
  if (param(record, "KeyState") === "PendingImport") return "the key has no material yet";
  return isEnabled(record) ? undefined : "the key is disabled in AWS";
}

async function lastInHistory(api: Api, record: Wire): Promise<string | undefined> {
  const path = `${awsKeys}/${segment(idIn(record))}/rotations`;
  const { resources } = await api.get(path, { sort: "-RotationDate", limit: 1 });
  return text(pick((resources as Wire[] | undefined)?.[0], "aws_param.RotationDate"));
}

const symmetric = "SYMMETRIC_DEFAULT";

/** Of other keys AWS has only one material for ever, whether its own or imported. */
const inPlace: OnlyWith = {
  property: "customerMasterKeySpec",
  value: symmetric,
  why: `its spec is {}, and AWS rotates the material inside ${symmetric} keys only`,
};

export const awsRotation: RotationFacet = {
  list: awsKeys,
  containers: {
    type: "AwsKms",
    path: "/cckm/aws/kms",
    name: ({ name }) => String(name),
    filters: (_api, id) => ({ kms_id: id }),
    holds: ({ id }, key) => key.kms_id === id,
  },
  type(record) {
    if (!isRotatable(record)) return undefined;
    return record.key_material_origin === "cckm" ? "AwsUploadedKey" : "AwsKey";
  },
  name(record) {
    const [alias] = (param(record, "Alias") ?? []) as string[];
    return alias === undefined ? String(param(record, "KeyID") ?? param(record, "KeyId")) : bareAlias(alias);
  },
  facts,
  inPlace,
  whyNotInPlace: (record) => whyNotWith(inPlace, param(record, "CustomerMasterKeySpec")),
  expiry: "validTo",
  cloudRotation: ({ keyRotationEnabled, rotationPeriodInDays }) =>
    keyRotationEnabled === true ? Number(rotationPeriodInDays ?? awsDays) : undefined,
};

import type { Api, Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { latest } from "../moment";
import { rotationOf, textAt, versionsMade } from "../rotation";
import { googleKey } from "./key";
import { google, keyState, versionsPath } from "./keyRecord";
import { ofRing } from "./keyRing";

const ended = ["DESTROYED", "DESTROY_SCHEDULED"];
const created = ["gcp_params.create_time", "gcp_params.createTime", "createdAt"];
const next = ["gcp_params.next_rotation_time", "gcp_params.nextRotationTime"];
const madeAt = (version: unknown) => textAt(version, ["create_time", "createTime"]);

/** "7776000s" in days. */
function days(period: unknown): number | undefined {
  const [, seconds] = /^(\d+)s$/.exec(String(period)) ?? [];
  return seconds === undefined ? undefined : Number(seconds) / 86_400;
}

/** Keys without a primary version, and those that only name it, are known by their newest. */
async function newestVersion(api: Api, record: Wire): Promise<string | undefined> {
  const versions = await api.list(versionsPath(idIn(record)));
  return latest(...versions.map((one) => madeAt(one.gcp_params) ?? textAt(one, "createdAt")));
}

export const googleRotation = rotationOf(googleKey, {
  containers: { filters: ofRing, holds: ({ name }, key) => key.key_ring_name === name },
  type: (record) => (record.gone === true || ended.includes(keyState(record)) ? undefined : "GoogleKey"),
  name: "key_id",
  created,
  async rotated(record, api) {
    const current = madeAt(google(record, "primary")) ?? (await newestVersion(api, record));
    return latest(textAt(record, "rotated_at"), isLater(current, textAt(record, created)) ? current : undefined);
  },
  cloud(record) {
    const everyDays = days(google(record, "rotation_period"));
    return everyDays === undefined ? undefined : { everyDays, next: textAt(record, next) };
  },
  cloudRotates: "rotationPeriod",
  history: versionsMade(
    (record) => versionsPath(idIn(record)),
    ["gcp_params.create_time", "gcp_params.createTime", "createdAt"],
  ),
  cloudRotation: ({ rotationPeriod }) => days(rotationPeriod),
});

/** The first version comes into being with its key, give or take the time that Google needs. */
function isLater(version: string | undefined, key: string | undefined): boolean {
  return version !== undefined && key !== undefined && Date.parse(version) - Date.parse(key) > 60_000;
}

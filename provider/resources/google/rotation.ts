import type { Api, Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { pick } from "../../lifecycle/wire";
import { latest } from "../moment";
import { containersOf, rotationOf } from "../rotation";
import { googleKey } from "./key";
import { google, keyState, versionsPath } from "./keyRecord";
import { ofRing } from "./keyRing";

const ended = ["DESTROYED", "DESTROY_SCHEDULED"];
const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const madeAt = (version: unknown) => text(pick(version, "create_time")) ?? text(pick(version, "createTime"));

/** "7776000s" in days. */
function days(period: unknown): number | undefined {
  const [, seconds] = /^(\d+)s$/.exec(text(period) ?? "") ?? [];
  return seconds === undefined ? undefined : Number(seconds) / 86_400;
}

/** Keys without a primary version, and those that only name it, are known by their newest. */
async function newestVersion(api: Api, record: Wire): Promise<string | undefined> {
  const versions = await api.list(versionsPath(idIn(record)));
  return latest(...versions.map((one) => madeAt(one.gcp_params) ?? text(one.createdAt)));
}

export const googleRotation = rotationOf(googleKey, {
  containers: {
    ...containersOf(googleKey)!,
    filters: ofRing,
    holds: ({ name }, key) => key.key_ring_name === name,
  },
  type: (record) => (record.gone === true || ended.includes(keyState(record)) ? undefined : "GoogleKey"),
  name: ({ key_id }) => String(key_id),
  async facts(api, record) {
    const created = text(google(record, "create_time")) ?? text(record.createdAt);
    const current = madeAt(google(record, "primary")) ?? (await newestVersion(api, record));
    const everyDays = days(google(record, "rotation_period"));
    return {
      created,
      rotated: latest(text(record.rotated_at), isLater(current, created) ? current : undefined),
      cloud: everyDays === undefined ? undefined : { everyDays, next: text(google(record, "next_rotation_time")) },
    };
  },
  cloudRotation: ({ rotationPeriod }) => days(rotationPeriod),
});

/** The first version comes into being with its key, give or take the time that Google needs. */
function isLater(version: string | undefined, key: string | undefined): boolean {
  return version !== undefined && key !== undefined && Date.parse(version) - Date.parse(key) > 60_000;
}

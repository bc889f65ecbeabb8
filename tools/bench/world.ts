import { setTimeout as delay } from "node:timers/promises";
import type { Session } from "./client";

/** What exists in the clouds while something is measured, and what fills the service. */

export const credentials = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
export const accountId = "123456789012";

/** Somebody else's, with credentials of its own: a connection reaches one account. */
const other = {
  accountId: "210987654321",
  credentials: { accessKeyId: "AKIAI44QH8DHBEXAMPLE", secretAccessKey: "je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY" },
};

/** Regions of the account: one for each container of a program, so that these are the most. */
export const regions = ["eu", "us"].flatMap((part) =>
  Array.from({ length: 9 }, (_, number) => `${part}-west-${number + 1}`),
);

type Owner = typeof other;
const own: Owner = { accountId, credentials };

const account = (owner: Owner, keys: number) => ({
  accountId: owner.accountId,
  credentials: [owner.credentials],
  regions,
  testSeconds: 0,
  syncSeconds: 0,
  keys: Array.from({ length: keys }, (_, number) => ({ region: "eu-west-1", aliases: [`existing-${number}`] })),
});

/**
 * A licensed service with one account; `others` are the keys of another account, which other
 * connections reach.
 */
export const worldOf = ({ keys = 0, others = 0 }: { keys?: number; others?: number } = {}) => ({
  licensing: { licenses: [{ feature: "CCKM" }] },
  aws: { accounts: [account(own, keys), ...(others > 0 ? [account(other, others)] : [])] },
});

const connectionsPath = "/connectionmgmt/services/aws/connections";

/** Creates and tests so many connections, as somebody else would; returns their ids. */
export function addConnections(session: Session, prefix: string, count: number, by = own): Promise<string[]> {
  const add = async (_: unknown, number: number): Promise<string> => {
    const { id } = await session("POST", connectionsPath, {
      name: `${prefix}-${number}`,
      products: ["cckm"],
      access_key_id: by.credentials.accessKeyId,
      secret_access_key: by.credentials.secretAccessKey,
      cloud_name: "aws",
      is_role_anywhere: false,
    });
    await session("POST", `${connectionsPath}/${String(id)}/test`);
    return String(id);
  };
  return Promise.all(Array.from({ length: count }, add));
}

/** Adds the container of the other account and downloads its keys. */
export async function downloadOthers(session: Session): Promise<void> {
  const [connection] = await addConnections(session, "others", 1, other);
  const body = { name: "others", connection, account_id: other.accountId, regions: ["eu-west-1"] };
  const kms = await session("POST", "/cckm/aws/kms", body);
  const { id: job } = await session("POST", "/cckm/aws/synchronization-jobs", { kms: [kms.id] });
  for (;;) {
    const { overall_status: status } = await session("GET", `/cckm/aws/synchronization-jobs/${String(job)}`);
    if (status === "completed") return;
    if (status !== "in_progress") throw new Error(`The synchronization is ${String(status)}.`);
    await delay(100);
  }
}

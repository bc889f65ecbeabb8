import type { Dispatcher } from "undici";
import { UserError } from "../errors";
import { callService, logIn, Refusal } from "./client";
import type { Service } from "./client";

export const nothingYet = "There is nothing to change yet: run `npm run up` first.";

interface Item {
  id: string;
  name?: string;
  aws_param?: { Alias?: string[] };
}

/** Something that somebody could do in the service's own console, without Pulumi. */
interface OutsideChange {
  what: string;
  list: string;
  accepts: (item: Item) => boolean;
  method: Dispatcher.HttpMethod;
  path: (id: string) => string;
  body: unknown;
}

/** To the objects of the quick start's program. */
const outsideChanges: readonly OutsideChange[] = [
  {
    what: "the description of the AWS connection prod",
    list: "/api/v1/connectionmgmt/services/aws/connections?limit=1000",
    accepts: ({ name }) => name === "prod",
    method: "PATCH",
    path: (id) => `/api/v1/connectionmgmt/services/aws/connections/${id}`,
    body: { description: "Changed by hand" },
  },
  {
    what: "the description of the AWS key orders",
    list: "/api/v1/cckm/aws/keys?limit=1000",
    accepts: ({ aws_param }) => aws_param?.Alias?.some((alias) => alias.endsWith("quickstart/orders")) ?? false,
    method: "POST",
    path: (id) => `/api/v1/cckm/aws/keys/${id}/update-description`,
    body: { description: "Changed by hand" },
  },
];

/** Makes the changes in the running emulator and returns what was changed. */
export async function changeOutside(service: Service, changes = outsideChanges): Promise<string[]> {
  const token = await logIn(service);
  const done: string[] = [];
  for (const { what, list, accepts, method, path, body } of changes) {
    const target = (await itemsOf(service, list, token)).find(accepts);
    if (!target) continue;
    await callService(service, method, path(target.id), { token, body });
    done.push(what);
  }
  if (done.length === 0) throw new UserError(nothingYet);
  return done;
}

/** Before the first `up` no licence is active, and the service refuses to list what needs one. */
async function itemsOf(service: Service, list: string, token: string): Promise<Item[]> {
  try {
    const { resources } = (await callService(service, "GET", list, { token })) as { resources: Item[] };
    return resources;
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return [];
    throw error;
  }
}

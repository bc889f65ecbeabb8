import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { accessLists } from "../../../provider/resources/systems";
import { containerOf } from "../../../provider/resources/container";
import { recordedCalls } from "./calls";
import { code, enumerated, section } from "./text";

/** What a login needs to be permitted, as far as public sources tell. */

/** Groups that come with the service, by the part of the API that they are named after. */
const groups: readonly (readonly [string, string])[] = [
  ["/cckm/", "CCKM Admins"],
  ["/connectionmgmt/", "Connection Admins"],
  ["/vault/", "Key Admins"],
  ["/client-management/", "Client Admins"],
  ["/ca/", "CA Admins"],
  ["/usermgmt/", "User Admins"],
  ["/domains/", "Domain Admins"],
];

export function permissionsOf(definition: Definition): string {
  return permissionsFor(recordedCalls(definition.type), container(definition));
}

/** For calls such as `GET /cckm/aws/keys`. */
export function permissionsFor(calls: readonly string[], ofContainer = ""): string {
  const parts = [...new Set(calls.map((call) => `/${call.split("/")[1]}/`))];
  if (parts.length === 0) return section("Permissions", "None: it sends no requests.");
  return section("Permissions", parts.map(groupFor).join("\n"), ofContainer, unknown);
}

function groupFor(part: string): string {
  const group = groups.find(([prefix]) => prefix === part)?.[1];
  return group === undefined
    ? `- Calls of \`${part}\`: no group of the service is known to be meant for them.`
    : `- Calls of \`${part}\`: the service's group \`${group}\`.`;
}

function container(definition: Definition): string {
  const own = accessLists[definition.type as keyof typeof accessLists];
  if (own) return `A \`ContainerAcl\` permits users and groups actions in it: ${actionsOf(own)}.`;
  const { type } = containerOf(definition)?.container ?? {};
  if (type === undefined || !(type in accessLists)) return "";
  return (
    `For members of \`CCKM Users\`, a \`ContainerAcl\` of its \`${type}\` lists the permitted actions, ` +
    `of [those that there are](${type}.md#permissions).`
  );
}

function actionsOf({ actions, orOthers }: { actions: readonly string[]; orOthers?: boolean }): string {
  return `${enumerated(actions.map(code))}${orOthers ? ", or others that the service knows" : ""}`;
}

const unknown =
  "Public sources do not say which calls a group permits: " +
  "[`pulumi-ciphertrust verify`](../verify.md) shows what a login may read.";

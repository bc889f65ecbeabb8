import { body, emptiable, mergedJson, type Body } from "../../core/body";
import { created } from "../../core/response";
import { conflict, forbidden, invalid, notFound } from "../../core/errors";
import { given } from "../../core/fields";
import { list } from "../../core/lists";
import type { Call, Operations } from "../../core/scope";
import { adminGroup, groups, setMember, visibleUser, type Group } from "../../shared/identities";

/** Zero counters are left out, as the service does. */
export function groupView({ id: _id, domain: _domain, hidden, ...rest }: Group): object {
  const count = (members: readonly string[]): number | undefined => members.length || undefined;
  return { ...rest, ...given({ users_count: count(hidden.users), clients_count: count(hidden.clients) }) };
}

function listGroups(call: Call): object {
  const members = (ids: readonly string[]): readonly string[] | string => (ids.length === 0 ? "nil" : ids);
  return list(call, {
    kind: groups,
    view: groupView,
    filters: ["name", "description"],
    computed: {
      users: (group) => members(group.hidden.users),
      clients: (group) => members(group.hidden.clients),
      connection: () => "local_account",
    },
  });
}

function createGroup(call: Call): object {
  const name = call.body.requiredText("name");
  if (call.get(groups, name) !== undefined) throw conflict(`a group called ${name} exists already`);
  const at = call.service.clock.stamp();
  const hidden = { users: [], clients: [] };
  const group = { id: name, domain: call.domain, name, created_at: at, updated_at: at, hidden };
  return created(groupView(call.put(groups, { ...group, ...details(call) })));
}

const about = body({
  description: emptiable,
  app_metadata: mergedJson,
  client_metadata: mergedJson,
  user_metadata: mergedJson,
});
const details = (call: Call, before?: Group): Body<typeof about> => given(about(call.body, before));

function isSystem(group: Group): boolean {
  return group.app_metadata?.["system"] === true;
}

function changeGroup(call: Call): object {
  const group = call.target(groups, "name");
  const name = call.body.text("name") ?? group.name;
  if (name !== group.name) {
    if (isSystem(group)) throw forbidden(`the system group ${group.name} cannot be renamed`);
    if (call.get(groups, name) !== undefined) throw conflict(`a group called ${name} exists already`);
    call.remove(groups, group);
  }
  return groupView(
    call.put(groups, { ...group, id: name, name, ...details(call, group), updated_at: call.service.clock.stamp() }),
  );
}

function deleteGroup(call: Call): void {
  const group = call.target(groups, "name");
  if (isSystem(group)) throw forbidden(`the system group ${group.name} cannot be deleted`);
  call.remove(groups, group);
}

function changeMember(call: Call, member: boolean): object | void {
  const group = call.target(groups, "name");
  const user = visibleUser(call, call.param("user_id"));
  if (user === undefined) throw notFound();
  const changed = setMember(call, group, "users", user.id, member);
  if (group.name === adminGroup && changed.hidden.users.length === 0)
    throw invalid("the admin group needs at least one user");
  return member ? groupView(changed) : undefined;
}

export const groupOperations: Operations = {
  "GET /usermgmt/groups/": listGroups,
  "POST /usermgmt/groups/": createGroup,
  "GET /usermgmt/groups/{name}": (call) => groupView(call.target(groups, "name")),
  "PATCH /usermgmt/groups/{name}": changeGroup,
  "DELETE /usermgmt/groups/{name}": deleteGroup,
  "POST /usermgmt/groups/{name}/users/{user_id}": (call) => changeMember(call, true),
  "DELETE /usermgmt/groups/{name}/users/{user_id}": (call) => changeMember(call, false),
};

import { invalid } from "../core/errors";
import type { Fields } from "../core/fields";
import type { Call, Header, Handler } from "../core/scope";
import type { Kind } from "../core/record";
import { groups, visibleUser } from "./identities";

/** What a user or a group may do with a container. */
export interface Acl {
  readonly user_id?: string;
  readonly group?: string;
  readonly actions: readonly string[];
}

interface WithAcls extends Header {
  readonly acls: readonly Acl[];
}

/**
 * POST .../{id}/update-acls: merges per user or group. `permit: true` adds the actions, false takes
 * them away; who isn't named keeps what it has.
 *
 * @param view names the viewing action that an action brings along, if any
 * @param known lists the actions that can be permitted, where they are known
 */
export function updateAcls<T extends WithAcls>(
  kind: Kind<T>,
  show: (call: Call, record: T) => object,
  view: (action: string) => string | undefined,
  known: (record: T) => readonly string[] | undefined = () => undefined,
): Handler {
  return (call) => {
    const record = call.target(kind);
    const entries = call.body.objects("acls") ?? call.body.missing("acls");
    for (const entry of entries) {
      refuseStranger(call, entry);
      refuseUnknown(entry, known(record));
    }
    const acls = entries.reduce<readonly Acl[]>((merged, entry) => merge(merged, entry, view), record.acls);
    return show(call, call.change(kind, record, { acls } as Partial<T>));
  };
}

/**
 * Nobody can be permitted anything who does not exist; what was permitted to somebody who is gone
 * can be withdrawn.
 */
function refuseStranger(call: Call, entry: Fields): void {
  if (entry.flag("permit") === false) return;
  const user = entry.text("user_id");
  const group = entry.text("group");
  if (group !== undefined && call.get(groups, group) === undefined)
    throw invalid(`acls: there is no group called ${group}`);
  if (user !== undefined && visibleUser(call, user) === undefined)
    throw invalid(`acls: there is no user with the id ${user}`);
}

/** What another service has permitted under a name that this one does not know can be withdrawn. */
function refuseUnknown(entry: Fields, known: readonly string[] | undefined): void {
  if (known === undefined || entry.flag("permit") === false) return;
  const unknown = entry.requiredTexts("actions").filter((action) => !known.includes(action));
  if (unknown.length > 0) throw invalid(`acls: ${unknown.join(", ")} is no action of this container`);
}

function merge(acls: readonly Acl[], entry: Fields, view: (action: string) => string | undefined): Acl[] {
  const user_id = entry.text("user_id");
  const group = entry.text("group");
  if ((user_id === undefined) === (group === undefined)) throw invalid("each of acls needs either user_id or group");
  const named = entry.requiredTexts("actions");
  const permit = entry.flag("permit") ?? entry.missing("permit");
  const same = (acl: Acl): boolean => acl.user_id === user_id && acl.group === group;
  const before = acls.find(same)?.actions ?? [];
  const added = [...named, ...named.map(view).filter((action) => action !== undefined)];
  const actions = permit ? [...new Set([...before, ...added])] : before.filter((action) => !named.includes(action));
  const holder = user_id === undefined ? { group } : { user_id };
  const rest = acls.filter((acl) => !same(acl));
  return actions.length === 0 ? rest : [...rest, { ...holder, actions }];
}

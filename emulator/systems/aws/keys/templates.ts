import { collection, refuseTaken } from "../../../core/collection";
import { conflict, invalid } from "../../../core/errors";
import { shown } from "../../../core/response";
import type { Call, Scope, Operations } from "../../../core/scope";
import { needAlterable } from "../cloud/actions";
import { changeCloudKey } from "../cloud/key";
import { kmses, type Kms } from "../kms";
import { tagsOf } from "./list";
import { noLists, policyDocument, policyOf, readLists, templateTag } from "./policy";
import { keys, reachKey, snapshot, type AwsKey } from "./record";
import { templates, type Template } from "./templateRecord";

/** The container whose account the template is for. */
function container(call: Call): Kms {
  const { body } = call;
  const reference = body.text("kms");
  const account = body.text("account_id");
  if (reference === undefined && account === undefined) throw invalid("kms or account_id is required");
  const kms = reference === undefined ? call.by(kmses, "account_id", account ?? "")[0] : call.find(kmses, reference);
  if (kms === undefined) throw invalid(`there is no AWS KMS for ${reference ?? account}`);
  return kms;
}

function createTemplate(call: Call): Template {
  const { body } = call;
  const name = body.requiredText("name");
  const kms = container(call);
  const policy = policyDocument(body);
  const lists = readLists(body);
  if (policy !== undefined && lists !== undefined) throw invalid("policy and lists of users exclude each other");
  refuseTaken(call, templates, "a policy template", name);
  return {
    ...call.header("cckm:aws-policy-template", `${name}-`),
    name,
    account_id: kms.account_id,
    kms: kms.id,
    kms_name: kms.name,
    policy,
    ...(lists ?? noLists),
    is_verified: false,
  };
}

/** A template that keys use is changed together with them, so the caller has to say so. */
function changeTemplate(call: Call, template: Template): Template {
  const { body } = call;
  const push = body.flag("auto_push") ?? false;
  if (template.is_verified && !push)
    throw invalid("auto_push must be true for a template that has been applied to keys");
  const policy = policyDocument(body);
  const lists = Object.keys(noLists).filter((name) => body.sent(name));
  if (policy !== undefined && readLists(body) !== undefined)
    throw invalid("policy and lists of users exclude each other");
  const given = Object.fromEntries(lists.map((name) => [name, body.texts(name) ?? []]));
  const changes =
    policy === undefined ? { ...given, ...(lists.length > 0 ? { policy: undefined } : {}) } : { policy, ...noLists };
  const changed = call.change(templates, template, changes);
  for (const key of push ? users(call, template.id) : []) applyTemplate(call, key, changed);
  // Applying it may have marked it as verified.
  return call.need(templates, changed.id);
}

function users(call: Call, id: string): AwsKey[] {
  return call.all(keys).filter((key) => !key.gone && tagsOf(key)[templateTag] === id);
}

/** A response shows the policy also of a template that was made from lists. */
function view(template: Template, scope: Scope): object {
  const { account_id, kms } = template;
  const { regions } = (kms === undefined ? undefined : scope.get(kmses, kms)) ?? { regions: [] };
  return { ...shown(template), policy: policyOf({ account_id, regions }, template).policy };
}

/** Writes the template's policy on a key and leaves the template's tag there. */
export function applyTemplate(scope: Scope, key: AwsKey, template: Template): void {
  const { cloud, kms } = reachKey(scope, key);
  const wanted = policyOf(kms, template);
  changeCloudKey(scope, needAlterable(cloud), {
    policy: wanted.policy,
    tags: { ...cloud.tags, [templateTag]: template.id },
  });
  if (!template.is_verified) scope.change(templates, template, { is_verified: true });
  snapshot(scope, key, wanted.lists);
}

export const templateOperations: Operations = collection<Template>({
  kind: templates,
  path: "/cckm/aws/templates",
  view,
  filters: ["id", "name", "account_id", "kms", "kms_name", "is_verified"],
  create: createTemplate,
  change: changeTemplate,
  remove: (call, template) => {
    if (users(call, template.id).length > 0)
      throw conflict(`policy template ${template.name} has one or more key associated`);
  },
});

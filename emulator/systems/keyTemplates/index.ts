import { body, emptiable, flag, json, text, type Body } from "../../core/body";
import { collection, freely, refuseTaken } from "../../core/collection";
import { invalid } from "../../core/errors";
import { isObject } from "../../core/fields";
import { addresses, type Header, type Operations, type System } from "../../core/scope";
import { defineKind } from "../../core/store";

/** What new keys of a cloud are to be like: a name, and attributes that are kept as they came. */

const templateName = text.as((name) => {
  if (!/^[A-Za-z0-9-]+$/.test(name)) throw invalid("name may hold letters, digits and dashes");
  return name;
});
const template = body({
  name: templateName.required,
  description: emptiable.or(""),
  override_attributes: flag.or(false),
  template_type: text.or("byok"),
  key_attributes: json.or({}),
});

interface KeyTemplate extends Header, Body<typeof template> {}

/**
 * The templates of a cloud.
 *
 * @param cloud as in paths, such as "aws"
 * @param parameters the attribute that holds what the cloud itself knows of a key, such as
 *   "aws_param"
 */
function templatesOf(cloud: string, parameters: string): Operations {
  const kind = defineKind<KeyTemplate>(`${cloud}-key-templates`, { address: addresses, name: ({ name }) => name });
  const checked = (sent: Body<typeof template>): Body<typeof template> => {
    const value = sent.key_attributes[parameters];
    if (value !== undefined && !isObject(value)) throw invalid(`key_attributes.${parameters} must be a JSON object`);
    return sent;
  };
  return collection<KeyTemplate>({
    kind,
    path: `/cckm/${cloud}/key-templates`,
    filters: ["id", "name", "template_type"],
    create: (call) => {
      const sent = checked(template(call.body));
      refuseTaken(call, kind, "a key template", sent.name);
      return { ...call.header(`cckm:${cloud}-key-template`, `${sent.name.toLowerCase()}-`), ...sent };
    },
    change: (call, before) => {
      const sent = checked(template(call.body, before));
      refuseTaken(call, kind, "a key template", sent.name, before);
      return sent;
    },
    remove: freely,
  });
}

/** Templates of AWS and Azure keys. */
export const keyTemplates: System = {
  name: "keyTemplates",
  unlisted: { ...templatesOf("aws", "aws_param"), ...templatesOf("azure", "azure_param") },
};

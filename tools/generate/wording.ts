import type * as z from "zod";
import { isDocument, isOpen, marksIn, type Marks } from "../../provider/lifecycle/vocabulary/field";
import { isFull } from "../../provider/lifecycle/service/keyEnds";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { isTestedAfter } from "../../provider/lifecycle/service/readiness";
import { registry } from "../../provider/resources";
import { accessLists } from "../../provider/resources/systems";
import { core, defaultOf, partsOf, wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import { documentedResources, type Documented, type Field } from "./sources";

/** Every definition with its comments, each of which ends with what the marks of its field mean. */
export function documentation(): Map<string, Documented> {
  const among = (definition: Definition, fields: readonly Field[]) =>
    inOrder(definition, fields).map((field) => ({
      ...field,
      comment: described(definition, field.name, field.comment),
    }));
  const entries = documentedResources().map((one): [string, Documented] => {
    const definition = registry.find(({ type }) => type === one.type)!;
    const [inputs, outputs] = [among(definition, one.inputs), among(definition, one.outputs)];
    return [one.type, { ...one, inputs, outputs }];
  });
  return new Map(entries);
}

/** The order is that of the definition: what it has in common with others is read from elsewhere. */
function inOrder({ inputs, outputs }: Definition, fields: readonly Field[]): Field[] {
  const names = Object.keys({ ...inputs, ...outputs });
  return [...fields].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}

/**
 * Uniform wording. A comment that covers the same subject in more detail, such as what else a
 * change does, is left as it is.
 */
function described(definition: Definition, name: string, written: string): string {
  const comment = written.replace(/\{@(\w+)\}/g, (_, fact: string) => facts[fact]!(definition, name));
  const isInput = name in definition.inputs;
  const sentences = isInput ? [others, usual, change, guarding, comparison, visibility] : [visibility];
  return [comment, ...sentences.map((say) => say(definition, name, comment))].filter((text) => text !== "").join(" ");
}

/** What comments take from their definition and from the systems, as `{@<name>}`. */
const facts: Readonly<Record<string, (definition: Definition, name: string) => string>> = {
  known: ({ inputs }, name) => {
    const words = wordsOf(openIn(inputs[name]!)).map((word) => `\`${String(word)}\``);
    return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
  },
  connection: ({ inputs }) => (marksIn(inputs.connection).ref as Definition).type,
  accessLists: () =>
    Object.entries(accessLists)
      .map(([type, { actions, orOthers }]) => {
        const known = actions.map((word) => `\`${word}\``).join(", ");
        return `- \`${type}\`: ${known}${orOthers ? ", or others that the service knows" : ""}.`;
      })
      .join(" "),
};

type Say = (definition: Definition, name: string, comment: string) => string;

const marksAt = ({ inputs, outputs }: Definition, name: string): Marks => marksIn(inputs[name] ?? outputs[name]);

/** The enumeration that is not complete: the schema itself, or that of its items. */
function openIn(schema: z.ZodType): z.ZodType | undefined {
  if (isOpen(schema)) return schema;
  const { element } = partsOf(core(schema));
  return element && openIn(element);
}

const others: Say = ({ inputs }, name) =>
  openIn(inputs[name]!) ? "Other values go to the service with a warning, for a new object only." : "";

const usual: Say = (definition, name, comment) => {
  const schema = definition.inputs[name]!;
  const { named, absent } = marksAt(definition, name);
  if (/\b[Dd]efault\b/.test(comment)) return "";
  if (named) return "Default: the resource's name in the program.";
  const value = defaultOf(schema);
  if (value !== undefined) return isNothing(value) ? "Default: none." : `Default \`${plainText(value)}\`.`;
  if (!schema.safeParse(undefined).success) return "";
  return absent === "theirs" ? "Default: left to the service." : "Default: none.";
};

const isNothing = (value: unknown) => typeof value === "object" && Object.keys(value as object).length === 0;

const plainText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const change: Say = (definition, name, comment) => {
  const { change: mark, seen } = marksAt(definition, name);
  const isSaid = definition.action || saysWhatAChangeDoes.test(comment);
  const lasting = /\bremoved?\b|\bempty\b|\blose\b|\btaken? (out|away)\b/.test(comment)
    ? ""
    : lastingWords(marksAt(definition, name));
  if (isSaid) return lasting;
  if (mark === "ignore") return "Used only on creation.";
  if (mark === "replace") return replacement(definition, name);
  if (seen === "local") return "";
  const isTested = isTestedAfter(definition, [name]);
  return [isTested ? "Updated in place; the connection is then tested again." : "Updated in place.", lasting]
    .join(" ")
    .trim();
};

const saysWhatAChangeDoes =
  /\b[Uu]pdate[sd] in place|\b[Cc]hanging it\b|\b[Aa] (later )?change (of|to|in|\w+s)\b|\bwhen one changes\b|\bUsed when\b|\bruns again\b|\bcannot be changed\b/;

function replacement(definition: Definition, name: string): string {
  if (isFull(definition)) return definition.role === "domain" ? ofDomain : ofContainer;
  const isUnmeant = definition.role === "key" && marksAt(definition, name).ref !== undefined;
  return isUnmeant ? ofReference : "Changing it forces replacement.";
}

const ofReference = "Changing it alone forces replacement, and requires `replaceOnChanges`.";

const ofContainer =
  "Changing it forces replacement of the container and of what is declared in it, and requires `replaceOnChanges`.";

const ofDomain = "Changing it forces replacement, and requires `replaceOnChanges`.";

function lastingWords({ absent, as, change: mark }: Marks): string {
  if (absent === "theirs" && as === "merge") return "If removed, its keys are removed.";
  if (absent === "theirs" && mark === undefined) return "If removed, the service keeps its value.";
  return absent === "keep" ? "Once set, it can be changed but not removed." : "";
}

const guarding: Say = (definition, name) =>
  marksAt(definition, name).guards ? "An update fails if the service keeps another value." : "";

const comparison: Say = (definition, name, comment) => {
  const marks = marksAt(definition, name);
  if (marks.as === "set" && !/\b[Oo]rder\b|\bas a set\b/.test(comment)) return "Compared as a set.";
  return isDocument(marks) && !/\bmeaning\b/.test(comment) ? "Compared by its meaning, not by how it is written." : "";
};

const visibility: Say = (definition, name, comment) => {
  const { secret, seen } = marksAt(definition, name);
  const isSaid = /\b(returned|read back|compared|shown|seen)\b/i.test(comment);
  const words: Readonly<Record<string, string>> = {
    never: "Write-only: the service never returns it, so changes outside Pulumi are not detected.",
    local: "Not sent to the service.",
    perhaps: "If a response omits it, it counts as last sent; it is sent after creation or adoption, too.",
    once: "Returned only on creation, and kept from then on.",
  };
  const shown =
    seen === undefined || (isSaid && seen !== "local") || /\bNot sent\b|\bKept by\b/.test(comment) ? "" : words[seen]!;
  return [secret && !/\bSecret( as a whole)?[.;:,]/.test(comment) ? "Secret." : "", shown].join(" ").trim();
};

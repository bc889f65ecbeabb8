import type { Bag, Definition, ExistingObject } from "../../provider/lifecycle/vocabulary/definition";
import { fieldsWhere, isDocument, marksOf, needsOf } from "../../provider/lifecycle/vocabulary/field";
import { isReference, isSetting, mapParts, partsIn, Reference, Shared, type Declaration } from "./declaration";
import { compare, identifierFor, isOpaque, resourceNames, settingName, slug, unique, withoutOwnName } from "./names";
import { titleFor } from "./titles";

/**
 * Assembles a program from many objects: names, files, references, and an order in which everything
 * is declared before it is used.
 */

/** One file of the program. */
export interface Module {
  name: string;
  declarations: Declaration[];
  /** Documents that several resources have in common. */
  shared: Shared[];
  /** Other files it takes something from. */
  uses: string[];
}

export interface Described {
  found: ExistingObject;
  args: Bag;
  comment?: string | undefined;
}

/** More objects of one system than this make a file for each container. */
export const manyInAFile = 250;

/** Reserved names in a generated file. */
const reserved = ["config", "pulumi", "ciphertrust"];

/** `groupOf` says which system a type belongs to. */
export function assemble(described: readonly Described[], groupOf: (definition: Definition) => string): Module[] {
  const names = resourceNames(described.map(({ found }) => found));
  const declarations = described.map(({ found, args, comment }): Declaration => {
    const { definition } = found;
    const name = names.get(found)!;
    const own = { ...withoutOwnName(definition, args, name), adopt: found.id };
    return { found, args: own, name, identifier: "", module: groupOf(definition), comment };
  });
  declarations.sort((a, b) => compare(a.module, b.module));
  const references = new References(declarations);
  for (const one of declarations) references.resolve(one);
  spread(declarations);
  nameConstants(declarations, groupOf);
  return inModules(declarations);
}

/** Ids that stand in arguments become references to the objects they belong to. */
class References {
  private readonly byId = new Map<string, Declaration[]>();
  private readonly byName = new Map<string, Declaration>();

  constructor(declarations: readonly Declaration[]) {
    for (const one of declarations) {
      const { definition, id } = one.found;
      if (!isOpaque(one.found)) continue;
      this.byId.set(id, [...(this.byId.get(id) ?? []), one]);
      this.byName.set(`${definition.type} ${titleFor(one.found)}`, one);
    }
  }

  resolve(of: Declaration): void {
    const { definition } = of.found;
    of.args = Object.fromEntries(
      Object.entries(of.args).map(([key, value]) => {
        if (key === "adopt") return [key, value];
        const { ref } = marksOf(definition, key);
        const needed = typeof ref === "object" ? ref.type : undefined;
        return [key, mapParts(value, (part) => this.referenceFor(of, part, needed))];
      }),
    );
  }

  private referenceFor(of: Declaration, part: unknown, needed: string | undefined): Reference | undefined {
    if (typeof part === "string") {
      const to = this.find(of, part, needed);
      return to && new Reference(to, false);
    }
    if (typeof part !== "object" || part === null || Object.keys(part).sort().join() !== "id,type") return undefined;
    const { type, id } = part as { type: string; id: string };
    const to = this.find(of, id, type);
    return to?.found.definition.type === type ? new Reference(to, true) : undefined;
  }

  private find(of: Declaration, id: string, type: string | undefined): Declaration | undefined {
    const all = (this.byId.get(id) ?? []).filter((one) => one !== of);
    // Older services return the name of the object that must be ready first, where its id was sent.
    return all.find((one) => one.found.definition.type === type) ?? all[0] ?? this.byName.get(`${type} ${id}`);
  }
}

/**
 * A file of thousands of keys is not useful: the objects of a container then have a file of their
 * own.
 */
function spread(declarations: readonly Declaration[]): void {
  const modules = new Set(declarations.map(({ module }) => module));
  const taken = new Set([...modules].map(namespaceOf));
  const files = new Map<Declaration, string>();
  for (const module of modules) {
    const own = declarations.filter((one) => one.module === module);
    if (own.length <= manyInAFile) continue;
    for (const one of own) {
      const container = containerOf(one);
      if (!container || !containerOf(container)) continue;
      const file = files.get(container) ?? unique(`${module}-${slug(container.name)}`, namespaceOf, taken, "-");
      files.set(container, file);
      one.module = file;
    }
  }
}

/** The container of an object: the first resource that must be ready before it. */
function containerOf({ found: { definition }, args }: Declaration): Declaration | undefined {
  for (const [key] of needsOf(definition)) {
    const value = args[key];
    if (value instanceof Reference) return value.to;
  }
  return undefined;
}

function nameConstants(declarations: readonly Declaration[], groupOf: (definition: Definition) => string): void {
  const modules = [...new Set(declarations.map(({ module }) => module))];
  const settings = new Set<string>();
  for (const module of modules) {
    const taken = new Set([...reserved, ...modules.map(namespaceOf)]);
    for (const one of declarations.filter((each) => each.module === module)) {
      const { definition } = one.found;
      const wanted = identifierFor(one.name, definition.type, groupOf(definition));
      one.identifier = unique(wanted, (name) => name, taken, "");
      for (const setting of partsIn(one.args, isSetting)) {
        setting.key = unique(settingName(one.identifier, setting.path), (name) => name, settings, "");
      }
    }
  }
}

/** The name under which a file is imported. */
export function namespaceOf(module: string): string {
  return module.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function inModules(declarations: readonly Declaration[]): Module[] {
  const modules = new Map<string, Module>();
  for (const { module: name } of declarations) modules.set(name, { name, declarations: [], shared: [], uses: [] });
  const reaches = (from: string, to: string): boolean =>
    from === to || modules.get(from)!.uses.some((next) => reaches(next, to));
  const state = new Map<Declaration, "open" | "done">();
  // What is used stands before what uses it; a circle is broken by the id itself.
  const place = (one: Declaration): void => {
    state.set(one, "open");
    const { module } = one;
    const own = modules.get(module)!;
    for (const { to } of partsIn(one.args, isReference)) if (!state.has(to)) place(to);
    one.args = mapParts(one.args, (part) => {
      if (!(part instanceof Reference)) return undefined;
      const { to } = part;
      const isCircle = state.get(to) === "open" || (to.module !== module && reaches(to.module, module));
      if (isCircle) return part.whole ? { type: to.found.definition.type, id: to.found.id } : to.found.id;
      if (to.module !== module && !own.uses.includes(to.module)) own.uses.push(to.module);
      return part;
    }) as Bag;
    own.declarations.push(one);
    state.set(one, "done");
  };
  for (const one of declarations) if (!state.has(one)) place(one);
  for (const one of modules.values()) shareDocuments(one);
  return [...modules.values()];
}

/**
 * Keys that were made alike have long policies in common: one constant for each is easier to read,
 * and to change.
 */
function shareDocuments(module: Module): void {
  const documents = new Map<string, { key: string; value: unknown; uses: Declaration[] }>();
  for (const one of module.declarations) {
    for (const key of fieldsWhere(one.found.definition, isDocument)) {
      const value = one.args[key];
      // One that names another object cannot stand before that.
      if (typeof value !== "object" || partsIn(value, isReference).length > 0) continue;
      const text = `${key} ${JSON.stringify(value)}`;
      const known = documents.get(text) ?? { key, value, uses: [] };
      documents.set(text, known);
      known.uses.push(one);
    }
  }
  const taken = new Set(module.declarations.map(({ identifier }) => identifier));
  for (const { key, value, uses } of documents.values()) {
    if (uses.length < 2) continue;
    const shared = new Shared(
      unique(`shared${key[0]!.toUpperCase()}${key.slice(1)}`, (name) => name, taken, ""),
      value,
    );
    module.shared.push(shared);
    for (const one of uses) one.args = { ...one.args, [key]: shared };
  }
}

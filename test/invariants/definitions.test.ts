import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import {
  endsOf,
  fieldsWhere,
  isOpen,
  isUnseen,
  marksIn,
  marksOf,
  nameInputOf,
  needsOf,
  secretsOf,
} from "../../provider/lifecycle/vocabulary/field";
import { tellingInputOf } from "../../provider/lifecycle/values/label";
import { decodeAll } from "../../provider/lifecycle/values/wire";
import { core, fieldsOf, partsOf, wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../provider/resources";
import { systems } from "../../provider/resources/systems";
import { documentedResources, type Field } from "../../tools/generate/sources";
import { documentation } from "../../tools/generate/wording";
import type * as z from "zod";

/** What every definition must contain, read from the definitions and from their sources. */

const flat = (fields: Field[]): Field[] => fields.flatMap((field) => [field, ...flat(field.fields)]);
const documented = [...documentation().values()];
/** As they stand in the sources: what a mark adds to every comment is no comment of its own. */
const written = documentedResources();
const inputs = written.flatMap((one) => flat(one.inputs));
const outputs = written.flatMap((one) => flat(one.outputs));

test("the fields are found in the sources", () => {
  expect(inputs.length).toBeGreaterThan(registry.length);
  expect(inputs.map(({ where }) => where)).toContain("aws/connection.ts inputs.iamRoleAnywhere.privateKey");
});

test("every resource has a description", () => {
  expect(documented.map(({ type }) => type).sort()).toEqual(registry.map(({ type }) => type).sort());
  expect(written.filter(({ comment }) => comment.length < 20).map(({ type }) => type)).toEqual([]);
});

test("every input and output has a comment of its own, also inside objects", () => {
  expect([...inputs, ...outputs].filter(({ comment }) => comment.length < 10).map(({ where }) => where)).toEqual([]);
});

test("the words of onDestroy and its default are those that its comment names", () => {
  const choosing = registry.filter(({ inputs: { onDestroy } }) => onDestroy !== undefined);
  expect(choosing.length).toBeGreaterThan(10);
  const wrong = choosing.filter(({ type, inputs: { onDestroy } }) => {
    const { inputs: own } = documented.find((one) => one.type === type)!;
    const { comment } = own.find(({ where }) => where.endsWith(".onDestroy"))!;
    const [, usual] = /Default `(\w+)`/.exec(comment) ?? [];
    const named = new Set([...comment.matchAll(/`(\w+)`/g)].map(([, word]) => word));
    return (
      onDestroy!.safeParse(undefined).data !== usual || wordsOf(onDestroy).some((word) => !named.has(String(word)))
    );
  });
  expect(wrong.map(({ type }) => type)).toEqual([]);
});

test("comments name the known values of every enumeration that is not complete", () => {
  const described = [...documentation()].flatMap(([type, { inputs }]) => {
    const definition = registry.find((one) => one.type === type)!;
    return inputs.map(({ name, comment }) => ({ where: `${type}.${name}`, schema: definition.inputs[name]!, comment }));
  });
  const openIn = (schema: z.ZodType): z.ZodType | undefined => {
    const { element } = partsOf(core(schema));
    return isOpen(schema) ? schema : element && openIn(element);
  };
  const open = described.flatMap(({ schema, ...rest }) => {
    const found = openIn(schema);
    return found ? [{ ...rest, words: wordsOf(found).map(String) }] : [];
  });
  expect(open.length).toBeGreaterThan(50);
  const silent = open.filter(({ comment, words }) => words.some((word) => !comment.includes(word)));
  expect(silent.map(({ where }) => where)).toEqual([]);
  expect(open.filter(({ comment }) => !/Other values go to the service/.test(comment))).toEqual([]);
});

test("by default, destroying keeps an object or leaves it in a state that can be recovered", () => {
  const usual = (one: Definition) => one.inputs.onDestroy?.safeParse(undefined).data;
  // A client holds nothing that could be lost, and must lose its access.
  // What nobody misses: an identity is made anew, and a template holds no keys.
  const others = registry.filter(({ type }) => !["RegisteredClient", "AwsPolicyTemplate"].includes(type));
  const defaults = new Set(others.map(usual).filter((one) => one !== undefined));
  expect([...defaults].sort()).toEqual(["archive", "restore", "retain", "scheduleDeletion", "softDelete"]);
});

test("a schedule rotates every type of keys, or its system says why not and what to do", () => {
  const keys = registry.filter(({ role }) => role === "key").map(({ type }) => type);
  const typesIn = (facet: "rotatable" | "unrotatable") => systems.flatMap((one) => Object.keys(one[facet] ?? {}));
  const [rotatable, unrotatable] = [typesIn("rotatable"), typesIn("unrotatable")];
  expect(keys.filter((type) => !rotatable.includes(type) && !unrotatable.includes(type))).toEqual([]);
  expect(rotatable.filter((type) => unrotatable.includes(type))).toEqual([]);
});

test("a word of onDestroy that leaves the end to the hook has one, and no hook is without a word", () => {
  const odd = registry.filter((definition) => {
    const { endings } = marksOf(definition, "onDestroy");
    if (!endings) return definition.inputs.onDestroy !== undefined;
    return Object.values(endings).some(({ calls }) => calls === "hook") !== (definition.hooks?.remove !== undefined);
  });
  expect(odd.map(({ type }) => type)).toEqual([]);
});

const schemaOf = (definition: Definition, key: string): z.ZodType =>
  definition.inputs[key] ?? definition.outputs[key] ?? definition.inputs[""]!;

const secretive = /password|passphrase|secret|private_?key|token|^license$|credential$/i;
/** Endings that make a name harmless: what identifies, describes or regulates a secret. */
const harmless = /(Id|Ids|Identifier|Name|Type|Policy|Required|Outputs|Triggers|Props)$/;
const soundsSecret = (name: string) => secretive.test(name) && !harmless.test(name);

test("every type is listed once", () => {
  const types = registry.map(({ type }) => type);
  expect(types.filter((type, index) => types.indexOf(type) !== index)).toEqual([]);
});

describe.each(registry.map((definition) => [definition.type, definition] as const))("%s", (_type, definition) => {
  const isInput = (key: string) => key in definition.inputs;
  const isKnown = (key: string) => isInput(key) || key in definition.outputs;

  test("its marks are on the fields themselves, not inside a wrapper", () => {
    const shapes = Object.entries({ ...definition.inputs, ...definition.outputs });
    const lost = shapes.filter(([, schema]) => {
      for (let inner = partsOf(schema).innerType; inner; inner = partsOf(inner).innerType)
        // How values are compared, and which there are, counts at every depth.
        if (
          Object.keys(marksIn(inner)).some((axis) => axis !== "as" && axis !== "open") &&
          marksIn(schema) !== marksIn(inner)
        )
          return true;
      return false;
    });
    expect(lost.map(([key]) => key)).toEqual([]);
  });

  test("everything else that it names exists", () => {
    const { unique = [], ready, actions = [], mark, lost } = definition;
    const named = [...unique.flat(), ...actions.flatMap((one) => one.inputs), ...(lost?.inputs ?? [])];
    expect(named.filter((key) => !isInput(key))).toEqual([]);
    expect(
      [ready?.output, ready?.reason, lost?.output].filter((key) => key !== undefined && !(key in definition.outputs)),
    ).toEqual([]);
    if (typeof mark !== "object") expect([undefined, "meta", "app_metadata", "labels"]).toContain(mark);
    else expect(JSON.stringify(mark.write({}, "the mark"))).toContain("the mark");
  });

  test("the output that readiness waits for exists once the object does", () => {
    const { ready, outputs } = definition;
    expect(ready === undefined || !outputs[ready.output]!.safeParse(undefined).success).toBe(true);
  });

  test("a response without outputs that always exist can still be read", () => {
    expect(() => decodeAll(definition, { id: "x" })).not.toThrow();
  });

  test("no name is both an input and an output, or reserved by Pulumi", () => {
    expect(Object.keys(definition.outputs).filter(isInput)).toEqual([]);
    expect(["id", "urn", "adopt", "__provider"].filter(isKnown)).toEqual([]);
  });

  test("its marks are consistent, and only where they are allowed", () => {
    const { inputs, outputs, actions = [] } = definition;
    const acted = actions.flatMap((one) => one.inputs as string[]);
    const senseless = fieldsWhere(definition, () => true).filter((key) => {
      const { change, seen, absent, named } = marksOf(definition, key);
      // An immutable input needs no update call and cannot be required to stay set; an input that is not sent is not
      // set by the service.
      if (change === "replace" && (absent === "keep" || acted.includes(key))) return true;
      if (seen === "local" && absent === "theirs") return true;
      return key in outputs ? Boolean(change ?? absent ?? named) || isUnseen({ seen }) : seen === "once";
    });
    expect(senseless).toEqual([]);
    expect(Object.keys(inputs).filter((key) => marksOf(definition, key).named).length).toBeLessThan(2);
  });

  test.each([
    ["set", "array"],
    ["merge", "record"],
  ])("what compares as a %s is of the type %s", (as, type) => {
    const typeOf = (schema: z.ZodType): string => {
      const { innerType, type: own } = partsOf(schema);
      return innerType ? typeOf(innerType) : own;
    };
    const marked = fieldsWhere(definition, (marks) => marks.as === as);
    expect(marked.filter((key) => typeOf(schemaOf(definition, key)) !== type)).toEqual([]);
  });

  test("names that sound like a secret are marked as one, also inside objects", () => {
    const secrets = secretsOf(definition);
    const shapes = { ...definition.inputs, ...definition.outputs };
    const sounding = Object.entries(shapes).filter(
      ([key, schema]) => soundsSecret(key) || Object.keys(fieldsOf(schema) ?? {}).some((inner) => soundsSecret(inner)),
    );
    expect(sounding.map(([key]) => key).filter((key) => !secrets.includes(key))).toEqual([]);
  });

  test("a secret is not part of a resource's name in messages", () => {
    const given = Object.fromEntries(Object.keys(definition.inputs).map((key) => [key, `value of ${key}`]));
    const label = definition.label?.(given) ?? "";
    for (const key of secretsOf(definition)) expect(label).not.toContain(`value of ${key}`);
  });
});

/** Lists whose order means something, with the reason. */
const ordered: Readonly<Record<string, string>> = {
  "LocalCa.names": "the parts of a distinguished name",
  "ClientKeyPair.names": "the parts of a distinguished name",
};

test("a list that the service keeps is compared as a set: it may return the items in any order", () => {
  const lists = registry.flatMap((one) =>
    Object.entries(one.inputs)
      .filter(([key, schema]) => partsOf(core(schema)).type === "array" && marksOf(one, key).seen !== "local")
      .map(([key]) => ({ name: `${one.type}.${key}`, as: marksOf(one, key).as })),
  );
  expect(lists.length).toBeGreaterThan(50);
  expect(
    lists
      .filter(({ as }) => as !== "set")
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(ordered).sort());
});

describe("what a type leads to is said", () => {
  const isPlain = ({ role = "any" }: Definition) => ["any", "domain", "material"].includes(role);
  const needed = (definition: Definition) => needsOf(definition).map(([, { role }]) => role);

  test("what is reached through a connection is a container", () => {
    const odd = registry.filter((one) => isPlain(one) && needed(one).includes("connection"));
    expect(odd.map(({ type }) => type)).toEqual([]);
  });

  test("a name that is unique in its container only is declared with the container", () => {
    const odd = registry.filter((one) => {
      const isIn = isPlain(one) || one.role === "key";
      if (!isIn || nameInputOf(one) === undefined || one.unique !== undefined) return false;
      return needed(one).includes("container");
    });
    // Names of these are unique in the whole service.
    const everywhere = ["AwsCustomKeyStore", "AwsPolicyTemplate", "DkeEndpoint", "SalesforceEndpoint"];
    expect(odd.map(({ type }) => type).sort()).toEqual(everywhere);
  });

  test("messages can tell one object from another", () => {
    // Each of these is one of many in something else, and has nothing of its own that people know it by.
    // An event is known by its resource's name in the program.
    const objects = registry.filter(({ action }) => !action);
    const nameless = objects.filter((one) => !one.label && !tellingInputOf(one)).map(({ type }) => type);
    expect(nameless.sort()).toEqual([]);
  });
});

describe("secrets reach the service safely", () => {
  test("a connection is tested again when any of its secrets changes", () => {
    const odd = registry.flatMap((one) => secretsOf(one).filter((key) => one.ready?.untested?.includes(key)));
    expect(odd).toEqual([]);
  });

  test("a connection sends its whole login when a part of it changes", () => {
    // These say where, not who.
    const elsewhere = ["name", "nodes", "region"];
    const logins = registry.flatMap((one) => {
      const needed = Object.keys(one.inputs).filter((key) => !one.inputs[key]!.safeParse(undefined).success);
      const own = needed.filter((key) => !elsewhere.includes(key) && marksOf(one, key).by === undefined);
      const isLogin = one.role === "connection" && own.length > 1 && secretsOf(one).some((key) => own.includes(key));
      return isLogin ? [{ type: one.type, own, together: one.update?.together ?? [] }] : [];
    });
    expect(logins.length).toBeGreaterThan(3);
    const apart = logins.filter(({ own, together }) => !together.some((set) => own.every((key) => set.includes(key))));
    expect(apart.map(({ type, own }) => ({ type, own }))).toEqual([]);
  });

  test("a key of which only the record is dropped says where it stays", () => {
    const dropped = registry.flatMap((one) => {
      const endings = Object.entries(endsOf(one));
      const isInside = endings.some(([, { calls }]) => calls !== "hook" && calls.length > 1);
      const alone = endings.filter(([, { calls }]) => calls !== "hook" && calls.length === 1 && calls[0] === "DELETE");
      return isInside ? alone.map(([word, { staysIn }]) => ({ type: one.type, word, where: staysIn })) : [];
    });
    expect(dropped.length).toBeGreaterThan(1);
    expect(dropped.filter(({ where }) => where === undefined)).toEqual([]);
  });

  test("what is an address by https takes none without", () => {
    const shape = (scheme: string) => [`${scheme}://a.example.com`, `${scheme}://a.example.com/kms/v2`];
    const takes = (schema: z.ZodType, scheme: string) => shape(scheme).some((url) => schema.safeParse(url).success);
    const urls = registry.flatMap((one) =>
      Object.entries(one.inputs).flatMap(([key, schema]) =>
        /(url|uri|address|endpoint)$/i.test(key) && takes(schema, "https")
          ? [{ name: `${one.type}.${key}`, schema }]
          : [],
      ),
    );
    expect(urls.length).toBeGreaterThan(1);
    // Azure Stack knows its services by these: nothing is sent there.
    const names = ["AzureConnection.managementUrl", "AzureConnection.vaultResourceUrl"];
    expect(urls.filter(({ schema }) => takes(schema, "http")).map(({ name }) => name)).toEqual(names);
  });
});

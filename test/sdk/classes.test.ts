import { createRequire } from "node:module";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { marksOf, nameInputOf, secretsOf } from "../../provider/lifecycle/vocabulary/field";
import { registry } from "../../provider/resources";
import * as sdk from "../../sdk";
import { providerReference } from "../../sdk/resource";
import { fittingInputsOf } from "../rules/arbitraries";
import { run, valueOf } from "./program";

type Class = {
  new (name: string, args: object | undefined, opts?: object): sdk.CipherTrustResource;
  get?(name: string, id: string): sdk.CipherTrustResource;
};
const exported = sdk as unknown as Record<string, Class>;
const isResourceClass = (value: unknown) =>
  typeof value === "function" && value.prototype instanceof sdk.CipherTrustResource;

const samples = new Map<Definition, Bag>();

/** The same arguments for every test of one class. */
function sampleOf(definition: Definition): Bag {
  const known = samples.get(definition) ?? fc.sample(fittingInputsOf(definition), { numRuns: 1, seed: 7 })[0]!;
  samples.set(definition, known);
  return JSON.parse(JSON.stringify(known)) as Bag;
}

test("every resource has a class of its name, and every class a resource", () => {
  const classes = Object.keys(exported).filter((name) => isResourceClass(exported[name]));
  const abstract = ["CipherTrustResource"];
  expect(classes.filter((name) => !abstract.includes(name)).sort()).toEqual(registry.map(({ type }) => type).sort());
});

const withClass = registry.filter(({ type }) => type in exported);

describe.each(withClass.map((definition) => [definition.type, definition] as const))("%s", (type, definition) => {
  const ResourceClass = exported[type]!;
  const named = nameInputOf(definition);

  test("registers its type with the engine, with its arguments and the line that leads to its code", async () => {
    const args = sampleOf(definition);
    const [request] = await run(() => new ResourceClass("prod", args));
    expect(request).toMatchObject({ type: `pulumi-nodejs:dynamic/ciphertrust:${type}`, name: "prod" });
    const { __provider, __urn, ...inputs } = request!.inputs;
    expect(__provider).toBe(providerReference(type));
    expect(__urn).toBe(`urn:pulumi:stack::project::pulumi-nodejs:dynamic/ciphertrust:${type}::prod`);
    expect(inputs).toEqual(named ? { ...args, [named]: args[named] ?? "prod" } : args);
  });

  test("marks its secrets, in inputs and outputs, and nothing else", async () => {
    const args = sampleOf(definition);
    const given = Object.fromEntries(secretsOf(definition).map((key) => [key, args[key] ?? "sEcReT"]));
    const [request] = await run(() => new ResourceClass("prod", { ...args, ...given }));
    const inputs = secretsOf(definition).filter((key) => key in definition.inputs || args[key] !== undefined);
    expect(request!.secrets.sort()).toEqual([...new Set([...inputs, ...Object.keys(given)])].sort());
    // Write-only values exist only as inputs, which are already secret.
    const returned = secretsOf(definition).filter((key) => marksOf(definition, key).seen !== "never");
    expect(request!.additionalSecretOutputs).toEqual(expect.arrayContaining(returned));
    expect(secretsOf(definition)).toEqual(expect.arrayContaining(request!.additionalSecretOutputs));
  });

  test("has every input and output as a member", async () => {
    let made: unknown;
    await run(() => (made = new ResourceClass("prod", sampleOf(definition))));
    for (const key of [...Object.keys(definition.inputs), ...Object.keys(definition.outputs)])
      expect([key, pulumi.Output.isInstance((made as Bag)[key])]).toEqual([key, true]);
  });

  test("passes on the id to adopt", async () => {
    const adopting = (adopt: unknown) => run(() => new ResourceClass("prod", { ...sampleOf(definition), adopt }));
    expect((await adopting(true))[0]!.inputs.adopt).toBe(true);
    expect((await adopting("b-1"))[0]!.inputs.adopt).toBe("b-1");
  });

  if (named) {
    test(`takes its ${named} from the program, else from the resource's name`, async () => {
      const args = sampleOf(definition);
      const [own, given] = [
        { ...args, [named]: undefined },
        { ...args, [named]: "given" },
      ];
      expect((await run(() => new ResourceClass("prod", own)))[0]!.inputs[named]).toBe("prod");
      expect((await run(() => new ResourceClass("prod", given)))[0]!.inputs[named]).toBe("given");
    });
  }

  if (definition.action || definition.existing?.notLookedUp) {
    test("cannot be looked up by an id alone", () => expect(ResourceClass.get).toBeUndefined());
  } else {
    test("is looked up by its id, with no other properties", async () => {
      const [request] = await run(() => ResourceClass.get!("prod", "b-1"));
      expect(request).toMatchObject({ type: `pulumi-nodejs:dynamic/ciphertrust:${type}`, name: "prod", id: "b-1" });
      expect(request!.inputs).toEqual({ __provider: providerReference(type) });
    });
  }
});

describe("the line that leads to a resource's code", () => {
  test.each(registry.map(({ type }) => type))("is short and contains only the type: %s", (type) => {
    const line = providerReference(type);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(120);
    expect(line).not.toContain("\n");
    expect(line.replace(type, "X")).toBe(providerReference("X"));
  });

  test("is a module whose handler returns the provider of that type", () => {
    const line = providerReference("AwsKms");
    const required: string[] = [];
    const fakeRequire = (name: string) => (required.push(name), { AwsKms: () => "provider of AwsKms" });
    const module: { handler?: () => unknown } = {};
    const evaluate = runInNewContext(`(function (require) { ${line} })`) as (require: typeof fakeRequire) => void;
    evaluate.call(module, fakeRequire);
    expect(module.handler!()).toBe("provider of AwsKms");
    expect(required).toEqual(["pulumi-ciphertrust/dynamic"]);
  });

  test("leads to a path that the package exports", () => {
    const { exports: paths } = createRequire(join(__dirname, "x"))("../../package.json") as { exports: Bag };
    expect(paths).toHaveProperty(["./dynamic"]);
  });
});

test("additional secret outputs in a program are added to those of the resource", async () => {
  const args = { accessKeyId: "a", secretAccessKey: "s" };
  const [request] = await run(() => new sdk.AwsConnection("prod", args, { additionalSecretOutputs: ["accessKeyId"] }));
  expect(request!.additionalSecretOutputs).toContain("accessKeyId");
});

describe("KeyRotation", () => {
  const keyArgs = { kms: "k-1", region: "eu-west-1" };

  test("takes the key's resource itself", async () => {
    const requests = await run(() => {
      const key = new sdk.AwsKey("orders", keyArgs);
      return [key, new sdk.KeyRotation("orders", { key, schedule: "s-1" })];
    });
    expect(requests[1]!.inputs.key).toEqual({ type: "AwsKey", id: "orders-id" });
  });

  test("takes type and id of a key", async () => {
    const key = { type: "AwsKey", id: pulumi.output("k-9") } as const;
    const [request] = await run(() => new sdk.KeyRotation("orders", { key, schedule: "s-1" }));
    expect(request!.inputs.key).toEqual({ type: "AwsKey", id: "k-9" });
  });
});

describe("the next runs of a schedule", () => {
  const yearly = { name: "s", cloud: "aws", runAt: "0 3 1 1 *" } as const;
  const nextRuns = async (args: object) => {
    let runs: Promise<string[]> | undefined;
    await run(() => {
      const schedule = new sdk.RotationSchedule("s", { ...yearly, disabled: false, ...args });
      runs = valueOf(schedule.nextRuns);
      return schedule;
    });
    return runs!;
  };

  test.each([
    {
      name: "are three, from its start on",
      args: { startDate: "2990-06-01T00:00:00Z" },
      runs: ["2991-01-01T03:00:00.000Z", "2992-01-01T03:00:00.000Z", "2993-01-01T03:00:00.000Z"],
    },
    {
      name: "end with the schedule",
      args: { startDate: "2990-06-01T00:00:00Z", endDate: "2991-12-31T00:00:00Z" },
      runs: ["2991-01-01T03:00:00.000Z"],
    },
    { name: "are none while it is disabled", args: { disabled: true }, runs: [] },
  ])("$name", async ({ args, runs }) => expect(await nextRuns(args)).toEqual(runs));
});

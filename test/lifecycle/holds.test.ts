import type { Bag, Definition } from "../../provider/lifecycle/definition";
import { marksOf } from "../../provider/lifecycle/field";
import { wordsOf } from "../../provider/lifecycle/schema";
import { registry } from "../../provider/resources";
import { definitionOf } from "../../provider/resources/load";
import { fixtures, type CompleteFixture } from "./fixtures";
import { startRig, type Rig } from "./rig";

/**
 * What stays after its resource, kept or pending deletion, may hinder the end of what it refers to. A definition says by which
 * references; the service is asked whether it is so, and the refusal says what works.
 */

/** What the service refuses for a reason that no reference shows. */
const otherwise = [
  "AwsXksKey -> VaultKey", // its own `undeletable`, which the error names
  "RegisteredClient -> LocalCa", // the certificate that the CA signed; the service names the client
];

/** All others are deleted, or have nothing beside them that stays: docs/safety.md has the same list. */
const hindering = [
  ...["AwsKey", "AwsUploadedKey"].flatMap((type) =>
    ["scheduleDeletion", "retain"].map((word) => `${type} ${word} -> AwsPolicyTemplate`),
  ),
  ...["AwsXksKey", "AwsCloudHsmKey"].flatMap((type) =>
    ["scheduleDeletion", "retain"].map((word) => `${type} ${word} -> AwsCustomKeyStore`),
  ),
  "AwsCustomKeyStore retain -> AwsKms",
  "OciExternalVault retain -> OciIssuer",
  "OciExternalVault retain -> OciConnection",
  "DkeEndpoint archive -> DkeTenant",
  "DkeEndpoint retain -> DkeTenant",
];

const isDeclared = (definition: Definition, type: string): boolean =>
  Object.keys(definition.inputs).some((key) => {
    const { holds, ref, names } = marksOf(definition, key);
    return holds === true && [ref, names?.[0]].flat().includes(definitionOf(type));
  });

const ways = registry
  .filter(({ type }) => fixtures[type])
  .flatMap((definition) =>
    wordsOf(definition.inputs.onDestroy).map((word) => [definition.type, String(word)] as const),
  );

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.control("POST", "/reset"));

interface Made {
  type: string;
  id: string;
  state: Bag;
}

/** Everything that the work creates. */
async function noting(work: () => Promise<void>): Promise<Made[]> {
  const made: Made[] = [];
  const { lifecycle } = rig;
  rig.lifecycle = (type, ...rest) => {
    const one = lifecycle(type, ...rest);
    const create = one.create.bind(one);
    one.create = async (inputs) => {
      const done = await create(inputs);
      made.push({ type: typeof type === "string" ? type : type.type, ...done });
      return done;
    };
    return one;
  };
  try {
    await work();
    return made;
  } finally {
    rig.lifecycle = lifecycle;
  }
}

/** With the word that deletes the most. */
function ending({ type, state }: Made): Bag {
  const words = wordsOf(definitionOf(type).inputs.onDestroy).map(String);
  const word = ["destroy", "delete", "remove", "purge", "scheduleDestroy"].find((one) => words.includes(one));
  return word === undefined ? state : { ...state, onDestroy: word };
}

test.each(ways)("%s, onDestroy %s: what it refers to ends or not, as the definition says", async (type, word) => {
  const made = await noting(async () => {
    const args: Bag = { ...(await (fixtures[type] as CompleteFixture).args(rig)), onDestroy: word };
    if ("policyTemplate" in definitionOf(type).inputs && "kms" in args) {
      const template = rig.lifecycle("AwsPolicyTemplate");
      const { inputs } = template.check({}, { name: "readers", kms: args.kms });
      args.policyTemplate = (await template.create(inputs)).id;
    }
    const lifecycle = rig.lifecycle(type);
    await lifecycle.create(lifecycle.check({}, args).inputs);
  });
  const own = made.findLast((one) => one.type === type)!;
  await rig.lifecycle(type).delete(own.id, own.state);
  const [refused, left]: [Made[], Made[]] = [[], []];
  for (const one of made.reverse().filter(({ id }) => id !== own.id)) {
    const said = await refusalOf(one);
    if (said === undefined) continue;
    const isHinderedInTurn = left.some((user) => uses(user, one));
    left.push(one);
    if (isHinderedInTurn) continue;
    refused.push(one);
    const pair = `${type} -> ${one.type}`;
    if (otherwise.includes(pair)) continue;
    expect(isDeclared(definitionOf(type), one.type) ? [] : [pair]).toEqual([]);
    expect(said).toMatch(
      /To keep the \w+ as well, remove it from the stack with {2}pulumi state delete .<its URN>. {2}.*; .* does so in later runs/,
    );
  }
  const pairs = refused.map((one) => `${type} ${word} -> ${one.type}`);
  expect(
    pairs.filter((pair) => !hindering.includes(pair) && !otherwise.includes(pair.replace(` ${word}`, ""))),
  ).toEqual([]);
  expect(hindering.filter((pair) => pair.startsWith(`${type} ${word} `) && !pairs.includes(pair))).toEqual([]);
});

const refusalOf = (one: Made): Promise<string | undefined> =>
  rig
    .lifecycle(one.type)
    .delete(one.id, ending(one))
    .then(
      () => undefined,
      (error: Error) => error.message,
    );

/** A reference of its own. */
const uses = (user: Made, { id }: Made): boolean =>
  Object.keys(definitionOf(user.type).inputs).some((key) => [user.state[key]].flat().includes(id));

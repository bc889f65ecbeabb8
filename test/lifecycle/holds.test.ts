import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { isHeldBy } from "../../provider/lifecycle/service/users";
import { wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../provider/resources";
import { definitionOf } from "../../provider/resources/load";
import { fixtures, type CompleteFixture } from "./fixtures";
import { makeHeldKey, makeLunaPartition } from "./fixtures/luna";
import { make, startRig, type Rig } from "./rig";

/**
 * What stays after its resource, kept or pending deletion, may hinder the end of what it refers to.
 * A definition says by which references; the service is asked whether it is so, and the refusal
 * says what works.
 */

/** What the service refuses for a reason that no reference shows. */
const otherwise = [
  "AwsXksKey -> VaultKey", // its own `undeletable`, which the error names
];

/**
 * All others are deleted, or have nothing beside them that stays: docs/safety-cases.md has the same
 * list.
 */
const hindering = [
  ...["AwsKey", "AwsUploadedKey"].flatMap((type) =>
    ["scheduleDeletion", "retain"].map((word) => `${type} ${word} -> AwsPolicyTemplate`),
  ),
  ...["AwsXksKey", "AwsXksKey of an HSM", "AwsCloudHsmKey"].flatMap((type) =>
    ["scheduleDeletion", "retain"].map((word) => `${type} ${word} -> AwsCustomKeyStore`),
  ),
  "AwsCustomKeyStore retain -> AwsKms",
  "OciExternalVault retain -> OciIssuer",
  "OciExternalVault retain -> OciConnection",
  "DkeEndpoint archive -> DkeTenant",
  "DkeEndpoint retain -> DkeTenant",
  ...["scheduleDeletion", "retain"].map((word) => `AwsXksKey of an HSM ${word} -> VirtualKey`),
  "Domain retain -> LocalCa",
  "RegisteredClient revoke -> LocalCa",
  "RegisteredClient retain -> LocalCa",
  "AwsKms retainOnDelete -> AwsConnection",
  "AzureVault retainOnDelete -> AzureConnection",
  "GoogleKeyRing retainOnDelete -> GoogleConnection",
  ...["OciVault", "OciTenancy", "OciCompartment"].map((type) => `${type} retainOnDelete -> OciConnection`),
  "SalesforceOrganization retainOnDelete -> SalesforceConnection",
  "SapGroup retainOnDelete -> SapConnection",
  "LunaPartition retainOnDelete -> LunaConnection",
  "LunaConnection retainOnDelete -> LunaServer",
  "DsmDomain retainOnDelete -> DsmConnection",
  "ExternalCmDomain retainOnDelete -> ExternalCmConnection",
  "ExternalCmConnection retainOnDelete -> ExternalCmServer",
  "DkeTenant retainOnDelete -> AzureConnection",
  "ClientProfile retainOnDelete -> LocalCa",
  "LocalCa retainOnDelete -> LocalCa",
  "RegistrationToken retainOnDelete -> ClientProfile",
];

/** What fixtures leave out: other references of the type. */
const more: Record<string, (args: Bag) => Promise<Bag>> = {
  AwsKey: withTemplate,
  AwsUploadedKey: withTemplate,
  Domain: async () => ({ parentCaId: (await make(rig, "LocalCa", { name: "parent", cn: "Parent" })).id }),
  DkeTenant: async () => ({ connection: (await (fixtures.AzureVault as CompleteFixture).args(rig)).connection }),
  async "AwsXksKey of an HSM"({ customKeyStore }) {
    const { kms_id: kms } = await rig.api.get(`/cckm/aws/custom-key-stores/${String(customKeyStore)}`);
    const partitionId = await makeLunaPartition(rig);
    const healthCheckKeyId = await makeHeldKey(rig, partitionId);
    const virtual = await make(rig, "VirtualKey", { sourceKeyId: healthCheckKeyId, deletable: true });
    const hosted = { sourceKeyTier: "hsm-luna", partitionId, healthCheckKeyId, maxCredentials: 2 };
    const linked = { xksProxyUriEndpoint: "https://hsm.example.com", linkedState: true, connected: true };
    const args = { name: "hsm", kms, region: "eu-west-1", onDestroy: "delete", ...hosted, ...linked };
    const store = await make(rig, "AwsCustomKeyStore", args);
    return { customKeyStore: store.id, sourceKeyTier: "hsm-luna", sourceKeyId: virtual.id };
  },
};

async function withTemplate({ kms }: Bag): Promise<Bag> {
  return { policyTemplate: (await make(rig, "AwsPolicyTemplate", { name: "readers", kms })).id };
}

/** Pulumi's option, for what has no word of its own. */
const kept = "retainOnDelete";

const named = [...new Set([...registry.map(({ type }) => type), ...Object.keys(more)])];
const ways = named
  .filter((name) => fixtures[typeOf(name)])
  .flatMap((name) => {
    const words = wordsOf(definitionOf(typeOf(name)).inputs.onDestroy).map(String);
    return (words.length === 0 ? [kept] : words).map((word) => [name, word] as const);
  });

/** The type of a resource that is made like this. */
function typeOf(name: string): string {
  return name.split(" ")[0]!;
}

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
  return word === undefined ? state : { ...state, ...(word === kept ? {} : { onDestroy: word }) };
}

test.each(ways)("%s, %s: what it refers to ends or not, as the definition says", async (name, word) => {
  const type = typeOf(name);
  const made = await noting(async () => {
    const args: Bag = {
      ...(await (fixtures[type] as CompleteFixture).args(rig)),
      ...(word === kept ? {} : { onDestroy: word }),
    };
    await make(rig, type, { ...args, ...(await more[name]?.(args)) });
  });
  const own = made.findLast((one) => one.type === type)!;
  if (word !== kept) await rig.lifecycle(type).delete(own.id, own.state);
  const [refused, left]: [Made[], Made[]] = [[], []];
  for (const one of made.reverse().filter(({ id }) => id !== own.id)) {
    const said = await refusalOf(one);
    if (said === undefined) continue;
    const isHinderedInTurn = left.some((user) => isHeldBy(known(one), known(user)));
    left.push(one);
    if (isHinderedInTurn) continue;
    refused.push(one);
    const pair = `${type} -> ${one.type}`;
    if (otherwise.includes(pair)) continue;
    expect(isHeldBy(known(one), known(own)) ? [] : [pair]).toEqual([]);
    expect(said).toMatch(
      /To keep the \w+ as well, remove it from the stack with {2}pulumi state delete .<its URN>. {2}.*; .* does so in later runs/,
    );
  }
  const pairs = refused.map((one) => `${name} ${word} -> ${one.type}`);
  expect(
    pairs.filter((pair) => !hindering.includes(pair) && !otherwise.includes(pair.replace(`${name} ${word}`, type))),
  ).toEqual([]);
  expect(hindering.filter((pair) => pair.startsWith(`${name} ${word} `) && !pairs.includes(pair))).toEqual([]);
});

/** As the state of a stack knows it. */
const known = ({ type, ...rest }: Made) => ({ definition: definitionOf(type), ...rest });

const refusalOf = (one: Made): Promise<string | undefined> =>
  rig
    .lifecycle(one.type)
    .delete(one.id, ending(one))
    .then(
      () => undefined,
      (error: Error) => error.message,
    );

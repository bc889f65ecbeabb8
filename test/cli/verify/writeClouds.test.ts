import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { demoCertificates } from "../../../emulator/shared/demoCertificates";
import type { ApiRequest, ApiResponse } from "../../../provider/api/transport";
import type { Bag } from "../../../provider/lifecycle/vocabulary/definition";
import { readClouds } from "../../../cli/verify/write/clouds/file";
import { everySample, samplesWith } from "../../../cli/verify/write/clouds/samples";
import { clouds } from "../../../cli/verify/write/clouds/systems";
import { reasonsWith } from "../../../cli/verify/write/clouds/untried";
import { reasons } from "../../../cli/verify/write/samples/untried";
import { awsAccount } from "../../lifecycle/fixtures/aws";
import { azureSubscription, azureTenant, azureVaultName } from "../../lifecycle/fixtures/azure";
import { paymentsRing, prodKeyFile } from "../../lifecycle/fixtures/google";
import { frankfurt, lunaPassword, production } from "../../lifecycle/fixtures/luna";
import { ociUser, ociWorld } from "../../emulator/systems/ociWorld";
import { systems } from "../../emulator/systems/rows";
import { usual } from "../../lifecycle/fixtures/fixture";
import { salesforceLogin, salesforceOrg } from "../../lifecycle/fixtures/salesforce";
import { cleaned, namesWith, startService, written, type Service } from "./writeSupport";

const { accountId, ...awsCredentials } = awsAccount;

const particular = {
  aws: { connection: awsCredentials, kms: { accountId, regions: ["eu-west-1"] }, keys: true },
  azure: {
    connection: azureTenant,
    vault: { subscriptionId: azureSubscription, vault: azureVaultName },
    keys: true,
  },
  google: { connection: { keyFile: prodKeyFile }, keyRing: { name: paymentsRing }, keys: true },
  oci: { connection: ociUser, vault: { region: "eu-frankfurt-1", vaultId: ociWorld.shared }, keys: true },
  salesforce: { connection: salesforceLogin, organization: { sfdcOrgId: salesforceOrg.sfdcOrgId } },
  luna: {
    server: { hostname: frankfurt, hsmCertificate: demoCertificates[frankfurt]! },
    connection: { password: lunaPassword, partitions: [production] },
    partition: {},
    keys: true,
  },
};

/** What those with containers that are added by one reference log in to and add: their rows say it. */
const usualSystems = systems.flatMap(([name, row]) => {
  const { container, key } = clouds[name]!;
  if (name in particular) return [];
  const { login, reference } = usual(row);
  return [[name, { connection: login, [container.field]: reference, ...(key && { keys: true }) }] as const];
});

/** Every system that the emulator has. */
const all = { ...particular, ...Object.fromEntries(usualSystems) };
const typesOf = Object.values(clouds).flatMap(({ connection, container, key }) => [
  connection,
  container.type,
  ...(key ? [key.type] : []),
]);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "verify-with-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(content: string, mode = 0o600): string {
  const file = join(folder, "clouds.yaml");
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

const withAll = () => readClouds(fileOf(stringify(all)));

describe("the file", () => {
  const refusal = (content: string, mode?: number): string => {
    const file = fileOf(content, mode);
    try {
      readClouds(file);
    } catch (error) {
      return (error as Error).message.replace(file, "FILE");
    }
    return "accepted";
  };

  test("is YAML or JSON", () => {
    expect(readClouds(fileOf(JSON.stringify(all)))).toEqual(withAll());
  });

  test("is refused with the place of each problem, and nothing of its text", () => {
    const aws = { connection: { ...awsCredentials, secretAcessKey: "hunter2", accessKeyId: 7 }, keys: true };
    const lines = refusal(stringify({ aws, amazon: {} })).split("\n");
    expect(lines[0]).toBe("the file FILE, given with --with, is not as expected:");
    expect(lines).toContain("  - aws.connection.accessKeyId (line 3): must be of type string");
    expect(lines).toContain('  - aws.connection: an unknown key at line 5; did you mean "secretAccessKey"?');
    expect(lines).toContain("  - the file: an unknown key at line 7");
    expect(lines.join()).not.toMatch(/hunter2|wJalr|secretAcessKey|amazon/);
  });

  test.each([
    ["key", '  - luna: an unknown key at line 2; did you mean "keys"?'],
    ["lunaKeys", "  - luna: an unknown key at line 2"],
  ])("is refused with a suggestion for what is near a known name: %s", (key, line) => {
    expect(refusal(`luna:\n  ${key}: true\n  connection: {}`).split("\n")).toContain(line);
  });

  test("says what its parts lack, by type", () => {
    const given = reasonsWith({
      luna: { connection: {}, container: {}, keys: false },
      aws: { connection: {}, keys: true },
    });
    expect(given.LunaKey).toBe("set luna.keys: true in the file of --with");
    expect(given.AwsKms).toBe("set aws.kms in the file of --with");
    expect(given.AzureKey).toBe(reasons.AzureKey);
  });

  test.each([
    [
      "a blank is missing",
      "aws:\n  connection: { accessKeyId: A, secretAccessKey:SECRET }",
      "an unknown key at line 2",
    ],
    ["a secret is at the top", "SECRET: 1", "the file: an unknown key at line 1"],
    ["a secret stands for an object", "aws:\n  connection: SECRET", "aws.connection (line 2): must be of type object"],
    ["it is a list", "[SECRET]", "the file (line 1): must be of type object"],
    [
      "a value is of another type",
      "aws:\n  connection: { isRoleAnywhere: SECRET }",
      "aws.connection.isRoleAnywhere (line 2): must be",
    ],
    [
      "a key of a map has a wrong value",
      "aws:\n  connection:\n    labels:\n      SECRET: [1]",
      "aws.connection.labels (line 4)",
    ],
    [
      "a tag is unknown",
      "aws:\n  connection:\n    secretAccessKey: !SECRET x",
      "line 3 has a tag that is not understood",
    ],
    ["a directive is unknown", "%SECRET x\n---\naws: {}", "line 1 has a directive that is not understood"],
    ["a second document begins", "aws: {}\n---\nSECRET: {}", "line 2 begins a second document"],
    ["a key is there twice", "SECRET: 1\nSECRET: 2", "line 2 has a key for the second time"],
    ["an alias has no anchor", "aws: *SECRET", "has an alias that is not understood"],
    ["a value begins with a sign", "aws: %SECRET", "line 1 is not valid YAML or JSON"],
    ["a key is an object", "{ SECRET: 1 }: 2", "the file: an unknown key at line 1"],
  ])("is refused without its text when %s", (_what, content, words) => {
    const printed = [jest.spyOn(process, "emitWarning"), jest.spyOn(console, "warn")];
    const message = refusal(content);
    const said = printed.flatMap(({ mock }) => mock.calls as unknown[]);
    for (const one of printed) one.mockRestore();
    expect(message).toContain(words);
    expect(message).not.toContain("SECRET");
    expect(said).toEqual([]);
  });

  test("is refused, and not waited for, when it is a pipe", () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", ["-m", "600", pipe]);
    expect(() => readClouds(pipe)).toThrow(/is not a regular file: save .*\. Nothing was sent\.$/);
    expect(() => readClouds(folder)).toThrow("is not a regular file");
  });

  test("names the container that a key needs", () => {
    expect(refusal(stringify({ aws: { connection: awsCredentials, keys: true } }))).toMatch(
      /aws\.keys \(line \d\): needs kms/,
    );
  });

  test("is refused when every user may read it, or when it is something else", () => {
    expect(refusal(stringify(all), 0o644)).toContain("chmod o=");
    expect(refusal("a: [secret")).toBe(
      "the file FILE, given with --with, is not understood: line 1 is not valid YAML or JSON. Nothing was sent.",
    );
    expect(() => readClouds(join(folder, "none"))).toThrow("cannot be read (ENOENT)");
  });

  test("takes inputs, not names and references: the run fills those in", () => {
    expect(refusal(stringify({ aws: { connection: { ...awsCredentials, name: "x" } } }))).toContain("an unknown key");
  });
});

test("what a system adds has a reason to be left out without it, or a sample", () => {
  for (const { container, key } of Object.values(clouds))
    for (const type of [container.type, key?.type ?? container.type]) expect(reasons[type]).toBeDefined();
  const order = everySample.map(({ type }) => type);
  const made = samplesWith(withAll()).map(({ type }) => type);
  expect([...made].sort()).toEqual([...new Set(order)].sort());
});

describe("a run with clouds", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.close());
  beforeEach(() => service.reset());

  /** Without the clouds, where keys wait for their deletion. */
  const own = () => {
    const kinds = Object.entries(service.contents()).filter(([kind]) => !/-(cloud|world)-|hidden|^tasks$/.test(kind));
    return Object.fromEntries(kinds);
  };

  test("tests connections, makes keys and ends them, and leaves nothing in the service", async () => {
    const before = own();
    const { entries, told } = await written(service, { clouds: withAll(), types: typesOf });
    expect(entries.filter(({ outcome }) => outcome !== "works")).toEqual([]);
    expect(namesWith(entries, "works").sort()).toEqual([...typesOf].sort());
    expect(own()).toEqual(before);
    const secrets = ["PRIVATE KEY", ...systems.flatMap(([, row]) => row.secrets)];
    for (const secret of secrets) expect(`${told.join("\n")}${JSON.stringify(entries)}`).not.toContain(secret);
  });

  test("leaves a container that somebody else has added through its connection", async () => {
    let sent: ApiRequest | undefined;
    let added: ApiResponse | undefined;
    const { told } = await written(service, {
      clouds: withAll(),
      types: ["AwsKms"],
      through: (send) => async (request) => {
        const response = await send(request);
        if (request.method === "DELETE" && request.path.startsWith("/cckm/aws/kms/") && !added && sent)
          added = await send({ ...sent, body: { ...(sent.body as Bag), name: "theirs" }, headers: request.headers });
        if (request.method === "POST" && request.path === "/cckm/aws/kms") sent = request;
        return response;
      },
    });
    expect(added?.status).toBe(201);
    expect(told.at(-1)).toContain('The domain "sandbox" was not deleted: it has 1 AwsConnection, 1 AwsKms.');
    expect(service.contents()["aws-kms"]).toHaveLength(1);
  });

  test("is cleaned after a kill, containers included", async () => {
    const before = own();
    let latest = service.snapshot();
    const types = typesOf.filter((type) => /^(Aws|Luna|Dsm|Google)/.test(type));
    await written(service, {
      clouds: withAll(),
      types,
      through: (send) => async (request) => {
        const response = await send(request);
        if (request.method === "POST" && /\/(keys|update)$/.test(request.path)) latest = service.snapshot();
        return response;
      },
    });
    service.restore(latest);
    const { isClean, told } = await cleaned(service);
    expect(told.join("\n")).toContain("1 AwsKms");
    expect(isClean).toBe(true);
    expect(own()).toEqual(before);
  });
});

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { marker } from "../../cli/pipeline/summary";
import { Container } from "./container";
import { engineTimeout, startWorld, type Run, type World } from "./harness";
import { stacksOf, template, type Manifest } from "../templates/manifests";
import { registerClient } from "./machineClient";
import { nested, StandIns, runGitlabJob, runWorkflow, type Contexts } from "./runners";
import { secretsProvider } from "./secretsProvider";

/**
 * Every shell step of the templates that users copy, with the real engine against the emulator.
 * Steps that use other people's actions are skipped; commands that would access the code host or a
 * cluster are faked, and their inputs are checked.
 */

jest.setTimeout(engineTimeout);

const program = (description: string) => `const ciphertrust = require("pulumi-ciphertrust");
new ciphertrust.VaultKey("backups", { description: "${description}" });
`;

let world: World;
let container: Container;
let standIns: StandIns;
let variables: Record<string, string>;
let secrets: Record<string, string>;

beforeAll(async () => {
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  container = await Container.create(program("nightly"));
  standIns = new StandIns(container, "gh", "curl", "kubectl");
  container.installsAnew();
  variables = {
    PULUMI_STACK: "prod",
    PULUMI_BACKEND_URL: `file://${container.state}`,
    CIPHERTRUST_ADDRESS: world.emulator.address,
    CIPHERTRUST_CA_CERT: readFileSync(world.emulator.caCertificate, "utf8"),
  };
  secrets = { PULUMI_CONFIG_PASSPHRASE: "state-passphrase", ...(await registerClient(world, "pipeline")) };
  const made = await container.bash("pulumi stack init prod --non-interactive", { ...variables, ...secrets });
  expect(made).toMatchObject({ code: 0 });
});
afterAll(async () => {
  container?.remove();
  await world?.close();
});

const changeOutside = (description: string) => world.api("PATCH", "/vault/keys2/backups?type=name", { description });
const deployed = async () => (await world.api("GET", "/vault/keys2/backups?type=name")).description;
/** The secret ones among them; the identity and the certificate are not. */
const secretsIn = (text: string) =>
  [secrets.PULUMI_CONFIG_PASSPHRASE!, secrets.CIPHERTRUST_CLIENT_KEY!].filter(
    (secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)),
  );
describe("GitHub Actions", () => {
  const github = { repository: "acme/keys", token: "ghs-token", "event.pull_request.number": "42" };
  const contexts = (): Contexts => ({ github: nested(github), secrets, vars: variables });
  const job = (name: string, only?: string) => runWorkflow(container, `github/${name}.yml`, contexts(), only);

  test("a merge: up, with a summary on the run's page", async () => {
    const up = await job("pulumi-up");
    expect(up).toMatchObject({ code: 0, steps: ["Install", "Up", "Summary"] });
    expect(up.summary).toContain("#### What was done: 1 created");
    expect(await deployed()).toBe("nightly");
  });

  test("a pull request: a preview, and a comment of its own", async () => {
    container.write("index.js", program("hourly"));
    standIns.expect({});
    const preview = await job("pulumi-preview");
    expect(preview).toMatchObject({ code: 0, steps: ["Install", "Preview", "Comment"] });
    expect(preview.summary).toContain('`"nightly"` | `"hourly"`');
    const [look, comment] = standIns.calls();
    expect(look!.args).toEqual(expect.arrayContaining(["api", "--paginate", "repos/acme/keys/issues/42/comments"]));
    expect(look!.args.at(-1)).toContain(`startswith("${marker}")`);
    expect(comment).toMatchObject({
      args: ["pr", "comment", "42", "--body-file", expect.any(String)],
      files: [preview.summary],
    });
    expect(await deployed()).toBe("nightly");
  });

  test("the comment also reports a failure, and replaces the previous one", async () => {
    standIns.expect({ "api --paginate": "7\n9\n" });
    const kept = secrets;
    secrets = { ...kept, PULUMI_CONFIG_PASSPHRASE: "another-passphrase" };
    const preview = await job("pulumi-preview").finally(() => (secrets = kept));
    expect(preview).toMatchObject({ code: 1, steps: ["Install", "Preview", "Comment"] });
    const [, comment] = standIns.calls();
    expect(comment!.args.slice(0, 4)).toEqual(["api", "--method", "PATCH", "repos/acme/keys/issues/comments/9"]);
    expect(comment!.files).toEqual([expect.stringContaining("incorrect passphrase")]);
  });

  test("the schedule: drift opens an issue, which is updated while open, and closed when there is no drift", async () => {
    container.write("index.js", program("nightly"));
    await changeOutside("by hand");
    standIns.expect({});
    const drift = await job("pulumi-drift");
    expect(drift).toMatchObject({ code: 0, steps: ["Install", "Drift", "Issue"] });
    const [, label, create] = standIns.calls();
    expect(label!.args.slice(0, 3)).toEqual(["label", "create", "pulumi-drift"]);
    expect(create!.args.slice(0, 6)).toEqual([
      "issue",
      "create",
      "--title",
      "Drift of the stack prod",
      "--label",
      "pulumi-drift",
    ]);
    expect(create!.files).toEqual([drift.summary]);
    expect(drift.summary).toContain('`"nightly"` | `"by hand"` | `admin` (`PATCH /vault/keys2/{id}`) | 20');

    standIns.expect({ "issue list": "12\n" });
    expect(await job("pulumi-drift", "Issue")).toMatchObject({ code: 0 });
    expect(standIns.calls()[1]!.args.slice(0, 4)).toEqual(["issue", "edit", "12", "--body-file"]);

    await changeOutside("nightly");
    standIns.expect({ "issue list": "12\n" });
    const repaired = await job("pulumi-drift");
    expect(repaired).toMatchObject({ code: 0 });
    expect(repaired.summary).toContain("Everything is as the program says.");
    expect(standIns.calls()[1]!.args.slice(0, 3)).toEqual(["issue", "close", "12"]);
  });
});

describe("GitLab CI", () => {
  const predefined = {
    CI_API_V4_URL: "https://gitlab.example.com/api/v4",
    CI_PROJECT_ID: "5",
    CI_MERGE_REQUEST_IID: "42",
    GITLAB_TOKEN: "glpat-secret",
  };
  const job = (name: string, more: Record<string, string> = {}) =>
    runGitlabJob(container, name, { ...variables, ...secrets, ...predefined, ...more });
  const project = "https://gitlab.example.com/api/v4/projects/5";
  /** The inputs of curl, without the token, which is piped in. */
  const noted = () =>
    standIns.calls().map(({ args, files }) => {
      expect(files.at(-1)).toBe('header = "PRIVATE-TOKEN: glpat-secret"\n');
      return { args, files: files.slice(0, -1) };
    });

  test("a merge request: a preview, and a note of its own; then the same note again, of a failure too", async () => {
    container.write("index.js", program("hourly"));
    standIns.expect({ "per_page=100": JSON.stringify([{ id: 3, body: "looks good" }]) });
    expect(await job("pulumi-preview")).toMatchObject({ code: 0 });
    const [look, note] = noted();
    expect(look!.args.at(-1)).toBe(`${project}/merge_requests/42/notes?sort=desc&per_page=100`);
    expect(note!.args).toEqual(expect.arrayContaining(["--request", "POST", "--data-urlencode", "body@summary.md"]));
    expect(note!.args.at(-1)).toBe(`${project}/merge_requests/42/notes`);
    expect(note!.files).toEqual([expect.stringContaining('`"nightly"` | `"hourly"`')]);

    standIns.expect({ "per_page=100": JSON.stringify([{ id: 8, body: `${marker}\nold` }]) });
    expect(await job("pulumi-preview", { PULUMI_CONFIG_PASSPHRASE: "other" })).toMatchObject({ code: 1 });
    expect(noted()[1]!.args).toEqual(expect.arrayContaining(["PUT", `${project}/merge_requests/42/notes/8`]));
    expect(noted()[1]!.files).toEqual([expect.stringContaining("incorrect passphrase")]);

    // With the passphrase each further command would take longer.
    const change = `pulumi stack change-secrets-provider ${secretsProvider} --stack prod --non-interactive`;
    expect(await container.bash(change, { ...variables, ...secrets })).toMatchObject({ code: 0 });
  });

  test("a merge: up", async () => {
    expect(await job("pulumi-up")).toMatchObject({ code: 0 });
    expect(await deployed()).toBe("hourly");
  });

  test("the schedule: drift opens an issue, which is closed when there is no drift", async () => {
    await changeOutside("by hand");
    standIns.expect({ "state=opened": "[]" });
    expect(await job("pulumi-drift")).toMatchObject({ code: 0 });
    const [look, create] = noted();
    expect(look!.args.at(-1)).toBe(`${project}/issues?labels=pulumi-drift&state=opened`);
    expect(create!.args).toEqual(
      expect.arrayContaining(["POST", "title=Drift of the stack prod", "labels=pulumi-drift", `${project}/issues`]),
    );
    expect(create!.files).toEqual([expect.stringContaining('`"hourly"` | `"by hand"`')]);

    await changeOutside("hourly");
    standIns.expect({ "state=opened": '[{"iid":6}]' });
    expect(await job("pulumi-drift")).toMatchObject({ code: 0 });
    expect(noted()[1]!.args).toEqual(expect.arrayContaining(["PUT", "state_event=close", `${project}/issues/6`]));
  });
});

describe("Pulumi Kubernetes Operator", () => {
  const stacks = stacksOf(["stack.yaml", "drift.yaml"]);
  test("secrets.sh creates the secrets that the stacks refer to, and passes none as an argument", async () => {
    const { CIPHERTRUST_CLIENT_ID, CIPHERTRUST_CLIENT_CERT, CIPHERTRUST_CLIENT_KEY } = secrets;
    const files = {
      CLIENT_CERT: CIPHERTRUST_CLIENT_CERT!,
      CLIENT_KEY: CIPHERTRUST_CLIENT_KEY!,
      CA: variables.CIPHERTRUST_CA_CERT!,
    };
    for (const [name, text] of Object.entries(files)) container.write(name, text);
    standIns.expect({ "create secret": "kind: Secret\n", "create namespace": "kind: Namespace\n" });
    const environment = {
      ...secrets,
      CIPHERTRUST_CLIENT_CERT: "CLIENT_CERT",
      CIPHERTRUST_CLIENT_KEY: "CLIENT_KEY",
      CIPHERTRUST_CA_CERT: "CA",
    };
    expect(await container.bash(template("kubernetes-operator/secrets.sh"), environment)).toMatchObject({ code: 0 });
    const calls = standIns.calls();
    const made = calls.find(({ args }) => args.includes("secret"))!;
    expect(made.files).toEqual(["state-passphrase", CIPHERTRUST_CLIENT_ID, ...Object.values(files)]);
    const applied = calls.filter(({ args }) => args[0] === "apply").map(({ files: [piped] }) => piped);
    expect(applied.sort()).toEqual(["kind: Namespace\n", "kind: Secret\n"]);

    const keys = made.args.flatMap((arg) => /^(\w+)=/.exec(arg)?.[1] ?? []);
    const { namespace } = stacks[0]!.metadata;
    expect(made.args).toEqual(expect.arrayContaining(["--namespace", namespace]));
    for (const { secret } of Object.values(stacks[0]!.spec.envRefs)) {
      if (!secret) continue;
      expect(made.args).toContain(secret.name);
      expect(keys).toContain(secret.key);
    }
    const without = { ...environment, CIPHERTRUST_CLIENT_KEY: "" };
    expect(await container.bash(template("kubernetes-operator/secrets.sh"), without)).toMatchObject({
      code: 1,
      text: expect.stringContaining("CIPHERTRUST_CLIENT_KEY: is not set"),
    });
  });

  /** What the operator runs in its workspace, with the variables of the manifest. */
  function workspace({ spec }: Manifest): Promise<Run> {
    const values: Record<string, string> = { ...variables, ...secrets };
    const given = Object.keys(spec.envRefs).map((name) => [name, values[name] ?? ""] as const);
    const options = [spec.refresh && "--refresh", spec.updateTemplate?.spec.expectNoChanges && "--expect-no-changes"];
    const command = spec.preview ? "preview" : "up --yes --skip-preview";
    const script = `npm ci\npulumi ${command} --non-interactive --stack ${spec.stack} ${options.filter(Boolean).join(" ")}`;
    return container.bash(script, { ...Object.fromEntries(given), PULUMI_BACKEND_URL: variables.PULUMI_BACKEND_URL! });
  }

  test("its program runs with the manifest's values: up corrects drift, and the other stack reports it", async () => {
    container.write("index.js", program("operated"));
    const [keys, drift] = stacks;
    expect(await workspace(keys!)).toMatchObject({ code: 0 });
    expect(await deployed()).toBe("operated");
    await changeOutside("by hand");
    expect(await workspace(drift!)).toMatchObject({ code: 7 });
    expect(await deployed()).toBe("by hand");
    expect(await workspace(keys!)).toMatchObject({ code: 0 });
    expect(await deployed()).toBe("operated");
  });
});

describe("the rotation report", () => {
  const page = () => readFileSync(join(container.project, "rotation-report.html"), "utf8");
  const github = (more: Record<string, string>) =>
    runWorkflow(container, "github/rotation-report.yml", { github: {}, secrets, vars: { ...variables, ...more } });
  const allowed = { ROTATION_ALLOW_UNSCHEDULED: "true" };
  // Other tests may have left keys in the vault.
  const fine = /No key is overdue; (\d+) of \1 keys? (?:is|are) not scheduled: .*; \1 keys? ha(?:s|ve) no rotation\.\n/;
  const gitlab = (more: Record<string, string>) =>
    runGitlabJob(container, "rotation-report", { ...variables, ...secrets, ...more });

  beforeAll(async () => {
    const policy = { basic: { clients: ["service-402817365510@gcp-sa-ekms.iam.gserviceaccount.com"] } };
    await world.api("POST", "/cckm/google/projects", { project_id: "acme-prod" });
    await world.api("POST", "/cckm/ekm/endpoints", { name: "orders", keyURIHostname: "keys.example.com", policy });
    await world.control("POST", "/clock", { advanceSeconds: 40 * 86_400 });
  });

  test("nothing is overdue: the page exists, the run's page shows the table, and keys without a schedule fail unless allowed", async () => {
    const made = await github(allowed);
    expect(made).toMatchObject({ code: 0, steps: ["Install", "Report"] });
    expect(made.summary).toMatch(/^ {4}EKM\n {4} {2}key .*\n {4} {2}orders /);
    expect(made.summary).toMatch(new RegExp(`\\n {4}${fine.source}`));
    const hash = createHash("sha256").update(page()).digest("hex");
    expect(made.summary).toContain(`\n    ${hash}  rotation-report.html\n`);
    expect(page()).toContain("No key is overdue");
    expect(await gitlab(allowed)).toMatchObject({ code: 0, text: expect.stringMatching(fine) });
    expect(await github({})).toMatchObject({ code: 4, summary: expect.stringMatching(fine) });
    expect(await gitlab({})).toMatchObject({ code: 4, text: expect.stringMatching(fine) });
  });

  test("a key is overdue: the run fails, and the page exists", async () => {
    const sentence = /(\d+) of \1 keys? (?:is|are) overdue: .*by 10 days; \1 keys? ha(?:s|ve) no rotation\.\n/;
    const late = await github({ ROTATION_MAX_AGE: "30d" });
    expect(late).toMatchObject({ code: 4, summary: expect.stringMatching(sentence) });
    expect(page()).toMatch(/(\d+) of \1 keys? (?:is|are) overdue/);
    container.write("rotation-report.html", "");
    const again = await gitlab({ ROTATION_MAX_AGE: "30d" });
    expect(again).toMatchObject({ code: 4, text: expect.stringMatching(sentence) });
    expect(page()).toMatch(/(\d+) of \1 keys? (?:is|are) overdue/);
    expect(secretsIn(page() + late.text + late.summary + again.text)).toEqual([]);
  });
});

test("the pipelines' credentials are in no argument, in nothing sent to a code host, and not in the state", () => {
  const calls = standIns.all();
  const forges = calls.filter(({ command }) => command !== "kubectl");
  expect(new Set(calls.map(({ command }) => command))).toEqual(new Set(["gh", "curl", "kubectl"]));
  expect(secretsIn(JSON.stringify([calls.map(({ args }) => args), forges]))).toEqual([]);
  expect(JSON.stringify(calls.map(({ args }) => args))).not.toContain("glpat-secret");
  const state = container.stateText();
  expect(state).toContain("backups");
  expect(secretsIn(state)).toEqual([]);
  expect(state).not.toContain(secrets.CIPHERTRUST_CLIENT_ID);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { itemPath } from "../../provider/lifecycle/vocabulary/record";
import { wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../provider/resources";
import { definitionOf } from "../../provider/resources/load";
import { fixtures } from "../lifecycle/fixtures";
import { operationOf, statusOf } from "../facts/statuses";
import { make, startRig, type Rig } from "../lifecycle/rig";
import { Calls, recordedCalls, unmade, writeCalls } from "./calls";
import { named, folded, ownSteps, recorded, textsIn, witnessed, worded } from "./sent";
import { usualLife } from "./usualLife";

/**
 * The requests of each resource, from create to delete. `lives/README.md` explains the format: the
 * lines at the margin of a life are run, and the lines below them are all requests that this sends.
 * Every step of a definition's own must run in one.
 */

const folder = join(__dirname, "lives");
const scripts = readdirSync(folder).filter((name) => name.endsWith(".txt"));
const paragraphs = scripts.flatMap((name) => readFileSync(join(folder, name), "utf8").split(/\n(?=\S)/));
const lives = paragraphs
  .filter((text) => !text.startsWith("#"))
  .map((text) => text.replace(/^ *#.*\n/gm, "").trimEnd());

const typeOf = (life: string): string => life.split("\n")[0]!;

/** The lives that are written down for a type; else the one of its row, if it has one. */
function livesOf(definition: Definition): string[] {
  const own = lives.filter((life) => typeOf(life) === definition.type);
  const usual = usualLife(definition);
  return own.length > 0 || usual === undefined ? own : [usual];
}

/** A line at the margin of a life. */
interface Step {
  word: string;
  type?: string;
  action?: string;
  given?: string;
}

/** Runs the life that the text describes; returns the text with the actual requests. */
class Life {
  private readonly lines: string[] = [];
  private readonly names: Bag = {};
  private args: Bag = {};
  private inputs: Bag = {};
  private object: { id: string; state: Bag } = { id: "", state: {} };

  constructor(
    private readonly rig: Rig,
    private readonly definition: Definition,
    private readonly ran: Set<string>,
    private readonly calls: Calls,
  ) {}

  async tell(text: string): Promise<string> {
    this.lines.push(this.definition.type);
    this.args = await fixtures[this.definition.type]!.args(this.rig);
    for (const line of text.split("\n").filter((one) => /^ {2}\w/.test(one))) {
      this.lines.push(line);
      const { groups } = /^ {2}(?<word>\w+)(?: (?<type>\w+))?(?: (?<action>[\w-]+))?(?: (?<given>\{.*))?$/.exec(line)!;
      await this.step(groups as unknown as Step);
    }
    return this.lines.join("\n");
  }

  /** A life of a row, as it would be written down for this object. */
  written = (text: string): string =>
    text.replace(/^ {4}(.*)$/gm, (_, line: string) => this.worded(line).replace(/^/gm, "    "));

  private worded = (line: string): string => folded(named(line, { id: this.object.id, ...this.names, ...this.args }));

  private async step({ word, type = "", action, given }: Step): Promise<void> {
    const known = Object.fromEntries(textsIn({ ...this.args, ...this.names }));
    const usual = word === "change" ? (fixtures[this.definition.type]!.change as Bag) : {};
    const written = given?.replace(/\{(\w+)\}/g, (_, name: string) => JSON.stringify(known[name]).slice(1, -1));
    const more = written === undefined ? usual : (parse(written) as Bag);
    for (const name of Object.keys(more)) more[name] ??= undefined;
    if (word === "given") this.names[type] = (await make(this.rig, type, more)).id;
    else if (word === "outside") await this.rig.api.post(`${this.pathOf(type)}/${action}`, given && more);
    else {
      Object.assign(this.args, more);
      const sent: [string, unknown][] = [];
      const definition = witnessed(this.definition, (step) => this.ran.add(step));
      const hear = (api: Rig["api"]) =>
        recorded(
          api,
          (call, body) => (this.calls.hear(call), sent.push([call, body && JSON.parse(JSON.stringify(body))])),
          (call) => this.calls.hear(call),
        );
      await this.live(word, this.rig.lifecycle(definition, undefined, hear));
      const lines = sent.map(([call, body]) => this.worded(worded(call, body)).replace(/^/gm, "    "));
      // A request that is repeated until the service is ready for it is listed once.
      if (word !== "have") this.lines.push(...lines.filter((line, at) => line !== lines[at - 1]));
    }
  }

  /** Of the object of the life, or of the last one given. */
  private pathOf(type: string): string {
    const id = type === this.definition.type ? this.object.id : (this.names[type] as string);
    return itemPath(definitionOf(type), id);
  }

  private async live(word: string, lifecycle: ReturnType<Rig["lifecycle"]>): Promise<void> {
    const { id } = this.object;
    // As `pulumi up --refresh` does: what was changed outside is planned.
    const { state } = (word === "change" && (await lifecycle.read(id, this.object.state))) || this.object;
    this.calls.begin(word === "destroy" ? "delete" : word === "change" ? "update" : "create");
    if (word === "destroy") {
      this.ran.add(`onDestroy: ${String(this.args.onDestroy ?? state.onDestroy)}`);
      return lifecycle.delete(id, { ...state, ...this.args });
    }
    const { inputs, failures } = lifecycle.check(this.inputs, this.args);
    expect(failures).toEqual([]);
    this.inputs = inputs;
    this.object = word !== "change" ? await lifecycle.create(inputs) : await lifecycle.update(id, state, inputs);
    this.names.id = this.object.id;
    this.calls.begin("read");
    await lifecycle.read(this.object.id, this.object.state);
  }
}

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

/** The calls of each type, which the reference shows. */
const heard = new Map<string, readonly string[]>();
afterAll(() => {
  const types = registry.map(({ type }) => type);
  if (process.env.WRITE_CALLS) writeCalls(heard, types);
});

interface Request {
  method: string;
  path: string;
  status: number;
}
/** Operations with the statuses that they returned. */
const answers = new Set<string>();

test.each(registry.map((definition) => [definition.type, definition] as const))("%s", async (_type, definition) => {
  const ran = new Set<string>();
  const calls = new Calls();
  for (const text of livesOf(definition)) {
    await rig.control("POST", "/reset");
    const life = new Life(rig, definition, ran, calls);
    const told = await life.tell(text);
    expect(told).toBe(text === usualLife(definition) ? life.written(text) : text);
    const { items } = (await rig.control("GET", "/requests")) as { items: Request[] };
    for (const { method, path, status } of items)
      answers.add(`${operationOf(method, path) ?? `${method} ${path}`} ${status}`);
  }
  expect(livesOf(definition)).not.toEqual([]);
  heard.set(definition.type, calls.rows());
  // To bring the file up to date: npm run generate -- calls.
  if (!process.env.WRITE_CALLS) expect(calls.rows()).toEqual(recordedCalls(definition.type));
  const words = wordsOf(definition.inputs.onDestroy).map((word) => `onDestroy: ${String(word)}`);
  expect([...ownSteps(definition), ...words].filter((step) => !ran.has(step))).toEqual([]);
  expect(unmade(definition, calls.rows())).toEqual([]);
});

test("every call that succeeds does so with the status that the facts say", () => {
  const successes = [...answers].filter((one) => / 2\d\d$/.test(one));
  expect(successes.length).toBeGreaterThan(300);
  const odd = successes.filter((one) => !one.endsWith(` ${statusOf(one.replace(/ \d+$/, ""))}`));
  expect(odd).toEqual([]);
});

test("every life is of an existing resource", () => {
  const types = registry.map(({ type }) => type);
  expect(lives.map(typeOf).filter((type) => !types.includes(type))).toEqual([]);
});

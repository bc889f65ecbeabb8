import { createApi, type Api } from "../../provider/api/client";
import { neverStop, systemClock } from "../../provider/api/clock";
import { readSettings } from "../../provider/api/settings";
import { transport, type Send } from "../../provider/api/transport";
import { registry } from "../../provider/resources";
import { fixtures } from "../lifecycle/fixtures";
import { make, startRig, type Rig } from "../lifecycle/rig";

/** Ids chosen by the service must not lead a call to another path. */

/** What every id of this service ends with. */
const usualTail = "/../../users?all=yes#";
/** Ids of these are made of two, with a slash between them. */
const compound = ["ContainerAcl", "GoogleKeyVersion", "OciKeyVersion"];
let tail = usualTail;
/** No path holds its id, and it waits for connections to end, which nobody counts here. */
const restarts = "WebInterfaceTrust";
const types = registry.map(({ type }) => type).filter((type) => type !== restarts);

const identifier = /^(\w+\|)?([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,})$/i;

function mapped<T>(value: T, map: (text: string) => string): T {
  if (typeof value === "string") return map(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => mapped(one, map)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one as unknown, map)])) as T;
}

/** The service with such ids; `astray` gets the paths in which one is more than a part of a segment. */
function withStrangeIds(send: Send, astray: string[]): Send {
  /** The ids that programs chose. */
  const chosen = new Set<string>();
  const strange = (text: string) => (identifier.test(text) && !chosen.has(text) ? text + tail : text);
  const plain = (text: string) => {
    if (identifier.test(text)) chosen.add(text);
    return text.replaceAll(tail, "").replaceAll(encodeURIComponent(tail), "");
  };
  return async ({ path, query, body, ...request }) => {
    if (path.includes(tail)) astray.push(path);
    const response = await send({
      ...request,
      path: path.replaceAll(tail, "").replaceAll(encodeURIComponent(tail), ""),
      query: mapped(query, plain),
      body: mapped(body, plain),
    });
    return { ...response, body: mapped(response.body, strange) };
  };
}

const astray: string[] = [];
let rig: Rig;
let api: Api;
beforeAll(async () => {
  const usual = await startRig();
  const { address, username, password, caCertificate } = usual.emulator;
  const settings = readSettings((name) => ({ address, username, password, caCertificate })[name as string], {});
  const { close, send } = transport(settings, neverStop.calls, systemClock);
  api = createApi(settings, { send: withStrangeIds(send, astray) });
  rig = {
    ...usual,
    api,
    lifecycle: (type, clock) => usual.lifecycle(type, clock, () => api),
    async close() {
      await close();
      await usual.close();
    },
  };
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  tail = usualTail;
  astray.length = 0;
});

test.each(types)("%s: no id leads its calls astray", async (type) => {
  if (compound.includes(type)) tail = "?all=yes#";
  const { args, change } = fixtures[type]!;
  const lifecycle = rig.lifecycle(type);
  const { id, state, inputs } = await make(rig, type, await args(rig));
  const { state: seen } = (await lifecycle.read(id, state))!;
  const { state: last } =
    "waived" in change ? { state: seen } : await lifecycle.update(id, seen, { ...inputs, ...change });
  await lifecycle.delete(id, last);
  expect(astray).toEqual([]);
});

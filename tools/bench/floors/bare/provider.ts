import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Dispatcher, Pool } from "undici";
import { documented } from "../outputs";
import { hosted, type Inputs } from "../host";

/**
 * Makes the requests that ours has to make, with undici and nothing else: no retries, no checks of
 * responses, no errors in words, no second look at what it changes. Of undici it loads the pool
 * alone, as ours does.
 */

const load = createRequire(__filename);
const PoolClass = load("undici/lib/dispatcher/pool.js") as typeof Pool;
const request = load("undici/lib/api/api-request.js") as (
  this: Dispatcher,
  options: Dispatcher.RequestOptions,
) => Promise<Dispatcher.ResponseData>;

const { CIPHERTRUST_ADDRESS, CIPHERTRUST_USERNAME, CIPHERTRUST_PASSWORD, CIPHERTRUST_CA_CERT } = process.env;
/** The default of ours. */
const connections = 16;
const pool = new PoolClass(CIPHERTRUST_ADDRESS!, { connections, connect: { ca: readFileSync(CIPHERTRUST_CA_CERT!) } });

type Wire = Record<string, unknown>;

async function call(method: Dispatcher.HttpMethod, path: string, body?: object, token?: string): Promise<Wire> {
  const headers = {
    accept: "application/json",
    ...(body && { "content-type": "application/json" }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const text = body && JSON.stringify(body);
  const response = await request.call(pool, { method, path: `/api/v1${path}`, headers, body: text });
  const shown = await response.body.text();
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode}`);
  return shown === "" ? {} : (JSON.parse(shown) as Wire);
}

let loggedIn: Promise<string> | undefined;
let identified: Promise<Wire> | undefined;

async function logIn(): Promise<string> {
  const credentials = { grant_type: "password", username: CIPHERTRUST_USERNAME, password: CIPHERTRUST_PASSWORD };
  return (await call("POST", "/auth/tokens/", credentials)).jwt as string;
}

async function send(method: Dispatcher.HttpMethod, path: string, body?: object): Promise<Wire> {
  return call(method, path, body, await (loggedIn ??= logIn()));
}

/** Once a process, before it changes anything. */
const identify = (): Promise<Wire> => (identified ??= send("GET", "/domain"));

/** Before the first object of a stack, twice. */
let confirmed: Promise<Wire> | undefined;
const confirm = async (): Promise<Wire> => (confirmed ??= identify().then(() => send("GET", "/domain")));

const collection = "/connectionmgmt/services/aws/connections";

function outputsOf(record: Wire): object {
  return {
    awsRegion: record.aws_region,
    awsStsRegionalEndpoints: record.aws_sts_regional_endpoints,
    cloudName: record.cloud_name,
    isRoleAnywhere: record.is_role_anywhere,
    products: record.products,
    state: documented.state,
  };
}

async function create({ name, accessKeyId, secretAccessKey }: Inputs): Promise<{ id: string; outputs: object }> {
  await confirm();
  const { cloudName, isRoleAnywhere, products } = documented;
  const record = await send("POST", collection, {
    name,
    products,
    access_key_id: accessKeyId,
    secret_access_key: secretAccessKey,
    cloud_name: cloudName,
    is_role_anywhere: isRoleAnywhere,
  });
  const id = record.id as string;
  await send("POST", `${collection}/${id}/test`);
  return { id, outputs: outputsOf(record) };
}

export const provider = (): object =>
  hosted({
    create,
    read: async (id, state) => ({ ...state, ...outputsOf(await send("GET", `${collection}/${id}`)) }),
    delete: async (id) => {
      await identify();
      const { meta } = await send("GET", `${collection}/${id}`);
      if (meta) throw new Error(`${id} belongs to another stack`);
      await send("DELETE", `${collection}/${id}`);
      const left = await send("GET", `${collection}/${id}`).catch(() => undefined);
      if (left) throw new Error(`${id} still exists`);
    },
  });

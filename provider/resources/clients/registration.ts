import { segment, type Api, type Wire } from "../../api/client";
import { counted } from "../../api/counted";
import { ApiError, isKind } from "../../api/errors";
import { idIn } from "../../api/responses";
import type { Bag, Scope } from "../../lifecycle/vocabulary/definition";
import { explain } from "../../lifecycle/vocabulary/failure";
import { matchesRequest, sameCertificate } from "./certificates";

/** How a client is registered: once, even if responses are lost. */

const clients = "/client-management/clients/";
const tokens = "/client-management/regtokens/";

/** What the registration needs to know of the inputs; which certificate it is about. */
interface Registration {
  name: string;
  registrationToken: string;
  csr?: string;
  externalCertificate?: string;
}

/**
 * Registers the client, or returns the one that an earlier attempt registered whose response was
 * lost. A token allows a number of registrations: none is spent on a client that already exists.
 */
export async function register(scope: Scope, body: Wire): Promise<Wire> {
  const { api, progress, label } = scope;
  const inputs = scope.inputs as unknown as Registration;
  const before = await named(api, inputs.name);
  const earlier = before.find((one) => isProvablyOurs(one, inputs));
  if (earlier) {
    progress(`${label}: already registered with this certificate request; using that client`);
    return earlier;
  }
  // The service may allow two clients with one name; which of them is meant cannot be determined.
  if (before.length > 0) throw taken(inputs.name);
  try {
    return await whole(api, await api.post(clients, body, { anonymous: true }));
  } catch (error) {
    if (!isKind(error, "unanswered")) throw await refused(scope, error);
    const made = (await named(api, inputs.name)).find((one) => isOursByNow(one, inputs));
    if (!made) throw error;
    progress(`${label}: the response was lost, but the client is registered`);
    return made;
  }
}

/** Clients of that name, complete: a list may leave out certificates. */
async function named(api: Api, name: string): Promise<Wire[]> {
  const listed = (await api.list(clients, { name })).filter((one) => one.name === name);
  return Promise.all(listed.map((one) => whole(api, one)));
}

/** The response, completed by what only reading the client returns. */
async function whole(api: Api, response: Wire): Promise<Wire> {
  if (typeof response.cert === "string" && response.state !== undefined) return response;
  const shown = await api.get(`${clients}${segment(idIn(response))}`);
  return { ...response, ...shown };
}

/** Only the holder of the key can have requested this certificate. */
function isProvablyOurs({ cert, state }: Wire, { csr, externalCertificate }: Registration): boolean {
  if (state === "revoked") return false;
  if (csr !== undefined) return matchesRequest(cert, csr);
  return externalCertificate !== undefined && sameCertificate(cert, externalCertificate);
}

/**
 * A client that did not exist before the call: if the service made the key, nothing else identifies
 * it.
 */
function isOursByNow(client: Wire, inputs: Registration): boolean {
  const { csr, externalCertificate } = inputs;
  return csr === undefined && externalCertificate === undefined ? true : isProvablyOurs(client, inputs);
}

function taken(name: string): ApiError {
  return new ApiError(`the service already has a client named "${name}"`, {
    kind: "conflict",
    call: `POST ${clients}`,
  });
}

/**
 * Explains what is wrong with the token, as far as the service shows: its refusal alone often does
 * not.
 */
async function refused({ api, inputs, label }: Scope, error: unknown): Promise<unknown> {
  if (!isKind(error, "badRequest", "unauthorized", "forbidden", "notFound")) return error;
  const why = await troubleWith(api, (inputs as Bag).registrationToken).catch(() => undefined);
  if (!why) return error;
  return explain(
    `registering ${label}`,
    error,
    `The registration token ${why}. Create a new one: change the triggers of its RegistrationToken, or of its RestClient, or request one from whoever issued it. Nothing was registered.`,
  );
}

async function troubleWith(api: Api, text: unknown): Promise<string | undefined> {
  const known = await api.list(tokens);
  const token = known.find((one) => one.token === text);
  // If the list does not contain the tokens themselves, the cause cannot be determined.
  if (!token && known.some((one) => one.token === undefined)) return undefined;
  if (!token) return "is not known to the service: it was revoked, or belongs to another service or domain";
  const { valid_until: until, max_clients: most, clients_registered: used } = token;
  if (typeof until === "string" && Date.parse(until) > 0 && Date.parse(until) <= (await api.time())) {
    return `expired at ${until}`;
  }
  if (typeof most === "number" && most > 0 && Number(used ?? 0) >= most) {
    return `is used up: ${Number(used)} of ${counted(most, "client")} registered with it`;
  }
  return undefined;
}

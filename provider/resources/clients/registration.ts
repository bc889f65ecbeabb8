import { segment, type Api, type Wire } from "../../api/client";
import { ApiError, isKind } from "../../api/errors";
import { idIn } from "../../api/responses";
import type { Bag, Scope } from "../../engine/definition";
import { explain } from "../../engine/failure";
import { answersRequest, sameCertificate } from "./certificates";

/** How a client is registered: once, whatever becomes of the answers. */

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
 * Registers the client, or returns the one that an earlier attempt registered whose answer was lost. A token is good for
 * a number of registrations: none is spent on a client that is there already.
 */
export async function register(scope: Scope, body: Wire): Promise<Wire> {
  const { api, progress, label } = scope;
  const inputs = scope.inputs as unknown as Registration;
  const before = await named(api, inputs.name);
  const earlier = before.find((one) => isProvablyOurs(one, inputs));
  if (earlier) {
    progress(`${label}: it was registered before, with this certificate request; that client is used`);
    return earlier;
  }
  // The service may allow two clients of a name; nobody could tell which of them is meant.
  if (before.length > 0) throw taken(inputs.name);
  try {
    return await whole(api, await api.post(clients, body, { anonymous: true }));
  } catch (error) {
    if (!isKind(error, "unanswered")) throw await refused(scope, error);
    const made = (await named(api, inputs.name)).find((one) => isOursByNow(one, inputs));
    if (!made) throw error;
    progress(`${label}: the answer was lost, but the client is registered`);
    return made;
  }
}

/** Clients of that name, whole: a list may leave out certificates. */
async function named(api: Api, name: string): Promise<Wire[]> {
  const listed = (await api.list(clients, { name })).filter((one) => one.name === name);
  return Promise.all(listed.map((one) => whole(api, one)));
}

/** What the answer says, and what only the client itself shows. */
async function whole(api: Api, answer: Wire): Promise<Wire> {
  if (typeof answer.cert === "string" && answer.state !== undefined) return answer;
  const shown = await api.get(`${clients}${segment(idIn(answer))}`);
  return { ...answer, ...shown };
}

/** Only the holder of the key can have asked for this certificate. */
function isProvablyOurs({ cert, state }: Wire, { csr, externalCertificate }: Registration): boolean {
  if (state === "revoked") return false;
  if (csr !== undefined) return answersRequest(cert, csr);
  return externalCertificate !== undefined && sameCertificate(cert, externalCertificate);
}

/** A client that was not there when we asked: where the service made the key, nothing else could tell. */
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

/** Says what is wrong with the token, as far as the service lets us see it: its refusal alone often does not. */
async function refused({ api, inputs, label }: Scope, error: unknown): Promise<unknown> {
  if (!isKind(error, "badRequest", "unauthorized", "forbidden", "notFound")) return error;
  const why = await troubleWith(api, (inputs as Bag).registrationToken).catch(() => undefined);
  if (!why) return error;
  return explain(
    `registering ${label}`,
    error,
    `The registration token ${why}. Make a new one: change the triggers of its RegistrationToken, or ask whoever gave it to you. Nothing was registered.`,
  );
}

async function troubleWith(api: Api, text: unknown): Promise<string | undefined> {
  const known = await api.list(tokens);
  const token = known.find((one) => one.token === text);
  // Where the list does not show the tokens themselves, there is nothing to go by.
  if (!token && known.some((one) => one.token === undefined)) return undefined;
  if (!token) return "is not known to the service: it was revoked, or belongs to another service or domain";
  const { valid_until: until, max_clients: most, clients_registered: used } = token;
  if (typeof until === "string" && Date.parse(until) > 0 && Date.parse(until) <= (await api.time())) {
    return `expired at ${until}`;
  }
  if (typeof most === "number" && most > 0 && Number(used ?? 0) >= most) {
    return `is used up: ${Number(used)} of ${most} clients have registered with it`;
  }
  return undefined;
}

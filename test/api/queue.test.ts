import { createServer } from "node:https";
import { createServer as createSilentServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createApi, type Api } from "../../provider/api/client";
import { systemClock, type Clock } from "../../provider/api/clock";
import type { Settings } from "../../provider/api/settings";
import { makeAuthority, type Authority } from "./certificates";
import { errorOf, FakeClock, settings } from "./support";

/** The time of a call starts with its attempt, not while it waits for a connection. */

let authority: Authority;
beforeAll(async () => void (authority = await makeAuthority()));

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

function client(address: string, clock: Clock, changes: Partial<Settings>): Api {
  const api = createApi({ ...settings, address, caCertificate: authority.certificate, ...changes }, { clock });
  cleanups.push(() => api.close());
  return api;
}

test.each([503, 401])(
  "a call that queued for longer than its timeout has all of its time after a %i",
  async (status) => {
    const clock = new FakeClock(0);
    const { certificate, key } = await authority.issue("localhost");
    const received: string[] = [];
    const isFirst = (url: string) => received.indexOf(url) === received.length - 1;
    const server = createServer({ cert: certificate, key }, ({ url = "" }, response) => {
      received.push(url);
      if (url === "/api/v1/long") clock.advance(settings.requestTimeoutSeconds + 10);
      if (url === "/api/v1/queued" && isFirst(url)) response.writeHead(status);
      response.end(JSON.stringify({ jwt: `jwt-${received.length}` }));
    });
    const api = client(await listening(server), clock, { maxConcurrency: 1 });
    await api.logIn();
    await Promise.all([api.get("/long"), api.get("/queued")]);
    expect(received.filter((url) => url === "/api/v1/queued")).toHaveLength(2);
  },
);

test("attempts to connect take their time from the call: it ends although none succeeds", async () => {
  let attempts = 0;
  // Accepts connections, and says nothing.
  const server = createSilentServer((socket) => {
    attempts++;
    socket.resume().on("error", () => {});
  });
  const clock = { ...systemClock, random: () => 0 };
  const api = client(await listening(server), clock, { requestTimeoutSeconds: 0.3, maxRetries: 3 });
  expect((await errorOf(api.post("/things", {}, { anonymous: true }))).kind).toBe("unreachable");
  expect(attempts).toBe(1);
});

import type { Send } from "../../../provider/api/transport";
import { cleaned, startService, written, type Service } from "./writeSupport";

/** Whatever is made, listed and deleted is in the domain that was meant, or nothing is. */

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());
beforeEach(() => service.reset());

const commands = [
  ["--write", written],
  ["--clean", cleaned],
] as const;

const sandbox = () =>
  service.client.ok("POST", "/domains", { name: "sandbox", admins: ["admin"], allow_user_management: true });

/** The message of a command that has to fail. */
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "was not refused",
    (error: Error) => error.message,
  );

describe.each(commands)("%s", (_, run) => {
  test("refuses a given token, which is valid in its own domain only, before anything is sent", async () => {
    const sent: string[] = [];
    const settings = { ...service.settings, username: undefined, password: undefined, token: "a.b.c" };
    const through = (send: Send): Send => {
      return (request) => {
        sent.push(request.path);
        return send(request);
      };
    };
    const refusal = await refusalOf(run(service, { settings, through }));
    expect(refusal).toMatch(/a given token is valid in its own domain only.*Unset ciphertrust:token/);
    expect(sent).toEqual([]);
  });

  test("refuses a session that is elsewhere, whatever its login asked for", async () => {
    await sandbox();
    await service.client.ok("POST", "/vault/keys2", { name: "pcverify-0123456789ab-vaultkey" });
    const before = service.contents();
    // The service logs in to the root domain.
    const through = (send: Send): Send => {
      return (request) => {
        const body =
          request.path === "/auth/tokens/" ? { ...(request.body as object), domain: undefined } : request.body;
        return send({ ...request, body });
      };
    };
    const refusal = await refusalOf(run(service, { through }));
    expect(refusal).toMatch(/working in the domain "sandbox" was refused: .* the session is in the domain "root"/);
    expect(service.contents()).toEqual(before);
  });

  test("refuses a session that does not tell where it is", async () => {
    await sandbox();
    const before = service.contents();
    const through = (send: Send): Send => {
      return (request) =>
        request.path === "/domain"
          ? Promise.resolve({ status: 403, body: { code: 1, codeDesc: "NCERRForbidden: no" } })
          : send(request);
    };
    const refusal = await refusalOf(run(service, { through }));
    expect(refusal).toMatch(/"sandbox" was refused: the session does not tell in which domain it is/);
    expect(service.contents()).toEqual(before);
  });
});

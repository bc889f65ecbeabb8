import type { ApiRequest, ApiResponse, Send } from "../../../provider/api/transport";
import type { Client } from "../../emulator/client";
import { cleaned, entryIn, startService, written, type Service, type Written } from "./writeSupport";

/**
 * A domain is deleted only if it surely holds nothing of others, and nothing is called clean that
 * was not seen.
 */

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());
beforeEach(() => service.reset());

const types = ["Group"];
const keys = /^\/vault\/keys2\/?$/;
const groups = /^\/usermgmt\/groups\/?$/;
const oneGroup = /^\/usermgmt\/groups\/[^/]+$/;

const sandbox = () =>
  service.client.ok("POST", "/domains", { name: "sandbox", admins: ["admin"], allow_user_management: true });

async function inside(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = service.client.as({ domain: "sandbox" });
  await work(client).finally(() => client.close());
}

const addKey = (name: string) => inside((client) => client.ok("POST", "/vault/keys2", { name }));

async function domainNames(): Promise<string[]> {
  const { resources } = await service.client.ok("GET", "/domains?limit=100");
  return (resources as unknown as { name: string }[]).map(({ name }) => name);
}

const refused = (status: number): ApiResponse => ({ status, body: { code: 1, codeDesc: "NCERRSomething: no" } });

/** Responds in place of the service, wherever `answer` has a response. */
const instead =
  (answer: (request: ApiRequest) => ApiResponse | undefined) =>
  (send: Send): Send =>
  async (request) =>
    answer(request) ?? send(request);

const unlisted = (path: RegExp, status = 403) =>
  instead(({ method, path: at }) => (method === "GET" && path.test(at) ? refused(status) : undefined));

/** Runs `work` once, right after the first request that it is meant for. */
const after = (isMeant: (request: ApiRequest) => boolean, work: () => Promise<unknown>) => {
  let isDone = false;
  return (send: Send): Send =>
    async (request) => {
      const response = await send(request);
      if (isDone || !isMeant(request)) return response;
      isDone = true;
      await work();
      return response;
    };
};

const isDomainMade = ({ method, path }: ApiRequest) => method === "POST" && path === "/domains";

describe("a domain that the run made", () => {
  test("stays if others use it from its first moment on", async () => {
    const { entries, told } = await written(service, { types, through: after(isDomainMade, () => addKey("payroll")) });
    expect(told.at(-1)).toContain('The domain "sandbox" was not deleted: it has 1 VaultKey.');
    expect(entryIn(entries, "Group")?.outcome).toBe("works");
    expect(await domainNames()).toContain("sandbox");
    expect(service.contents()["vault-keys"]).toMatchObject([{ name: "payroll" }]);
  });

  test("stays if a type was never listed", async () => {
    const { told } = await written(service, { types, through: unlisted(keys) });
    expect(told.at(-1)).toMatch(/was not deleted: it has perhaps VaultKey, which cannot be listed .*403/);
    expect(told.at(-1)).toContain("verify --clean --domain sandbox");
    expect(await domainNames()).toContain("sandbox");
  });

  test.each([
    ["none", { total: 1, resources: [] }],
    ["fewer", { total: 2, resources: [{ id: "a", name: `ks-${"0".repeat(64)}` }] }],
  ])("stays if a list claims items and shows %s", async (_, body) => {
    const through = instead(({ method, path }) =>
      method === "GET" && keys.test(path) ? { status: 200, body: { skip: 0, limit: 500, ...body } } : undefined,
    );
    const { told } = await written(service, { types, through });
    expect(told.at(-1)).toMatch(/was not deleted: it has perhaps VaultKey, which cannot be listed .*says that it has/);
    expect(await domainNames()).toContain("sandbox");
  });
});

describe("a domain that could not be opened", () => {
  const failing = (isMeant: (request: ApiRequest) => boolean, times: number) => {
    let [isMade, failed] = [false, 0];
    return (send: Send): Send =>
      async (request) => {
        if (isMade && isMeant(request) && failed++ < times) return refused(400);
        isMade ||= isDomainMade(request);
        return send(request);
      };
  };

  test("because another run has just made it is refused in those terms, and left to that run", async () => {
    const before = service.contents();
    let [resume, rival] = [() => {}, Promise.resolve({} as Written)];
    const ended = new Promise<void>((done) => (resume = done));
    const started = () =>
      new Promise<void>((made) => {
        const heldThen = (send: Send): Send => {
          let isMade = false;
          return async (request) => {
            if (isMade) await ended;
            const response = await send(request);
            if (isDomainMade(request)) {
              isMade = true;
              made();
            }
            return response;
          };
        };
        rival = written(service, { types, through: heldThen });
      });
    const second = written(service, {
      types,
      through: (send) => async (request) => {
        if (isDomainMade(request)) await started();
        return send(request);
      },
    });
    await expect(second.finally(resume)).rejects.toThrow(
      'verifying in the domain "sandbox" was refused: another run of  verify --write  has just made it, and works there. ' +
        "This run changed nothing. Wait until the other has ended, or give the name of another domain.",
    );
    expect(entryIn((await rival).entries, "Group")?.outcome).toBe("works");
    expect(service.contents()).toEqual(before);
  });

  test("is removed again", async () => {
    const before = service.contents();
    const through = failing(({ method, path }) => method === "GET" && path.startsWith("/domains/"), 1);
    await expect(written(service, { types, through })).rejects.toThrow(
      /making the domain "sandbox" for the run failed: .*400.*Nothing is left of it\.$/s,
    );
    expect(service.contents()).toEqual(before);
  });

  test("is named with the command that removes it, if nobody can look into it", async () => {
    const before = service.contents();
    const isLogin = ({ path, body }: ApiRequest) =>
      path === "/auth/tokens/" && (body as { domain?: string }).domain !== undefined;
    await expect(written(service, { types, through: failing(isLogin, Infinity) })).rejects.toThrow(
      /It may be left: it could not be removed: .*Run {2}pulumi-ciphertrust verify --clean --domain sandbox\.$/s,
    );
    expect(await domainNames()).toContain("sandbox");
    expect((await cleaned(service)).isClean).toBe(true);
    expect(service.contents()).toEqual(before);
  });
});

describe("a domain that existed", () => {
  test("is refused if a type cannot be listed", async () => {
    await sandbox();
    await addKey("payroll");
    const before = service.contents();
    await expect(written(service, { types, through: unlisted(keys) })).rejects.toThrow(
      /"sandbox" was refused: it is not known to be empty, it has perhaps VaultKey, which cannot be listed/,
    );
    expect(service.contents()).toEqual(before);
  });

  test("is left as it was although a deletion fails once", async () => {
    await sandbox();
    const before = service.contents();
    let failed = 0;
    const through = instead(({ method, path }) =>
      method === "DELETE" && oneGroup.test(path) && failed++ === 0 ? refused(400) : undefined,
    );
    const { entries } = await written(service, { types, through });
    expect(entryIn(entries, "Group")?.differences).toMatchObject([{ where: "delete" }]);
    expect(service.contents()).toEqual(before);
  });

  test("is named with what is left, and with what cannot be seen", async () => {
    await sandbox();
    let isMade = false;
    const through = instead(({ method, path }) => {
      isMade ||= method === "POST" && groups.test(path);
      if (method === "DELETE" && oneGroup.test(path)) return refused(400);
      return isMade && method === "GET" && keys.test(path) ? refused(403) : undefined;
    });
    const { told } = await written(service, { types, through });
    expect(told.at(-1)).toMatch(
      /"sandbox" is not clean: it has 1 Group, and perhaps VaultKey, .*verify --clean --domain sandbox\.$/,
    );
  });

  test.each([403, 500, 400])("is not clean if a list responds with %d", async (status) => {
    await sandbox();
    await addKey("pcverify-0123456789ab-vaultkey");
    const { isClean, told } = await cleaned(service, { through: unlisted(keys, status) });
    expect(isClean).toBe(false);
    expect(told.join("\n")).toMatch(/"sandbox" is not clean: it has perhaps VaultKey, which cannot be listed/);
    expect((await cleaned(service)).isClean).toBe(true);
    expect(service.contents()["vault-keys"] ?? []).toEqual([]);
  });
});

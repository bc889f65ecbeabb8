import { around } from "../../provider/api/around";
import type { Api } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import type { Lifecycle } from "../boundLifecycle";
import { make, startRig, type Rig } from "./rig";

export const revocation = "VaultKeyRevocation";
const keys = "/vault/keys2";

/** A service with a vault key "k", of which versions are revoked. */
export interface RevocationRig extends Rig {
  revocations(ear?: (api: Api) => Api): Lifecycle;
  /** Makes the key, with this many further versions. */
  keyWith(further: number, more?: Bag): ReturnType<typeof make>;
  versionOf(version: number): Promise<Bag>;
  /** Calls the service past the provider, about one version. */
  act(version: number, verb: string, body?: Bag): Promise<void>;
  checked(args: Bag): Bag;
}

/** One service for all tests of a file, reset for each of them. */
export function revocationRig(): RevocationRig {
  const rig = {} as RevocationRig;
  beforeAll(async () => {
    Object.assign(rig, await startRig(), extras);
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.renew());
  const extras: Omit<RevocationRig, keyof Rig> = {
    revocations: (ear) => rig.lifecycle(revocation, undefined, ear),
    async keyWith(further, more = {}) {
      const key = await make(rig, "VaultKey", { name: "k", onDestroy: "destroy", ...more });
      for (let made = 0; made < further; made++) await rig.api.post(`${keys}/${key.id}/versions/`, {});
      return key;
    },
    async versionOf(version) {
      const all = await rig.api.list(`${keys}/k/versions/`, { type: "name" });
      return all.find((one) => one.version === version)!;
    },
    async act(version, verb, body = {}) {
      await rig.api.post(`${keys}/${String((await rig.versionOf(version)).id)}/${verb}`, body);
    },
    checked(args) {
      const { inputs, failures } = rig.revocations().check({}, args);
      expect(failures).toEqual([]);
      return inputs;
    },
  };
  return rig;
}

/** Hears the changes; `answer` may stand for the response to one. */
export function heard(answer: (made: () => Promise<unknown>) => Promise<unknown> = (made) => made()) {
  const changes: string[] = [];
  const ear = (api: Api): Api =>
    around(api, ({ method, path }, work) => {
      if (method === "GET") return work();
      changes.push(`${method} ${path.split("/").at(-1)!}`);
      return answer(work) as ReturnType<typeof work>;
    });
  return { ear, changes };
}

import { createApi } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { make, startRig, type Rig } from "./rig";

/** A rig for clients, with helpers, and with faults that must occur once they are set. */
export interface ClientRig extends Rig {
  /** Sets a fault; the test fails if it never occurs. */
  fault(rule: Bag): Promise<Bag>;
  /** The registered clients of that name. */
  named(name: string): Promise<Bag[]>;
  /** How many clients have registered with each token. */
  used(): Promise<unknown[]>;
  /** Checks arguments, and fails on any problem. */
  checked(type: string, args: Bag, olds?: Bag): Bag;
  /**
   * Has the web interface trust every CA, logs in as this client over mutual TLS, and makes a call;
   * returns `welcome`, or the error message.
   */
  callAs(clientId: unknown, certificate: unknown, key: unknown): Promise<string>;
}

export const clients = "/client-management/clients/";

/** One service for all tests of a file, reset for each of them. */
export function clientRig(): ClientRig {
  const rig = {} as ClientRig;
  beforeAll(async () => {
    Object.assign(rig, await startRig(), extras);
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.control("POST", "/reset"));
  afterEach(async () => {
    const { faults } = (await rig.control("GET", "/faults")) as { faults: { times: number; hits: number }[] };
    await rig.control("DELETE", "/faults");
    expect(faults.filter(({ times, hits }) => hits !== times)).toEqual([]);
  });
  const extras: Omit<ClientRig, keyof Rig> = {
    fault: (rule) => rig.control("POST", "/faults", rule),
    named: (name) => rig.api.list(clients, { name }),
    used: async () => (await rig.api.list("/client-management/regtokens/")).map((one) => one.clients_registered),
    checked(type, args, olds = {}) {
      const { inputs, failures } = rig.lifecycle(type).check(olds, args);
      expect(failures).toEqual([]);
      return inputs;
    },
    async callAs(clientId, clientCertificate, clientKey) {
      await trustAll(rig);
      const { address, caCertificate } = rig.emulator;
      const configured: Record<string, unknown> = { address, caCertificate, clientId, clientCertificate, clientKey };
      const api = createApi(readSettings((name) => configured[name as string] as string | undefined, {}));
      try {
        await api.list(clients);
        return "welcome";
      } catch (error) {
        return `${(error as Error).message} ${(error as { facts: { advice?: string } }).facts.advice}`;
      } finally {
        await api.close();
      }
    },
  };
  return rig;
}

async function trustAll(rig: Rig): Promise<void> {
  const { trusted_cas } = (await rig.api.get("/configs/interfaces/web")) as { trusted_cas: Record<string, string[]> };
  const trusted = Object.values(trusted_cas).flat();
  const cas = [...(await rig.api.list("/ca/local-cas")), ...(await rig.api.list("/ca/external-cas"))];
  const others = cas.filter(({ uri, cert }) => cert !== undefined && !trusted.includes(String(uri)));
  await Promise.all(others.map(({ id }) => make(rig, "WebInterfaceTrust", { ca: String(id) })));
}

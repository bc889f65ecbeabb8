import * as pulumi from "@pulumi/pulumi";
import { systemClock } from "../../provider/api/clock";
import { getOciRegions, getOciVaults, type Provider } from "../../sdk";
import { ociWorld } from "../emulator/systems/ociWorld";
import { makeOciConnection } from "../lifecycle/fixtures/oci";
import { startRig, type Rig } from "../lifecycle/rig";
import { providerWith } from "./providerWith";

/** Lookups of programs in a cloud that limits the rate of calls. */

let rig: Rig;
let said: string[];
let pauses: number[];

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  said = [];
  pauses = [];
  jest.spyOn(pulumi.log, "info").mockImplementation((text) => Promise.resolve(void said.push(text)));
  jest.spyOn(systemClock, "sleep").mockImplementation(async (milliseconds) => {
    pauses.push(milliseconds);
    await rig.advance(milliseconds / 1000);
  });
});
afterEach(() => jest.restoreAllMocks());

/** The lookup's result, in a program whose provider instance leads to the emulator. */
function result<R>(lookup: (options: { provider: Provider }) => pulumi.Output<R>): Promise<R> {
  const { address, username, password, caCertificate } = rig.emulator;
  return new Promise((resolve, reject) => {
    const output = lookup({ provider: providerWith({ address, username, password, caCertificate }) });
    (output as unknown as { promise(): Promise<R> }).promise().then(resolve, reject);
  });
}

const limit = (status: number) =>
  rig.control("POST", "/world/oci/tenancies", {
    tenancy: ociWorld.tenancy,
    rate: { calls: 1, seconds: 5, status },
  });

test.each([429, 400, 500])(
  "what Oracle Cloud throttles under the status %i is retried, with a message",
  async (status) => {
    const connection = await makeOciConnection(rig);
    await limit(status);
    const place = { connection, compartmentId: ociWorld.security, region: "eu-frankfurt-1" };
    await result((options) => getOciRegions({ connection }, options));
    const vaults = await result((options) => getOciVaults(place, options));
    expect(vaults.map(({ vaultId }) => vaultId)).toContain(ociWorld.shared);
    expect(said).toContain("looking up OCI vaults: Oracle Cloud limits the rate of calls; retrying");
    expect(pauses.length).toBeGreaterThan(0);
  },
);

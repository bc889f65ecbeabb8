import type { Wire } from "../../provider/api/client";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { check } from "../../provider/lifecycle/values/check";
import { decodeAll } from "../../provider/lifecycle/values/wire";
import { sentToMake } from "./sent";

/**
 * Requests and responses, written from the facts about the service: S as public clients are seen to
 * send and read it, I inferred. Header fields such as `uri` represent everything in responses that
 * is not read.
 */
export interface Fixture {
  name: string;
  definition: Definition;
  inputs: Bag;
  /** The create requests, by call. */
  request: Record<string, Wire>;
  /** What the service already contains, by path. */
  known?: Record<string, Wire>;
  response: Wire;
  state: Bag;
}

export const header = {
  uri: "kylo:kylo:cckm:oci-key:orders-8d7f",
  account: "kylo:kylo:admin:accounts:kylo",
  createdAt: "2026-05-04T03:02:01.123456Z",
  updatedAt: "2026-05-04T03:02:01.123456Z",
  cloud_name: "oci",
};
export const tenancyOcid = "ocid1.tenancy.oc1..t";
export const compartmentId = "ocid1.compartment.oc1..c";
export const vaultOcid = "ocid1.vault.oc1.eu-frankfurt-1.v";
export const keyOcid = "ocid1.key.oc1.eu-frankfurt-1.k";
export const fingerprint = "12:34:56:78:9a:bc:de:f0:12:34:56:78:9a:bc:de:f0";

/** Declares the tests of these fixtures. */
export function testWire(fixtures: readonly Fixture[]): void {
  describe.each(fixtures.map((fixture) => [fixture.name, fixture] as const))("%s", (_name, fixture) => {
    const { definition, inputs, request, known, response, state } = fixture;

    test("sends the service's request format", async () => {
      const checked = check(definition, {}, inputs);
      expect(checked.failures).toEqual([]);
      expect(await sentToMake(definition, checked.inputs, known)).toEqual(request);
    });

    test("reads the service's response", () => {
      expect(decodeAll(definition, response)).toEqual(state);
    });

    test("is told from others of its collection", () => {
      expect(definition.isOne?.(response) ?? true).toBe(true);
    });
  });
}

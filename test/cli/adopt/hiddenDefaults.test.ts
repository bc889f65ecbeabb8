import { describe as described } from "../../../cli/adopt/describe";
import { survey } from "../../../cli/adopt/survey";
import type { Wire } from "../../../provider/api/client";
import { adoptionChanges } from "../../../provider/lifecycle/reconciler/adoption";
import { check } from "../../../provider/lifecycle/values/check";
import { definitionOf } from "../../../provider/resources/load";
import { FakeService } from "../../rules/fakeService";

/** A list may leave out a field that few of its objects have, so that no sample shows it. */

const count = 200;
const rotated = [30, 77, 120];

function keyAt(at: number): Wire {
  const own = { KeyID: `a-${at}`, Alias: [`alias/n-${at}`], KeyState: "Enabled", Enabled: true };
  const kind = { Origin: "AWS_KMS", CustomerMasterKeySpec: "SYMMETRIC_DEFAULT", KeyUsage: "ENCRYPT_DECRYPT" };
  const rotation = rotated.includes(at) ? { KeyRotationEnabled: true } : {};
  const place = {
    kms_id: "kms-1",
    kms: "acme",
    region: "eu-west-1",
    key_source: "native",
    cloud_name: "aws",
    gone: false,
  };
  return { ...place, aws_param: { ...own, ...kind, ...rotation } };
}

test("a program never turns off the automatic rotation of a key whose entry in the list does not show it", async () => {
  const definition = definitionOf("AwsKey");
  const service = new FakeService();
  for (let at = 0; at < count; at++) service.put(`${definition.path}/k-${at}`, keyAt(at));
  const list = service.list.bind(service);
  service.list = async (path, query) =>
    (await list(path, query)).map((one) => {
      const { KeyRotationEnabled: _, ...rest } = (one.aws_param ?? {}) as Wire;
      return { ...one, aws_param: rest };
    });
  const { found } = await survey(service, [definition], { log: () => {} });
  expect(found).toHaveLength(count);
  for (const at of rotated) {
    const id = `k-${at}`;
    const declared = await described(
      service,
      found.find((one) => one.id === id)!,
      found,
    );
    if (!("args" in declared)) throw new Error("it is left out");
    expect(declared.args).toMatchObject({ keyRotationEnabled: true });
    const { inputs } = check(definition, {}, { ...declared.args, adopt: id });
    expect(adoptionChanges(definition, await service.get(`${definition.path}/${id}`), inputs)).toEqual([]);
  }
});

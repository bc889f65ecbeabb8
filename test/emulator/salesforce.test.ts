import { withEmulator } from "./client";
import { byCertificate, salesforce } from "./systems/rows/salesforce";
import { SystemClient } from "./systems/system";

const shared = withEmulator();

test("a connection gets a new certificate on demand, and is untested then", async () => {
  const own = await SystemClient.of(shared.client, salesforce);
  const made = await own.create("c", byCertificate);
  expect(made).toMatchObject({ certificate: expect.stringContaining("BEGIN CERTIFICATE"), cert_duration: 730 });
  await own.test("c");
  const again = await own.client.ok("PATCH", `${own.connections}/c`, { regenerate_certificate: true });
  expect(again.certificate_thumbprint).not.toBe(made.certificate_thumbprint);
  expect(again).not.toHaveProperty("last_connection_ok");
});

import { withEmulator } from "../emulator/client";
import { withCommands } from "./commands";

/** The command `rotation-report` on a service that refuses to list keys. */

jest.setTimeout(60_000);

const run = withCommands();
const service = withEmulator({});

const report = (...args: string[]) => {
  const { address, username, password, caCertificate } = service.emulator;
  return run(["pulumi-ciphertrust", "rotation-report", ...args], {
    CIPHERTRUST_ADDRESS: address,
    CIPHERTRUST_USERNAME: username,
    CIPHERTRUST_PASSWORD: password,
    CIPHERTRUST_CA_CERT: caCertificate,
  });
};

test("without the license for cloud keys, the error names the option that leaves them out, which works", async () => {
  const { code, stdout, stderr } = await report();
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/responded with 403.*The feature CCKM is not licensed.*: --system vault\.\n$/s);
  expect(await report("--system", "vault")).toMatchObject({ code: 0, stderr: "" });
});

test("a report that has to judge keys fails where it sees none", async () => {
  expect(await report("--system", "vault", "--fail-on-overdue")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no key of vault was seen, so none was judged") as string,
  });
  await service.client.ok("POST", "/vault/keys2/", { name: "seen" });
  expect(await report("--system", "vault", "--fail-on-overdue")).toMatchObject({ code: 0, stderr: "" });
});

test("without the permission to read keys, the error names the option that leaves them out", async () => {
  const [trial] = (await service.client.ok("GET", "/licensing/trials/")).resources as unknown as { id: string }[];
  await service.client.ok("POST", `/licensing/trials/${trial!.id}/activate`);
  const rule = { method: "GET", path: "/cckm/azure/keys", effect: { status: 403 } };
  await service.client.raw("POST", "/emulator/faults", rule);
  const { code, stderr } = await report();
  expect(code).toBe(1);
  expect(stderr).toMatch(/responded with 403.*Permit this user to read these keys, .*--system vault\.\n$/s);
});

import { engineTimeout, succeeds } from "./harness";
import { declare, hosts } from "./hosts";
import { useProxied } from "./proxied";

/** What becomes of a revoked version of a vault key: nothing else changes. */

jest.setTimeout(2 * engineTimeout);

const at = useProxied();

const revoking = (reason: string) => `
  const key = make("vault:VaultKey", "orders", { name: "orders" });
  const leaked = { type: "VaultKey", id: key.id };
  const rotation = make("general:RotateNow", "leak", { key: leaked, triggers: { leak: 42 } });
  const revocation = { key: key.id, version: 0, reason: "${reason}" };
  make("vault:VaultKeyRevocation", "leak", revocation, { dependsOn: rotation });`;

describe.each(Object.entries(hosts))("in %s", (_host, make) => {
  const program = (reason: string) => declare(at.stack, make, revoking(reason));
  const told = async (reason: string) => {
    const text = await succeeds(program(reason).preview());
    return [...new Set(text.match(/VaultKeyRevocation "leak": the version becomes \w+/g))];
  };
  const version = () => at.world.api("GET", `/vault/keys2/${at.stack.resource("orders", "VaultKey")!.id}`);

  test("is told by the preview, and revoked again if somebody reactivated it", async () => {
    expect(await told("Superseded")).toEqual(['VaultKeyRevocation "leak": the version becomes Deactivated']);
    await succeeds(program("Superseded").up());
    expect(await version()).toMatchObject({ version: 0, state: "Deactivated", revocationReason: "Superseded" });
    await succeeds(at.stack.drift());
    expect(await told("Superseded")).toEqual([]);

    const { id } = await version();
    await at.world.api("POST", `/vault/keys2/${String(id)}/reactivate`, { reason: "DeactivatedToActive" });
    expect(await at.stack.drift()).toMatchObject({ code: 7 });
    await succeeds(at.stack.up("--refresh"));
    expect(await version()).toMatchObject({ state: "Deactivated" });

    expect(await told("KeyCompromise")).toEqual(['VaultKeyRevocation "leak": the version becomes Compromised']);
    await succeeds(program("KeyCompromise").up());
    expect(await version()).toMatchObject({ state: "Compromised", revocationReason: "KeyCompromise" });
    await succeeds(at.stack.drift());
    const refused = await program("Superseded").preview();
    expect([refused.code === 0, refused.text]).toEqual([false, expect.stringContaining("which nothing changes")]);
  });
});

import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { clientRig } from "./clientRig";
import { makeRequest, makeToken } from "./fixtures/clients";
import { make } from "./rig";

/** How clients register with lost responses and used tokens. */

const rig = clientRig();

describe("registration", () => {
  const sources: [string, () => Promise<Bag>][] = [
    ["the client's own request", async () => ({ csr: (await makeRequest(rig)).csr })],
    ["a request of the service's", async () => ({ csrParameters: { cn: "made" } })],
  ];

  test.each(sources)(
    "with %s: a lost response uses no second token and leaves no second client",
    async (_name, source) => {
      const { token } = await makeToken(rig);
      await rig.fault({
        method: "POST",
        path: "/client-management/clients",
        times: 1,
        effect: { drop: "after" },
      });
      const { id, state } = await make(rig, "RegisteredClient", {
        name: "a",
        registrationToken: token,
        ...(await source()),
      });
      expect((await rig.named("a")).map((one) => one.id)).toEqual([id]);
      expect(await rig.used()).toEqual([1]);
      if (state.privateKey !== undefined) {
        expect(await rig.callAs(id, state.certificate, state.privateKey)).toBe("welcome");
      }
    },
  );

  test("a request that never arrived is sent again", async () => {
    const { token } = await makeToken(rig);
    await rig.fault({
      method: "POST",
      path: "/client-management/clients",
      times: 2,
      effect: { drop: "before" },
    });
    const { csr } = await makeRequest(rig);
    await make(rig, "RegisteredClient", { name: "a", registrationToken: token, csr });
    expect(await rig.used()).toEqual([1]);
  });

  test("a client that an earlier run registered with the same request is used, and another one of that name is not", async () => {
    const { token } = await makeToken(rig);
    const { csr } = await makeRequest(rig);
    const args = { name: "a", registrationToken: token, csr };
    const earlier = await make(rig, "RegisteredClient", args);
    expect((await make(rig, "RegisteredClient", args)).id).toBe(earlier.id);
    const other = rig.checked("RegisteredClient", { ...args, csr: (await makeRequest(rig)).csr });
    const lifecycle = rig.lifecycle("RegisteredClient");
    await expect(lifecycle.create(other)).rejects.toThrow(
      new RegExp(
        `creating RegisteredClient "a" failed: the service already has a client named "a".*adopt: "${earlier.id}"`,
      ),
    );
    expect(await rig.used()).toEqual([1]);
    await expect(lifecycle.create({ ...other, adopt: true })).rejects.toThrow(/is for another key than csr/);
    const { csr: _csr, ...without } = other;
    await expect(lifecycle.create({ ...without, adopt: true })).rejects.toThrow(/whose csr is needed/);
    const adopted = await lifecycle.create({ ...other, adopt: earlier.id });
    expect(adopted.id).toBe(earlier.id);
    expect(adopted.state.certificate).not.toBe(earlier.state.certificate);
  });

  const troubles: [string, RegExp, Bag, (id: string) => Promise<unknown>][] = [
    ["used up", /is used up: 1 of 1 client registered with it/, { maxClients: 1 }, async () => {}],
    ["expired", /expired at 20\S+/, { lifetime: "1h" }, () => rig.advance(2 * 3600)],
    ["revoked", /was revoked/, {}, (id) => rig.api.delete(`/client-management/regtokens/${id}`)],
  ];

  test.each(troubles)(
    "a token that is %s: the error says so, and nothing is left behind",
    async (_name, words, args, spoil) => {
      const ca = await make(rig, "LocalCa", { name: "machines", cn: "Machines" });
      const profile = await make(rig, "ClientProfile", { name: "p", ca: ca.id });
      const token = await make(rig, "RegistrationToken", { profile: profile.id, ...args });
      const registrationToken = String(token.state.token);
      await make(rig, "RegisteredClient", { name: "first", registrationToken, csr: (await makeRequest(rig)).csr });
      await spoil(token.id);
      const inputs = rig.checked("RegisteredClient", {
        name: "late",
        registrationToken,
        csr: (await makeRequest(rig)).csr,
      });
      const failed = rig.lifecycle("RegisteredClient").create(inputs);
      const message = await failed.catch((error: Error) => error.message);
      expect(message).toMatch(words);
      expect(message).toMatch(
        /^registering RegisteredClient "late" failed: CipherTrust Manager [\d.]+ responded with 40\d NCERR/,
      );
      expect(message).not.toContain(registrationToken);
      expect(await rig.named("late")).toEqual([]);
    },
  );

  test("a token whose response was lost is found by our mark, which users never see", async () => {
    const profile = await make(rig, "ClientProfile", { name: "p" });
    await rig.fault({ method: "POST", path: "/client-management/regtokens", times: 1, effect: { drop: "after" } });
    const made = await make(rig, "RegistrationToken", { profile: profile.id, labels: { team: "build" } });
    expect(await rig.api.list("/client-management/regtokens/")).toHaveLength(1);
    expect(made.state).toMatchObject({ labels: { team: "build" }, token: expect.stringMatching(/^\w{40,}$/) });
    const seen = await rig.lifecycle("RegistrationToken").read(made.id, made.state);
    expect(seen!.state).toEqual(made.state);
  });

  test("a token that changes later does not affect registered clients", async () => {
    const { token } = await makeToken(rig);
    const args = { name: "a", registrationToken: token, csr: (await makeRequest(rig)).csr };
    const made = await make(rig, "RegisteredClient", args);
    const inputs = rig.checked("RegisteredClient", { ...args, registrationToken: "another" }, made.inputs);
    expect(rig.lifecycle("RegisteredClient").diff(made.state, inputs)).toMatchObject({ changes: false });
  });
});

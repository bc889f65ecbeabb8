import { createHash, createPublicKey, verify } from "node:crypto";
import { request } from "undici";
import { withEmulator, type Loose } from "../emulator/client";

/**
 * Signatures as the vendor's own plugin for a workload identity server asks for them: F3 of the
 * third check.
 */

const shared = withEmulator();

test.each([
  ["prime256v1", "sha256"],
  ["secp384r1", "sha384"],
  ["secp521r1", "sha512"],
  // A digest that is longer than the order counts by its leftmost bits.
  ["prime256v1", "sha512"],
])("ECDSA on %s signs a digest of %s, and names key and version", async (curveid, hash) => {
  const { client } = shared;
  const made = await client.ok("POST", "/vault/keys2", { name: "svid", algorithm: "ec", curveid });
  const rotated = await client.ok("POST", "/vault/keys2/svid/versions", {});
  const data = Buffer.from("workload");
  for (const [version, key] of [made, rotated].entries()) {
    const digest = createHash(hash).update(data).digest();
    const { status, body } = await signed(`keyName=svid&version=${version}&signAlgo=ECDSA&hashAlgo=none`, digest);
    expect(status).toBe(200);
    expect(body).toEqual({ data: expect.stringMatching(/^[0-9a-f]+$/), keyId: key.id, keyVersion: version });
    const publicKey = createPublicKey(String(key["publickey"]));
    expect(verify(hash, data, publicKey, Buffer.from(String(body["data"]), "hex"))).toBe(true);
  }
});

/** The digest is no text. */
async function signed(query: string, bytes: Buffer): Promise<{ status: number; body: Loose }> {
  const { client } = shared;
  const headers = {
    accept: "application/json",
    "content-type": "application/octet-stream",
    authorization: `Bearer ${await client.logIn()}`,
  };
  const response = await request(`${client.place.address}/api/v1/crypto/sign?${query}`, {
    method: "POST",
    headers,
    body: bytes,
    dispatcher: client.dispatcher,
  });
  return { status: response.statusCode, body: (await response.body.json()) as Loose };
}

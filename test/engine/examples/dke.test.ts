import { posted, testExample } from "../example";

const endpoints = "/cckm/microsoft/dke/endpoints";

testExample({
  folder: "dke",
  outputs: { status: "Enabled", keyUri: expect.stringMatching(/^https:\/\/keys\.example\.com\/.*\/keys\/ks-/) },
  change: { hostname: "dke.example.com:8443" },
  replace: { algorithm: "RSA_DECRYPT_OAEP_3072_SHA256" },
  isRefused: true,
  key: endpoints,
  drift: posted("archive", /archived\s*: true => false/),
  material: ({ kek_id }) => kek_id,
  leaves: [endpoints, "/cckm/microsoft/dke/auth-tenants"],
});

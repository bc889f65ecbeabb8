import { posted, testExample } from "../example";

testExample({
  folder: "ekm",
  outputs: { keyURI: expect.stringMatching(/^https:\/\/keys\.example\.com\/api\/v1\/cckm\/ekm\/endpoints\//) },
  change: { hostname: "keys.example.com:8443" },
  replace: { signing: "true" },
  isRefused: true,
  key: "/cckm/ekm/endpoints?name=orders",
  drift: posted("disable", /enabled\s*: false => true/),
  material: ({ kekVersion }) => kekVersion,
  leaves: ["/cckm/ekm/endpoints", "/cckm/google/projects"],
});

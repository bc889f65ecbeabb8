import { patched, testExample } from "../example";

testExample({
  folder: "azure",
  outputs: {
    connectionState: "ready",
    vaultsOffered: ["contoso-prod", "contoso-archive"],
    objectsFound: expect.any(Number),
    ordersKid: expect.stringMatching(/^https:\/\/contoso-prod\.vault\.azure\.net\/keys\/orders\/[0-9a-f]{32}$/),
  },
  change: { team: "shop" },
  replace: { keyName: "orders-2027" },
  key: "/cckm/azure/keys?key_name=orders-2027&version=-1",
  drift: patched({ attributes: { enabled: false } }, /enabled\s*: false => true/),
  material: ({ version }) => version,
});

import { patched, testExample } from "../example";

testExample({
  folder: "sap",
  outputs: {
    connectionState: "ready",
    keysFound: 6,
    versionsOfOrders: 1,
    groupsInReach: ["hana-production", "s4h-production"],
  },
  change: { description: "Encrypts all orders" },
  replace: { keySize: "128" },
  isRefused: true,
  key: "/cckm/sap/keys?name=orders&status=AVAILABLE",
  drift: patched({ enabled: false }, /enabled\s*: false => true/),
  material: ({ version_count }) => version_count,
});

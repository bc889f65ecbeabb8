import { patched, testExample } from "../example";

testExample({
  folder: "luna",
  outputs: { connectionState: "ready", keysFound: 11, keyStatus: "AVAILABLE" },
  change: { wraps: "true" },
  replace: { label: "example-orders-2" },
  key: "/cckm/hsm/luna/keys?label=example-orders-2",
  drift: patched({ attributes: ["CKA_DECRYPT", "CKA_EXTRACTABLE", "CKA_MODIFIABLE"] }, /attributes\s*: \[/),
  leaves: ["/connectionmgmt/services/luna-network/servers", "/cckm/virtual/keys"],
});

import { testExample } from "../example";

testExample({
  folder: "dsm",
  outputs: { connectionState: "ready", domainName: "databases", keysFound: 6, keyId: expect.stringMatching(/./) },
  change: { description: "Everything that has to be encrypted" },
  replace: { keyName: "example-orders-2" },
  async drift(world) {
    const path = "/connectionmgmt/services/dsm/connections/headquarters";
    await world.api("PATCH", path, { description: "changed elsewhere" });
    return /description\s*: "changed elsewhere" => "Everything/;
  },
});

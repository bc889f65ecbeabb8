import { defineSystem } from "../system";
import { externalCa } from "./externalCa";
import { clientKeyPair } from "./keyPair";
import { localCa } from "./localCa";
import { clientProfile } from "./profile";
import { registeredClient } from "./registeredClient";
import { registrationToken } from "./registrationToken";

export const clients = defineSystem({
  name: "clients",
  title: "Certificate authorities and registered clients",
  definitions: [localCa, externalCa, clientProfile, registrationToken, clientKeyPair, registeredClient],
  unrotatable: {
    LocalCa:
      "an authority with another key is another one: declare a second LocalCa with its WebInterfaceTrust, and move the ClientProfiles to it",
  },
});

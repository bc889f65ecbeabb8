/**
 * Somebody who looks after keys, with a password that nobody has to invent: Pulumi's random
 * provider makes it.
 */
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// Kept, encrypted, in the state. Another value of `passwordVersion` makes another password.
const made = new random.RandomPassword("operator", {
  length: 24,
  minLower: 1,
  minUpper: 1,
  minNumeric: 1,
  minSpecial: 1,
  overrideSpecial: "!#%*+-=?@",
  keepers: { version: config.require("passwordVersion") },
});
const operator = new ciphertrust.User("operator", { name: config.require("name"), password: made.result });

export const userId = operator.userId;
export const password = made.result;

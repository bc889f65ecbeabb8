/** The stack of one AWS account of `accounts.ts`: the one with the stack's name. */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";
import { accounts } from "./accounts";

const config = new pulumi.Config();
const stack = pulumi.getStack();
const account = accounts[stack];
if (!account) throw new Error(`accounts.ts has no account "${stack}", which is the name of this stack`);

const sharedStack = config.require("sharedStack");
const shared = new pulumi.StackReference(`${pulumi.getOrganization()}/ciphertrust-many-accounts-shared/${sharedStack}`);

const kms = new ciphertrust.AwsKms(stack, {
  connection: shared.requireOutput("connection"),
  accountId: account.accountId,
  regions: account.regions,
  assumeRoleArn: account.roleArn,
});
for (const alias of account.keys) {
  const key = new ciphertrust.AwsKey(alias, {
    kms: kms.id,
    region: account.regions[0],
    alias: [`${stack}/${alias}`],
  });
  new ciphertrust.KeyRotation(alias, { key, schedule: shared.requireOutput("rotation") });
}

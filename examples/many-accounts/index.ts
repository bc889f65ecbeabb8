/**
 * The stack of one AWS account: which one, the stack's name says. `run.ts` deploys the stacks of
 * all accounts side by side.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";
import { accountOf } from "./accounts";

const config = new pulumi.Config();
const account = accountOf(pulumi.getStack());

const sharedStack = config.require("sharedStack");
const shared = new pulumi.StackReference(`${pulumi.getOrganization()}/ciphertrust-many-accounts-shared/${sharedStack}`);

const kms = new ciphertrust.AwsKms(account.name, {
  connection: shared.requireOutput("connection"),
  accountId: account.accountId,
  regions: account.regions,
  assumeRoleArn: account.roleArn,
});
for (const alias of account.keys) {
  const key = new ciphertrust.AwsKey(alias, {
    kms: kms.id,
    region: account.regions[0]!,
    alias: [`${account.name}/${alias}`],
  });
  new ciphertrust.KeyRotation(alias, { key, schedule: shared.requireOutput("rotation") });
}

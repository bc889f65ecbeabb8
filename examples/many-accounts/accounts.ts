/** An AWS account whose keys the service manages. */
export interface Account {
  /** 12 digits. */
  accountId: string;
  regions: [string, ...string[]];
  /** The role in the account that the shared connection assumes. */
  roleArn: string;
  /** Aliases of the keys, in the first region. */
  keys: string[];
}

/** By the names of their stacks. */
export const accounts: Readonly<Record<string, Account>> = {
  checkout: {
    accountId: "111122223333",
    regions: ["eu-west-1"],
    roleArn: "arn:aws:iam::111122223333:role/ciphertrust",
    keys: ["orders", "payments"],
  },
  loyalty: {
    accountId: "444455556666",
    regions: ["eu-west-1", "eu-central-1"],
    roleArn: "arn:aws:iam::444455556666:role/ciphertrust",
    keys: ["members"],
  },
  warehouse: {
    accountId: "777788889999",
    regions: ["eu-central-1"],
    roleArn: "arn:aws:iam::777788889999:role/ciphertrust",
    keys: ["stock"],
  },
};

import { awsAccount } from "../lifecycle/fixtures/aws";
import { azureSubscription, azureTenant, azureVaultName } from "../lifecycle/fixtures/azure";
import { paymentsRing, prodKeyFile } from "../lifecycle/fixtures/google";
import { ociUser, ociWorld } from "../emulator/systems/ociWorld";
import { sapLogin, sapTenant } from "../lifecycle/fixtures/sap";

/** Programs whose deployment is killed: a few systems, including resources without a unique name. */

interface Slot {
  type: string;
  /** Arguments as in a program, with the slots above as variables. */
  args: string;
  /** Other arguments, updated in place. */
  change?: string;
  /** Other arguments that force replacement. */
  replace?: string;
  /** Its options, without braces. */
  options?: string;
  /** Deployed before the run that is killed. */
  isBefore?: true;
  /** Destroying the stack leaves it. */
  isKept?: true;
}

export type Slots = Record<string, Slot>;

const { accountId, accessKeyId, secretAccessKey } = awsAccount;
/** As the inside of an object literal. */
export const inner = (value: object): string => JSON.stringify(value).slice(1, -1);

const aws: Slots = {
  amazon: {
    type: "AwsConnection",
    args: inner({ accessKeyId, secretAccessKey }),
    change: 'description: "two", labels: { a: "2" }',
  },
  account: {
    type: "AwsKms",
    args: `connection: amazon.id, accountId: "${accountId}", regions: ["eu-west-1"]`,
    change: 'regions: ["eu-west-1", "eu-central-1"]',
  },
  orders: {
    type: "AwsKey",
    args: 'kms: account.id, region: "eu-west-1", alias: ["crash/orders"], tags: { team: "a" }',
    change: 'tags: { team: "b" }, enabled: false',
    replace: 'customerMasterKeySpec: "RSA_2048"',
  },
  nameless: {
    type: "AwsKey",
    args: 'kms: account.id, region: "eu-west-1", tags: { team: "nameless" }',
    change: 'description: "still nameless"',
    replace: 'customerMasterKeySpec: "RSA_2048"',
  },
  monthly: {
    type: "RotationSchedule",
    args: 'cloud: "aws", runAt: "0 3 1 * *"',
    change: 'runAt: "0 4 1 * *"',
  },
  binding: {
    type: "KeyRotation",
    args: "key: orders, schedule: monthly.id",
    change: "disableEncrypt: true",
  },
};

const google: Slots = {
  googleCloud: { type: "GoogleConnection", args: inner({ keyFile: prodKeyFile }), change: 'labels: { a: "2" }' },
  ring: { type: "GoogleKeyRing", args: `name: "${paymentsRing}", connection: googleCloud.id` },
  payments: {
    type: "GoogleKey",
    args: 'keyRing: ring.id, keyName: "crash", labels: { team: "a" }, onDestroy: "scheduleDestroy"',
    change: 'labels: { team: "b" }',
    replace: 'keyName: "crash-2"',
  },
};

const oci: Slots = {
  oracle: { type: "OciConnection", args: inner(ociUser), change: 'description: "two"' },
  shared: {
    type: "OciVault",
    args: `connection: oracle.id, region: "${ociUser.region}", vaultId: "${ociWorld.shared}"`,
  },
  ledger: {
    type: "OciKey",
    args: 'vault: shared.id, freeformTags: { team: "a" }, deletionWindowDays: 7',
    change: 'freeformTags: { team: "b" }',
    replace: "length: 16",
  },
  journal: {
    type: "OciKey",
    args: 'vault: shared.id, algorithm: "RSA", protectionMode: "SOFTWARE"',
    change: "enabled: false",
    replace: "length: 512",
  },
};

const sap: Slots = {
  custodian: { type: "SapConnection", args: inner(sapLogin), change: 'labels: { a: "2" }' },
  hana: { type: "SapGroup", args: `connection: custodian.id, groupId: "${sapTenant.groupId}"` },
  stock: {
    type: "SapKey",
    args: 'group: hana.id, type: "AES", size: 256, operations: ["ENCRYPT", "DECRYPT"], onDestroy: "destroy"',
    change: 'description: "two"',
    replace: "size: 128",
    // What replaces the key ends the old one first.
    options: 'replaceOnChanges: ["size"]',
  },
};

const azure: Slots = {
  tenant: { type: "AzureConnection", args: inner(azureTenant), change: 'description: "two"' },
  vault: {
    type: "AzureVault",
    args: `connection: tenant.id, subscriptionId: "${azureSubscription}", vault: "${azureVaultName}"`,
    change: "cloudKeyBackupLimit: 7",
  },
  documents: {
    type: "AzureKey",
    args: 'keyVault: vault.id, keyName: "crash", kty: "RSA", keySize: 3072, tags: { team: "a" }',
    change: 'tags: { team: "b" }',
    replace: 'keyName: "crash-2"',
  },
};

const clients: Slots = {
  machines: { type: "LocalCa", args: 'cn: "Machines"', change: "allowUserAuthentication: false" },
  pair: { type: "ClientKeyPair", args: 'cn: "builder"' },
  profile: { type: "ClientProfile", args: "ca: machines.id, certDuration: 90", change: "certDuration: 30" },
  token: {
    type: "RegistrationToken",
    args: 'profile: profile.id, lifetime: "1h", maxClients: 5, triggers: { year: "1" }',
    change: 'labels: { owner: "me" }',
    replace: 'triggers: { year: "2" }',
  },
  builder: {
    type: "RegisteredClient",
    args: "registrationToken: token.token, csr: pair.csr",
    change: "renewBeforeDays: 20",
  },
};

/** What every program has. */
export const common: Slots = {
  backups: {
    type: "VaultKey",
    args: 'onDestroy: "destroy", labels: { team: "a" }',
    change: 'labels: { team: "b" }',
    replace: 'name: "backups-2"',
  },
  operator: { type: "User", args: 'password: "Quick-Start-1"', change: 'email: "op@example.com"' },
  operators: { type: "Group", args: "users: [operator.id]", change: 'description: "two"', replace: 'name: "ops"' },
};

export const systems: Readonly<Record<string, Slots>> = { aws, google, oci, sap, azure, clients };

export interface Variant {
  /** Slots that have their other arguments. */
  changed: ReadonlySet<string>;
  replaced: ReadonlySet<string>;
}

export const asFirst: Variant = { changed: new Set(), replaced: new Set() };

/** The program, with the lines that errors asked for: the ids to adopt, by name of the resource. */
export function programOf(slots: Slots, { changed, replaced }: Variant, adopt: ReadonlyMap<string, string>): string {
  return Object.entries(slots)
    .map(([name, slot]) => {
      const parts = [
        slot.args,
        changed.has(name) && slot.change,
        replaced.has(name) && slot.replace,
        adopt.has(name) && `adopt: "${adopt.get(name)}"`,
      ];
      // A later argument overrides an earlier one of its name.
      const bags = parts.filter(Boolean).map((part) => `{ ${String(part)} }`);
      const args = `Object.assign(${bags.join(", ")}), { ${slot.options ?? ""} }`;
      return `const ${name} = new ciphertrust.${slot.type}("${name}", ${args});`;
    })
    .join("\n");
}

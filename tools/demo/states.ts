import type { Stage } from "./stage";

/** Whether a key may be used: as its cloud says, and as the service knows. */
export interface KeyState {
  readonly key: string;
  readonly inCloud: string;
  readonly inService: string;
}

/** What the emulator shows of the clouds, as far as the demo looks. */
interface Clouds {
  aws: { accounts: { accountId: string; keys: { Alias: string[]; KeyState: string }[] }[] };
  azure: { subscriptions: { vaults: { name: string; keys: { name: string; versions: AzureVersion[] }[] }[] }[] };
}

interface AzureVersion {
  attributes: { enabled: boolean };
}

interface AwsRecord {
  aws_param: { KeyState: string };
}

interface AzureRecord {
  azure_param: AzureVersion;
}

const wordFor = (version: AzureVersion | undefined): string => (version?.attributes.enabled ? "Enabled" : "Disabled");

/** Of the keys that the demo disables. */
export async function keyStates(stage: Stage): Promise<KeyState[]> {
  const { aws, azure } = (await stage.clouds()) as unknown as Clouds;
  const account = aws.accounts.find(({ accountId }) => accountId === stage.setting("awsAccountId"));
  const orders = account?.keys.find(({ Alias }) => Alias.includes("alias/orders"));
  const vaults = azure.subscriptions.flatMap(({ vaults }) => vaults);
  const vault = vaults.find(({ name }) => name === stage.setting("azureVault"));
  const invoices = vault?.keys.find(({ name }) => name === "invoices");
  const { aws_param } = await stage.listed<AwsRecord>("/cckm/aws/keys?alias=orders");
  const { azure_param } = await stage.listed<AzureRecord>("/cckm/azure/keys?key_name=invoices&version=-1");
  return [
    { key: "orders, AWS", inCloud: orders?.KeyState ?? "gone", inService: aws_param.KeyState },
    { key: "invoices, Azure", inCloud: wordFor(invoices?.versions.at(-1)), inService: wordFor(azure_param) },
  ];
}

import { demoCertificates } from "../../../shared/demoCertificates";
import type * as z from "zod";
import type { awsSchema } from "./schema";

type World = z.input<typeof awsSchema>;

const regions = ["eu-west-1", "eu-central-1", "us-east-1", "us-west-2"];

/**
 * What AWS looks like unless a world file says otherwise: two accounts with the sort of keys that
 * teams have.
 */
export const defaultAwsWorld: World = {
  accounts: [
    {
      accountId: "123456789012",
      name: "production",
      credentials: [
        { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" },
      ],
      regions,
      users: ["alice", "bob", "deploy"],
      roles: ["KeyAdministrator", "OrderService", "PaymentService"],
      logGroups: ["aws-cloudtrail-logs-123456789012-keys", "/aws/lambda/orders"],
      clusters: [
        {
          clusterId: "cluster-kmshsm2eu3a",
          region: "eu-west-1",
          hsms: 2,
          password: "Kmsuser-Demo-1",
          certificate: demoCertificates["cluster-kmshsm2eu3a"]!,
        },
      ],
      keys: [
        {
          region: "eu-west-1",
          aliases: ["payments"],
          description: "Card data at rest",
          tags: { team: "payments", tier: "1" },
          rotationPeriodInDays: 365,
          ageInDays: 200,
        },
        {
          region: "eu-west-1",
          aliases: ["customer-db"],
          description: "Customer database",
          tags: { team: "crm", "aws:cloudformation:stack-name": "crm", "aws:cloudformation:logical-id": "Key" },
          ageInDays: 730,
        },
        {
          region: "eu-west-1",
          aliases: ["invoices"],
          description: "Invoice archive",
          state: "Disabled",
          ageInDays: 1100,
        },
        {
          region: "eu-west-1",
          aliases: ["legacy-export"],
          description: "Nightly export, replaced",
          state: "PendingDeletion",
          deletionDays: 14,
          ageInDays: 1500,
        },
        {
          region: "eu-west-1",
          aliases: ["document-signing"],
          description: "Signs outgoing documents",
          spec: "RSA_3072",
          usage: "SIGN_VERIFY",
          tags: { team: "legal" },
        },
        {
          region: "eu-west-1",
          aliases: ["aws/s3"],
          description: "Default key that protects S3 objects",
          manager: "AWS",
          ageInDays: 1600,
        },
        {
          region: "eu-central-1",
          aliases: ["hr-records"],
          description: "Personnel files",
          tags: { team: "hr", confidential: "true" },
          ageInDays: 400,
        },
        {
          region: "eu-central-1",
          aliases: ["jwt-signing"],
          description: "Signs session tokens",
          spec: "ECC_NIST_P256",
          tags: { team: "identity" },
        },
        { region: "eu-central-1", aliases: ["webhook-mac"], description: "Authenticates webhooks", spec: "HMAC_256" },
        {
          region: "us-east-1",
          aliases: ["global-config"],
          description: "Configuration in all regions",
          multiRegion: true,
          replicas: ["eu-west-1", "us-west-2"],
          tags: { team: "platform" },
          ageInDays: 300,
        },
        {
          region: "us-east-1",
          aliases: ["partner-exchange"],
          description: "Files from partners",
          spec: "RSA_2048",
          ageInDays: 60,
        },
        {
          region: "us-east-1",
          aliases: ["data-lake", "analytics"],
          description: "Data lake",
          rotationPeriodInDays: 180,
          ageInDays: 500,
        },
      ],
    },
    {
      accountId: "210987654321",
      name: "staging",
      credentials: [
        { accessKeyId: "AKIAI44QH8DHBEXAMPLE", secretAccessKey: "je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY" },
      ],
      regions: ["eu-west-1", "us-east-1"],
      users: ["carol", "ci"],
      roles: ["Tester"],
      logGroups: ["aws-cloudtrail-logs-210987654321-keys"],
      keys: [
        {
          region: "eu-west-1",
          aliases: ["staging-db"],
          description: "Staging database",
          tags: { env: "staging" },
          ageInDays: 150,
        },
        {
          region: "eu-west-1",
          aliases: ["byok-trial"],
          description: "Waits for imported material",
          origin: "EXTERNAL",
          ageInDays: 3,
        },
        {
          region: "us-east-1",
          aliases: ["load-test"],
          description: "Load tests",
          tags: { env: "staging" },
          ageInDays: 20,
        },
        {
          region: "us-east-1",
          aliases: ["wallet"],
          description: "Test wallet",
          spec: "ECC_SECG_P256K1",
          ageInDays: 45,
        },
      ],
    },
  ],
};

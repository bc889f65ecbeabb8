# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext awsAccountId 345678901234
pulumi config set --plaintext awsAccessKeyId AKIAIOSFODNN8EXAMPLE
pulumi config set --secret awsSecretAccessKey 9drTJvcXLB89EXAMPLELB8923FB892xMFIEXAMPLE
pulumi config set --plaintext azureTenantId 7f2c1d0a-4b6e-4c1e-9a51-2f8d3e6b7c90
pulumi config set --plaintext azureClientId 0b7de3c4-58f1-4a0e-8d6a-1f9c2e7b4a35
pulumi config set --secret azureClientSecret example~azure-client-secret
pulumi config set --plaintext azureSubscriptionId 3a1e5b7c-9d2f-4e68-8b03-7c5a1d9e2f46
pulumi config set --plaintext azureVault contoso-archive
pulumi config set --secret googleKeyFile < ../demo/google-key-file.json
pulumi config set --plaintext googleKeyRing projects/acme-prod/locations/europe-west3/keyRings/payments
pulumi config set --plaintext ociRegion eu-frankfurt-1
pulumi config set --plaintext ociTenancyOcid ocid1.tenancy.oc1..aaaaaaaaexampletenancyproduction
pulumi config set --plaintext ociUserOcid ocid1.user.oc1..aaaaaaaaexampleuserciphertrust
pulumi config set --plaintext ociFingerprint 12:34:56:78:9a:bc:de:f0:12:34:56:78:9a:bc:de:f0
pulumi config set --secret ociKeyFile < ../demo/oci-api-key.pem
pulumi config set --plaintext ociVaultId ocid1.vault.oc1.eu-frankfurt-1.aaaaexamplevaultpayments
pulumi config set --plaintext salesforceCloudName "Salesforce Sandbox Cloud"
pulumi config set --plaintext salesforceOrganizationId 00D7Q000004UvWxUAS
pulumi config set --plaintext salesforceClientId 3MVG9EXAMPLEACMESANDBOX
pulumi config set --secret salesforceClientSecret 9F8E7D6C5B4A39281706EXAMPLE
pulumi config set --plaintext salesforceUsername keys@acme.example.uat
pulumi config set --secret salesforcePassword Sf-Sandbox-Passw0rd

# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext awsAccountId 567890123456
pulumi config set --plaintext awsAccessKeyId AKIAIOSFODNN6EXAMPLE
pulumi config set --secret awsSecretAccessKey q1TzVxkLB89EXAMPLELB8923FB892xMFIEXAMPLE
pulumi config set --plaintext azureTenantId 7f2c1d0a-4b6e-4c1e-9a51-2f8d3e6b7c90
pulumi config set --plaintext azureClientId 0b7de3c4-58f1-4a0e-8d6a-1f9c2e7b4a35
pulumi config set --secret azureClientSecret example~azure-client-secret
pulumi config set --plaintext azureSubscriptionId c4d8f2a6-1b3e-4597-a6d0-8e2b4f7c9d13
pulumi config set --plaintext azureVault contoso-staging
pulumi config set --secret googleKeyFile < ../demo/google-key-file.json
pulumi config set --plaintext googleKeyRing projects/acme-analytics/locations/europe-west3/keyRings/lake

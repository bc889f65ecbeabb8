# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext tenantId 7f2c1d0a-4b6e-4c1e-9a51-2f8d3e6b7c90
pulumi config set --plaintext clientId 0b7de3c4-58f1-4a0e-8d6a-1f9c2e7b4a35
pulumi config set --secret clientSecret example~azure-client-secret
pulumi config set --plaintext subscriptionId 3a1e5b7c-9d2f-4e68-8b03-7c5a1d9e2f46
pulumi config set --plaintext vault contoso-prod

# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext apiEndpoint https://kms-eu10.datacustodian.example.com/kms/v2
pulumi config set --plaintext apiKey b1f4c1a0-TECHNICAL-EXAMPLE
pulumi config set --secret apiSecret Sap-Demo-Technical-1
pulumi config set --plaintext groupId 1f0c7d62-5a0e-4a2f-9c3b-2d6f0b7a1e01

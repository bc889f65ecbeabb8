# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext tenantId 5f0a1c9e-7d6b-4c7e-9f0e-2b1f4b6d8a10
pulumi config set --plaintext hostname keys.example.com

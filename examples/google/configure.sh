# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext projectId acme-prod
pulumi config set --secret keyFile < ../demo/google-key-file.json

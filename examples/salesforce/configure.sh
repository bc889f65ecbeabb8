# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext organizationId 00D5g000008XyZaEAK
pulumi config set --plaintext clientId 3MVG9EXAMPLEACMEPRODUCTION
pulumi config set --secret clientSecret 4A1B2C3D4E5F60718293EXAMPLE
pulumi config set --plaintext username keys@acme.example
pulumi config set --secret password Sf-Demo-Passw0rd

# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext hostname hsm-frankfurt.example.com
pulumi config set --plaintext hsmCertificate < ../demo/hsm-frankfurt.pem
pulumi config set --plaintext partitionLabel production
pulumi config set --plaintext serialNumber 1312109861412
pulumi config set --secret password Partition-Demo-1

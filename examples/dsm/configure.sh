# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext hostname dsm-1.example.com
pulumi config set --plaintext serverCertificate < ../demo/dsm-1.pem
pulumi config set --plaintext username cckm
pulumi config set --secret password Dsm-Demo-Password-1
pulumi config set --plaintext domain databases

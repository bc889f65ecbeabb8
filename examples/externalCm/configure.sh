# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext hostname cm-paris.example.com
pulumi config set --plaintext serverCertificate < ../demo/cm-paris.pem
pulumi config set --plaintext username cckm
pulumi config set --secret password Cm-Demo-Password-1
pulumi config set --plaintext domain retail

# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext accountId 123456789012
pulumi config set --plaintext accessKeyId AKIAIOSFODNN7EXAMPLE
pulumi config set --secret secretAccessKey wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY

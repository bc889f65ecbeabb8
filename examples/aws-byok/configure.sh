# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext accountId 210987654321
pulumi config set --plaintext accessKeyId AKIAI44QH8DHBEXAMPLE
pulumi config set --secret secretAccessKey je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY

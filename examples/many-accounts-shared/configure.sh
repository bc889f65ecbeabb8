# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext accessKeyId AKIAI44QH9DHBEXAMPLE
pulumi config set --secret secretAccessKey bPxRfiCYwJalrXUtnFEMI/K7MDENG/EXAMPLEKEY

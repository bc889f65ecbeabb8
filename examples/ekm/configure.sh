# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext projectId acme-analytics
pulumi config set --plaintext client service-731905528846@gcp-sa-ekms.iam.gserviceaccount.com

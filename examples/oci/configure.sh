# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# `npm run generate` writes this file from ../demo/settings.yaml.
set -e
pulumi config set --plaintext region eu-frankfurt-1
pulumi config set --plaintext tenancyOcid ocid1.tenancy.oc1..aaaaaaaaexampletenancyproduction
pulumi config set --plaintext userOcid ocid1.user.oc1..aaaaaaaaexampleuserciphertrust
pulumi config set --plaintext fingerprint 12:34:56:78:9a:bc:de:f0:12:34:56:78:9a:bc:de:f0
pulumi config set --secret keyFile < ../demo/oci-api-key.pem
pulumi config set --plaintext compartmentId ocid1.compartment.oc1..aaaaaaaaexamplecompartmentsecurity
pulumi config set --plaintext vaultName shared

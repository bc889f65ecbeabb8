#!/usr/bin/env bash
# Puts what the stack logs in with into the cluster: a registered client's identity, certificate and key, the CA of the
# service, and the passphrase of the state. Values come from the environment; certificates and the key may be PEM text or
# paths, as for the provider. They are shown nowhere.
set -euo pipefail

: "${PULUMI_CONFIG_PASSPHRASE:?is not set}"
: "${CIPHERTRUST_CLIENT_ID:?is not set}"
: "${CIPHERTRUST_CLIENT_CERT:?is not set}"
: "${CIPHERTRUST_CLIENT_KEY:?is not set}"
: "${CIPHERTRUST_CA_CERT:?is not set}"

umask 077
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf %s "$PULUMI_CONFIG_PASSPHRASE" >"$folder/passphrase"
printf %s "$CIPHERTRUST_CLIENT_ID" >"$folder/clientId"
pem() {
  case $1 in
  *"-----BEGIN "*) printf '%s\n' "$1" ;;
  *) cat -- "$1" ;;
  esac
}
pem "$CIPHERTRUST_CLIENT_CERT" >"$folder/clientCertificate"
pem "$CIPHERTRUST_CLIENT_KEY" >"$folder/clientKey"
pem "$CIPHERTRUST_CA_CERT" >"$folder/caCertificate"

kubectl create namespace ciphertrust --dry-run=client --output yaml | kubectl apply --filename -
# From files rather than literals: the arguments of a command are no place for a secret.
kubectl create secret generic ciphertrust-keys --namespace ciphertrust \
  --from-file "passphrase=$folder/passphrase" \
  --from-file "clientId=$folder/clientId" \
  --from-file "clientCertificate=$folder/clientCertificate" \
  --from-file "clientKey=$folder/clientKey" \
  --from-file "caCertificate=$folder/caCertificate" \
  --dry-run=client --output yaml | kubectl apply --filename -

#!/usr/bin/env bash
# Puts what the stack logs in with into the cluster: a registered client's identity, certificate and key, the CA of the
# service, and the passphrase of the state. Values come from the environment or from files, and are shown nowhere.
set -euo pipefail

: "${PULUMI_CONFIG_PASSPHRASE:?is not set}"
: "${CIPHERTRUST_CLIENT_ID:?is not set}"
: "${CIPHERTRUST_CLIENT_CERT:?is not set: the path of the client certificate}"
: "${CIPHERTRUST_CLIENT_KEY:?is not set: the path of its private key}"
: "${CIPHERTRUST_CA_CERT:?is not set: the path of the CA certificate of the service}"

umask 077
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf %s "$PULUMI_CONFIG_PASSPHRASE" >"$folder/passphrase"
printf %s "$CIPHERTRUST_CLIENT_ID" >"$folder/clientId"

kubectl create namespace ciphertrust --dry-run=client --output yaml | kubectl apply --filename -
# From files rather than literals: the arguments of a command are no place for a secret.
kubectl create secret generic ciphertrust-keys --namespace ciphertrust \
  --from-file "passphrase=$folder/passphrase" \
  --from-file "clientId=$folder/clientId" \
  --from-file "clientCertificate=$CIPHERTRUST_CLIENT_CERT" \
  --from-file "clientKey=$CIPHERTRUST_CLIENT_KEY" \
  --from-file "caCertificate=$CIPHERTRUST_CA_CERT" \
  --dry-run=client --output yaml | kubectl apply --filename -

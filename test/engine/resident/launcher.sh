#!/bin/bash
# Stands where Pulumi's engine looks for its language host and for its host of dynamic providers: connects to the process
# that serves them (host.cjs), and is what the engine sees of it. Where that process serves another command, the engine gets
# what it would have found without this.
name=${0##*/}
exec 3<>"/dev/tcp/127.0.0.1/$PULUMI_TEST_HOST"
{ printf '%s\0' "$name" "${@: -1}" "$PWD"; env -0; printf '\0'; } >&3
IFS= read -r first <&3
if [ "$first" != welcome ]; then
  exec 3>&-
  exec "$PULUMI_TEST_ENGINE/$name" "$@"
fi
while IFS= read -r line <&3; do
  if [ "${line:0:1}" = 1 ]; then printf '%s\n' "${line:1}"; else printf '%s\n' "${line:1}" >&2; fi
done

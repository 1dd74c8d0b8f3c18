#!/usr/bin/env bash
# Makes the image of all services, cif-itests: a Debian of its own with Java, PostgreSQL and Kerberos, and the commands beside
# this script. No image is pulled. The Debian is made once for a list of packages, and kept by the daemon.
# Needs root, for debootstrap, and a daemon of Docker that runs.
set -euo pipefail
cd "$(dirname "$0")"
. ../../bin/lib/setup.sh
. ../../bin/lib/debian.sh

packages='openjdk-17-jre-headless postgresql procps krb5-kdc krb5-admin-server krb5-user'
base=cif-itests-base:$(echo "$debian_suite $packages" | sha256sum | cut -c 1-12)

if ! docker image inspect "$base" > /dev/null 2>&1; then
  say "Making a Debian for the services ..."
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  root=$folder/root
  # The finished image does not name the server that its Debian came from.
  (make_debian "$debian_suite" "$root" && install_in "$root" "$packages" &&
    rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/lib/postgresql/*/main \
      "$root/etc/apt/sources.list") > "$folder/log" 2>&1 ||
    { tail -n 50 "$folder/log" >&2; fail "The image's Debian could not be made."; }
  tar -C "$root" --numeric-owner -c . | docker import - "$base" > /dev/null
  rm -rf "$root"
fi
docker tag "$base" cif-itests-base:latest
# Debian's docker.io has no BuildKit of a newer client.
said=$(DOCKER_BUILDKIT=0 docker build -q -t cif-itests . 2>&1) || fail "$said"

#!/usr/bin/env bash
# Makes the image of all services, cif-itests: a Debian of its own with Java and PostgreSQL, and the commands beside
# this script. No image is pulled. The Debian is made once for a list of packages, and kept by the daemon.
# Needs root, for debootstrap, and a daemon of Docker that runs.
set -euo pipefail
cd "$(dirname "$0")"
. ../../bin/lib/setup.sh

packages='openjdk-17-jre-headless postgresql procps'
need_packages debootstrap util-linux
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
base=cif-itests-base:$(echo "$suite $packages" | sha256sum | cut -c 1-12)

if ! docker image inspect "$base" > /dev/null 2>&1; then
  say "Making a Debian for the services ..."
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  root=$folder/root
  mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $suite" | head -n 1)
  {
    debootstrap --variant=minbase "$suite" "$root" "$mirror"
    # With /proc, without which Java's runtime can't be installed. Nothing is started.
    printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
    chmod +x "$root/usr/sbin/policy-rc.d"
    unshare -mpf --mount-proc="$root/proc" chroot "$root" sh -c \
      "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages"
    rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/lib/postgresql/*/main
    # Where the Debian came from is nobody's business later.
    rm -f "$root"/etc/apt/sources.list
  } > "$folder/log" 2>&1 || { tail -n 50 "$folder/log" >&2; fail "The image's Debian could not be made."; }
  tar -C "$root" --numeric-owner -c . | docker import - "$base" > /dev/null
  rm -rf "$root"
fi
docker tag "$base" cif-itests-base:latest
# Debian's docker.io has no BuildKit of a newer client.
said=$(DOCKER_BUILDKIT=0 docker build -q -t cif-itests . 2>&1) || fail "$said"

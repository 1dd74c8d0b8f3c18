# Sourced, after setup.sh: Debians of this machine's suite in folders of their own, for tests and images. Needs root.

debian_suite=$(. /etc/os-release && echo "$VERSION_CODENAME")

# Makes a Debian: SUITE FOLDER [PACKAGE,...]
make_debian() {
  local suite=$1 root=$2 packages=${3:-} mirror
  need_packages debootstrap util-linux
  mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $debian_suite" | head -n 1)
  debootstrap --variant=minbase ${packages:+--include="$packages"} "$suite" "$root" "$mirror" || return
  # Nothing is started when it is installed.
  printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
  # The machine knows its own name, as any machine does.
  printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$(uname -n)" > "$root/etc/hosts"
}

# Installs packages in a Debian, with /proc, without which Java's runtime can't be: FOLDER PACKAGE ...
install_in() {
  local root=$1
  shift
  unshare -mpf --mount-proc="$root/proc" chroot "$root" sh -c \
    "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $*"
}

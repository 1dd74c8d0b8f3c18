# shellcheck shell=bash
# Runs a command within a limit of memory, page cache included: within_memory MB COMMAND ... It needs the
# right to make a control group, of version 1 or 2, which root has. 0 MB is no limit, and needs nothing.

memory_group() {
  if [ -e /sys/fs/cgroup/memory/memory.limit_in_bytes ]; then
    echo "/sys/fs/cgroup/memory/cif-bench-$$ memory.limit_in_bytes"
  elif grep -qw memory /sys/fs/cgroup/cgroup.controllers 2>/dev/null; then
    echo +memory >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null || true
    echo "/sys/fs/cgroup/cif-bench-$$ memory.max"
  fi
}

within_memory() {
  local megabytes=$1 group limit status=0
  shift
  if [ "$megabytes" = 0 ]; then
    "$@"
    return
  fi
  read -r group limit <<<"$(memory_group)"
  if [ -z "$group" ] || ! mkdir "$group" 2>/dev/null; then
    echo "No control group can be made here for --limit: run this as root, or with --limit 0 within" \
      "'systemd-run --scope -p MemoryMax=${megabytes}M'" >&2
    return 1
  fi
  if ! echo $((megabytes * 1048576)) >"$group/$limit"; then
    rmdir "$group"
    return 1
  fi
  (
    echo "$BASHPID" >"$group/cgroup.procs"
    exec "$@"
  ) || status=$?
  # The last of its processes may still be leaving.
  for _ in 1 2 3 4 5; do
    rmdir "$group" 2>/dev/null && break
    sleep 1
  done
  return "$status"
}

# The value of an option among arguments: option NAME DEFAULT ARGUMENT ...
option() {
  local name=$1 value=$2 argument
  shift 2
  while [ $# -gt 0 ]; do
    argument=$1
    shift
    case $argument in
      "$name") value=${1:-$value} ;;
      "$name="*) value=${argument#*=} ;;
    esac
  done
  echo "$value"
}

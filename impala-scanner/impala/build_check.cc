#include "build_check.h"

#include "cif/version.h"

namespace cif::plugin {

std::string VersionFor(const ImpalaBuild& daemon, const ImpalaBuild& plugin) {
  if (daemon.version == plugin.version && daemon.commit == plugin.commit) {
    return plugin.version;
  }
  return plugin.version + ", commit " + plugin.commit + " (by CIF " + CIF_VERSION +
         "; the daemon is of version " + daemon.version + ", commit " + daemon.commit +
         ": build libimpalalz4.so with -DIMPALA_HOME=<built tree of that commit>),";
}

}  // namespace cif::plugin

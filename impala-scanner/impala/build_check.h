// Check that the plug-in and a daemon are of one build of Impala.
#pragma once

#include <string>

namespace cif::plugin {

/// Build of Impala: its version, and the commit of its sources. Builds of one version differ in
/// classes that the plug-in uses, so both count.
struct ImpalaBuild {
  std::string version;
  std::string commit;
};

/// Returns the version that the plug-in tells a daemon, which loads it only if it is its own: that
/// version if the builds are the same. Else a text that says which build is wanted, and that Impala
/// puts into its error: "Scanner plugin LZ4 was built against Impala version <text> but the running
/// Impala version is ...".
std::string VersionFor(const ImpalaBuild& daemon, const ImpalaBuild& plugin);

}  // namespace cif::plugin

// Symbols that Impala looks up in libimpalalz4.so.

#include "build_check.h"
#include "cif_scanner.h"
#include "common/logging.h"
#include "common/version.h"

#if !defined(CIF_IMPALA_VERSION) || !defined(CIF_IMPALA_COMMIT)
#error "they must be the version and the commit of the Impala that the headers are of"
#endif

extern "C" {

/// Returns the version of Impala. Impala loads the library only if it is its own.
__attribute__((visibility("default"))) const char* GetImpalaBuildVersion() {
  static const std::string* const version = [] {
    const cif::plugin::ImpalaBuild daemon{GetDaemonBuildVersion(), GetDaemonBuildHash()};
    auto* told =
        new std::string(cif::plugin::VersionFor(daemon, {CIF_IMPALA_VERSION, CIF_IMPALA_COMMIT}));
    if (*told != daemon.version) {
      LOG(ERROR) << "CIF's scanner does not fit this daemon: it was built against Impala " << *told;
    }
    return told;
  }();
  return version->c_str();
}

__attribute__((visibility("default"))) impala::HdfsScanner* CreateLz4TextScanner(
    impala::HdfsScanNodeBase* node, impala::RuntimeState* state) {
  return new cif::plugin::CifScanner(node, state);
}

__attribute__((visibility("default"))) impala::Status Lz4IssueInitialRangesImpl(
    impala::HdfsScanNodeBase* node, const std::vector<impala::HdfsFileDesc*>& files) {
  return cif::plugin::CifScanner::IssueInitialRanges(node, files);
}

}  // extern "C"

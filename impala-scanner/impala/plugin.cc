// Symbols that Impala looks up in libimpalalz4.so.

#include "cif_scanner.h"

#ifndef CIF_IMPALA_VERSION
#error "CIF_IMPALA_VERSION must be the version of the Impala that the headers are of"
#endif

extern "C" {

/// Returns the version of Impala. Impala loads the library only if it is its own.
__attribute__((visibility("default"))) const char* GetImpalaBuildVersion() {
  return CIF_IMPALA_VERSION;
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

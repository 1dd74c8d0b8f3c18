// libext2fs's headers, which are C and warn where ours may not.
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wsign-compare"
#include <ext2fs/ext2fs.h>
extern "C" {
#include <e2p/e2p.h>
}
#pragma GCC diagnostic pop

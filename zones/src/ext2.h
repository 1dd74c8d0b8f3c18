// Headers of libext2fs, which are C and raise warnings that our code must not.
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wsign-compare"
#include <ext2fs/ext2fs.h>
extern "C" {
#include <e2p/e2p.h>
}
#pragma GCC diagnostic pop

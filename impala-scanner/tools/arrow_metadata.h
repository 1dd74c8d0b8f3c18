// Flatbuffers of Arrow's IPC format: the metadata before and behind the bytes of arrays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cif/arrow_c_abi.h"

namespace cif::tools {

/// Length and NULL count of an array, or of a part of one, in a record batch.
struct ArrowNode {
  int64_t length;
  int64_t null_count;
};

/// Position of a buffer in a record batch's body.
struct ArrowBuffer {
  int64_t offset;
  int64_t length;
};

/// Position of a record batch in a file.
struct ArrowBlock {
  int64_t offset;
  int32_t metadata_length;
  int32_t padding = 0;
  int64_t body_length;
};

/// Makes the message of a schema: a struct of columns, with the formats that libcif exports.
std::vector<uint8_t> SchemaMessage(const ArrowSchema& schema);

/// Makes the message of a record batch.
std::vector<uint8_t> BatchMessage(int64_t rows, const std::vector<ArrowNode>& nodes,
                                  const std::vector<ArrowBuffer>& buffers, int64_t body_length);

/// Makes the footer of a file.
std::vector<uint8_t> FileFooter(const ArrowSchema& schema, const std::vector<ArrowBlock>& batches);

}  // namespace cif::tools

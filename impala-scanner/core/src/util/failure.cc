#include "util/failure.h"

#include "util/budget.h"

namespace cif {

std::string Error::ToString() const {
  std::string text = file;
  if (!column.empty()) {
    text += (text.empty() ? "column '" : ", column '") + column + "'";
  }
  if (offset >= 0) {
    text += (text.empty() ? "byte " : ", byte ") + std::to_string(offset);
  }
  return text + (text.empty() ? "" : ": ") + message;
}

namespace internal {

Error CurrentError() {
  try {
    throw;
  } catch (Failure& e) {
    return e.error();
  } catch (const CorruptData& e) {
    return Error{ErrorCode::kCorrupt, "", "", e.offset(), e.message()};
  } catch (const TooLarge& e) {
    return Error{ErrorCode::kTooLarge, "", "", -1, e.what()};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kTooLarge, "", "", -1, "out of memory"};
  } catch (const std::exception& e) {
    return Error{ErrorCode::kIo, "", "", -1, e.what()};
  }
}

}  // namespace internal
}  // namespace cif

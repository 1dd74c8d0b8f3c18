// Shapes of maps: the keys that each map has, in form columns of FORMAT.md section 6.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "auto/presence.h"
#include "cif/vector.h"
#include "encoding/ints.h"
#include "encoding/strings.h"

namespace cif::internal {

/// Shape of each map: a byte for each entry. The byte is the number of the entry's column, or the
/// number of columns for an entry without one. Decoded on demand.
class Shapes {
 public:
  /// @param counts numbers of entries of each column and of those without, from the header
  Shapes(StringsPtr strings, std::vector<int32_t> counts, int64_t offset, Budget* budget);

  /// Number of columns.
  size_t columns() const { return presences_.size(); }

  /// Appends the shapes of the maps.
  void Append(const Rows& maps, Vector* out);

  /// Returns the maps that have the key of a column. @throws CorruptData if the header has another
  /// count
  const Presence& PresenceOf(size_t column);

  /// Returns the number of entries of each column, and of those without, before a map. Valid until
  /// the next call. The first call checks all shapes.
  const int32_t* CountsBefore(int64_t map);

  /// Returns the number of entries without a column of each map. The stream must not outlive this
  /// object.
  IntsPtr RestLengths();

 private:
  class Rest;

  /// Returns the shapes of a range of maps, in the scratch vector.
  const Vector& Load(int64_t from, int64_t count);

  void FindInDictionary(Ids* ids, uint8_t column, std::vector<uint64_t>* words);
  void FindInMaps(uint8_t column, std::vector<uint64_t>* words);
  /// State of the check that no map has a key twice: for each column, the last of the checked
  /// shapes that has it.
  struct Checked {
    int64_t shapes = 0;
    std::array<int64_t, 256> last{};
  };

  void CountAll();
  void CountIds(const std::vector<StringView>& dictionary, int64_t from, int64_t count,
                Checked* checked, int32_t* running);
  void CountMaps(const Vector& shapes, Checked* checked, int32_t* running) const;
  void Check(const StringView& shape, Checked* checked) const;
  static void Add(const Vector& shapes, int32_t* running);
  [[noreturn]] void Twice(size_t column) const;
  [[noreturn]] void WrongCount(size_t column, int64_t entries) const;

  StringsPtr strings_;
  std::vector<int32_t> counts_;
  int64_t offset_;
  Budget* budget_;
  std::vector<std::unique_ptr<Presence>> presences_;
  Vector scratch_;
  std::vector<int32_t> groups_;   ///< counts before every 1,024th map
  std::vector<int32_t> running_;  ///< counts before map at_
  int64_t at_ = 0;
};

}  // namespace cif::internal

#include "read_block.h"

#include <algorithm>

#include "file/block.h"
#include "json_rows.h"
#include "scan/leaf_matcher.h"
#include "scan/projection.h"
#include "util/budget.h"

namespace cif::fuzz {
namespace {

using internal::BlockPtr;
using internal::BlockSource;
using internal::Rows;

/// Returns the steps to a part of the type, chosen by a number. Empty for types without parts.
std::vector<Step> Steps(const Type& type, int64_t choice) {
  Step step;
  if (type.kind() == Kind::kStruct) {
    step.field = type.field_names()[static_cast<size_t>(choice) % type.field_names().size()];
    return {step};
  }
  if (type.kind() != Kind::kMap) {
    return {};
  }
  step.is_key = true;
  const Class key = type.child(0).type_class();
  if (key == Class::kInt) {
    step.key = choice - 100;
    return {step};
  }
  step.key = choice % 2 == 0 ? "key " + std::to_string(choice % 7)
                             : std::string(1, static_cast<char>(choice));
  return key == Class::kBytes ? std::vector<Step>{step} : std::vector<Step>{};
}

/// Open block with everything that it depends on.
class Opened {
 public:
  Opened(const Type& type, const std::vector<Step>& steps, int64_t rows, const Footer& footer,
         const internal::Input& body)
      : path_(internal::ResolvePath(type, steps)) {
    budget_.Set(kBudget);
    budget_.SetBlock(kBudget);
    BlockSource source{type, path_.path(), rows, body, &budget_};
    block_ = footer.layout == Layout::kAuto ? internal::OpenAutoBlock(std::move(source))
                                            : internal::OpenRowBlock(std::move(source), footer);
  }

  Vector Read(const Rows& rows, StringForm strings = StringForm::kOffsets) {
    Vector out(path_.type, strings);
    budget_.Set(kBudget);
    block_->Read(rows, &out);
    Require(out.length == rows.count, "as many values as rows");
    return out;
  }

  std::vector<int32_t> Select(const Rows& rows, const internal::ValueMatcher& matcher) {
    std::vector<int32_t> slots;
    budget_.Set(kBudget);
    block_->HasFewValues();
    block_->Select(rows, matcher, &slots);
    return slots;
  }

 private:
  internal::ResolvedPath path_;
  internal::Budget budget_;
  BlockPtr block_;
};

void RequireSame(const Vector& a, int64_t i, const Vector& b, int64_t k) {
  std::string x;
  std::string y;
  tools::AppendJson(a, i, &x);
  tools::AppendJson(b, k, &y);
  Require(x == y, "a row is the same however it is asked for");
}

/// Makes a comparison with a value of class INT or BYTES, else a test for NULL.
Predicate Leaf(const Vector& all, int64_t i) {
  if (all.type.type_class() == Class::kInt) {
    return {{}, i % 2 == 0 ? Op::kLt : Op::kEq, all.integer(i)};
  }
  if (all.type.type_class() == Class::kBytes) {
    return {{}, i % 2 == 0 ? Op::kContains : Op::kLe, std::string(all.bytes(i))};
  }
  return {{}, Op::kIsNull, {}};
}

/// Requires that selecting from encoded values gives the same as from decoded ones. Products of
/// scaled integers may overflow, which no writer produces. For integers only the slots are checked.
void SelectInEveryWay(Opened* block, const Vector& all, const Rows& rows) {
  if (all.length == 0) {
    return;
  }
  const Predicate leaf = Leaf(all, all.length / 2);
  for (bool truth : {true, false}) {
    const internal::LeafMatcher matcher(leaf, truth, all.type, nullptr);
    std::vector<int32_t> wanted;
    matcher.Select(all, &wanted);
    std::vector<bool> is_wanted(static_cast<size_t>(all.length));
    for (int32_t slot : wanted) {
      is_wanted[static_cast<size_t>(slot)] = true;
    }
    const std::vector<int32_t> slots = block->Select(rows, matcher);
    int32_t last = -1;
    size_t found = 0;
    for (int32_t slot : slots) {
      Require(last < slot && slot < rows.count, "slots ascend, and are of rows");
      found += is_wanted[static_cast<size_t>(rows[slot])] ? 1 : 0;
      last = slot;
    }
    size_t count = 0;
    for (int64_t k = 0; k < rows.count; k++) {
      count += is_wanted[static_cast<size_t>(rows[k])] ? 1 : 0;
    }
    Require(matcher.range() != nullptr || (found == slots.size() && found == count),
            "rows are selected by their values");
  }
}

void ReadInEveryWay(Opened block, int64_t rows) {
  const Vector all = block.Read(Rows::Range(0, rows));
  const Vector views = block.Read(Rows::Range(0, rows), StringForm::kViews);
  for (int64_t i = 0; i < rows; i++) {
    RequireSame(views, i, all, i);
  }
  const int64_t from = rows / 3;
  const int64_t count = std::min<int64_t>(rows - from, 40);
  const Vector range = block.Read(Rows::Range(from, count));
  for (int64_t i = 0; i < count; i++) {
    RequireSame(range, i, all, from + i);
  }
  std::vector<int32_t> index;
  for (int64_t i = rows % 3; i < rows; i += 1 + i % 4 * (1 + rows / 60)) {
    index.push_back(static_cast<int32_t>(i));
  }
  const Vector list = block.Read(Rows::List(index.data(), static_cast<int64_t>(index.size())));
  for (size_t k = 0; k < index.size(); k++) {
    RequireSame(list, static_cast<int64_t>(k), all, index[k]);
  }
  const Vector viewed =
      block.Read(Rows::List(index.data(), static_cast<int64_t>(index.size())), StringForm::kViews);
  for (size_t k = 0; k < index.size(); k++) {
    RequireSame(viewed, static_cast<int64_t>(k), all, index[k]);
  }
  SelectInEveryWay(&block, all, Rows::Range(from, count));
  SelectInEveryWay(&block, all, Rows::Range(0, rows));
  SelectInEveryWay(&block, all, Rows::List(index.data(), static_cast<int64_t>(index.size())));
}

}  // namespace

void ReadBlock(const Type& type, int64_t rows, int64_t choice, const Footer& footer,
               const internal::Input& body) {
  std::vector<std::vector<Step>> wanted = {{}, Steps(type, choice)};
  for (const std::vector<Step>& steps : wanted) {
    try {
      ReadInEveryWay(Opened(type, steps, rows, footer, body), rows);
    } catch (const internal::CorruptData&) {
    } catch (const internal::TooLarge&) {
    }
  }
}

std::optional<Batch> DecodeBatch(const Type& type, int64_t rows, StringForm strings,
                                 const internal::Input& body) {
  try {
    Batch batch;
    batch.columns.push_back(
        Opened(type, {}, rows, Footer(), body).Read(Rows::Range(0, rows), strings));
    batch.rows = rows;
    return batch;
  } catch (const internal::CorruptData&) {
  } catch (const internal::TooLarge&) {
  }
  return {};
}

}  // namespace cif::fuzz

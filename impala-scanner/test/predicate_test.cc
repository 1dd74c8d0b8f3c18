// Combined conditions, compared with the content of the golden lines.

#include "cif/predicate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <random>

#include "support.h"

namespace cif::test {
namespace {

/// Truth of a condition for a row; empty for NULL.
using Truth = std::optional<bool>;

/// Predicate with its truth in each row.
struct Known {
  Predicate condition;
  std::vector<Truth> truths;
};

Projection Of(const std::string& column) { return {column, 0, {}}; }

Projection UnderKey(const std::string& column, const std::string& key) {
  Step step;
  step.is_key = true;
  step.key = key;
  return {column, 0, {step}};
}

/// Conditions on the columns of a golden split.
class Leaves {
 public:
  explicit Leaves(const std::string& golden)
      : split_(OpenSplit(LocalFileSystem(), GoldenRoot() + "/" + golden)) {}

  const std::shared_ptr<const Split>& split() const { return split_; }
  size_t rows() const { return static_cast<size_t>(split_->rows()); }

  Known Compare(const Projection& target, Op op, Literal literal,
                const std::function<bool(const std::string&)>& test) {
    Known known{{}, Values(target, test)};
    known.condition.target = target;
    known.condition.op = op;
    known.condition.literal = std::move(literal);
    return known;
  }

  Known In(const Projection& target, std::vector<Literal> literals,
           const std::function<bool(const std::string&)>& test) {
    Known known{{}, Values(target, test)};
    known.condition.target = target;
    known.condition.op = Op::kIn;
    known.condition.literals = std::move(literals);
    return known;
  }

  Known IsNull(const Projection& target, bool is_null) {
    Known known = Compare(target, is_null ? Op::kIsNull : Op::kIsNotNull, {}, {});
    for (Truth& truth : known.truths) {
      truth = truth.has_value() != is_null;
    }
    return known;
  }

  std::vector<Known> All() {
    const Projection number = Of("c3 int");
    const Projection text = Of("c11 string");
    const Projection part = UnderKey("c20 map_string_int_", "key-1");
    const Projection missing = Of("nowhere");
    auto quoted = [](const std::string& value) { return value.substr(1, value.size() - 2); };
    std::vector<Known> all;
    all.push_back(Compare(number, Op::kGe, int64_t{0}, [](auto& v) { return std::stoll(v) >= 0; }));
    all.push_back(Compare(number, Op::kNe, int64_t{5}, [](auto& v) { return std::stoll(v) != 5; }));
    all.push_back(In(number, {int64_t{-1}, int64_t{0}, int64_t{1}, int64_t{5}},
                     [](auto& v) { return v == "-1" || v == "0" || v == "1" || v == "5"; }));
    all.push_back(In(number, {int64_t{0}, int64_t{1} << 40}, [](auto& v) { return v == "0"; }));
    all.push_back(In(number, {}, [](auto&) { return false; }));
    all.push_back(Compare(text, Op::kStartsWith, std::string("key-"),
                          [=](auto& v) { return quoted(v).starts_with("key-"); }));
    all.push_back(Compare(text, Op::kStartsWith, std::string(), [](auto&) { return true; }));
    all.push_back(Compare(text, Op::kContains, std::string("1"),
                          [=](auto& v) { return quoted(v).find('1') != std::string::npos; }));
    all.push_back(In(text, {std::string("key-1"), std::string("key-2"), std::string("none")},
                     [](auto& v) { return v == "\"key-1\"" || v == "\"key-2\""; }));
    all.push_back(Compare(part, Op::kGt, int64_t{0}, [](auto& v) { return std::stoll(v) > 0; }));
    all.push_back(IsNull(text, true));
    all.push_back(IsNull(part, false));
    Known lacking{{}, std::vector<Truth>(rows())};
    lacking.condition.target = missing;
    lacking.condition.literal = std::string("x");
    all.push_back(lacking);
    lacking.condition.op = Op::kIsNull;
    lacking.truths.assign(rows(), true);
    all.push_back(lacking);
    return all;
  }

 private:
  std::vector<Truth> Values(const Projection& target,
                            const std::function<bool(const std::string&)>& test) {
    std::vector<Truth> truths;
    for (const std::string& value : ReadValues(split_, target)) {
      truths.push_back(value == "null" ? Truth() : Truth(test == nullptr || test(value)));
    }
    return truths;
  }

  std::shared_ptr<const Split> split_;
};

/// Computes SQL's AND, from which OR and NOT are derived.
Truth Both(Truth a, Truth b) {
  if (a == Truth(false) || b == Truth(false)) {
    return false;
  }
  return a && b ? Truth(true) : Truth();
}

Truth Opposite(Truth a) { return a ? Truth(!*a) : Truth(); }

/// Random combinations of conditions.
class Trees {
 public:
  Trees(std::vector<Known> leaves, uint32_t seed) : leaves_(std::move(leaves)), random_(seed) {}

  Known Next(int depth) {
    const uint32_t kind = depth == 0 ? 0 : random_() % 4;
    if (kind == 0) {
      return leaves_[random_() % leaves_.size()];
    }
    if (kind == 1) {
      Known one = Next(depth - 1);
      Known known{Not(one.condition), {}};
      std::transform(one.truths.begin(), one.truths.end(), std::back_inserter(known.truths),
                     Opposite);
      return known;
    }
    Known known{{}, std::vector<Truth>(leaves_[0].truths.size(), Truth(kind == 2))};
    std::vector<Predicate> conditions;
    for (uint32_t i = random_() % 4; i > 0; i--) {
      Known one = Next(depth - 1);
      for (size_t row = 0; row < known.truths.size(); row++) {
        Truth& truth = known.truths[row];
        truth = kind == 2 ? Both(truth, one.truths[row])
                          : Opposite(Both(Opposite(truth), Opposite(one.truths[row])));
      }
      conditions.push_back(std::move(one.condition));
    }
    known.condition = kind == 2 ? And(std::move(conditions)) : Or(std::move(conditions));
    return known;
  }

 private:
  std::vector<Known> leaves_;
  std::mt19937 random_;
};

std::vector<std::string> Wanted(const std::vector<std::string>& lines,
                                const std::vector<Truth>& truths) {
  std::vector<std::string> wanted;
  for (size_t i = 0; i < lines.size(); i++) {
    if (truths[i] == Truth(true)) {
      wanted.push_back(lines[i]);
    }
  }
  return wanted;
}

TEST(PredicatesTest, HoldWhereTheirLeavesSaySo) {
  for (const char* golden : {"auto", "plain", "skiplist", "block-lzo"}) {
    Leaves leaves(golden);
    const std::vector<std::string> lines = GoldenLines(golden);
    Trees trees(leaves.All(), 21);
    ScanRequest request;
    request.columns = AllColumns(leaves.split()->schema());
    size_t some = 0;
    for (int i = 0; i < 300; i++) {
      const Known first = trees.Next(3);
      const Known second = trees.Next(1);
      request.predicate = {first.condition, second.condition};
      std::vector<Truth> truths;
      std::transform(first.truths.begin(), first.truths.end(), second.truths.begin(),
                     std::back_inserter(truths), Both);
      ReadOptions options;
      options.batch_rows = i % 2 == 0 ? 50 : 1000;
      const auto read = ScanLines(leaves.split(), request, options);
      ASSERT_TRUE(read.ok()) << read.error().ToString();
      const std::vector<std::string> wanted = Wanted(lines, truths);
      ASSERT_EQ(*read, wanted) << golden << ", tree " << i;
      some += !wanted.empty() && wanted.size() < lines.size() ? 1 : 0;
    }
    EXPECT_GT(some, 50U);
  }
}

/// Returns the number of pruned rows of a golden split, and the number of wanted rows.
std::pair<int64_t, size_t> Pruned(const std::string& golden, Conjunction predicate) {
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/" + golden);
  ScanRequest request;
  request.predicate = std::move(predicate);
  auto scanner = Scanner::Open(split, request);
  EXPECT_TRUE(scanner.ok());
  Batch batch;
  size_t rows = 0;
  do {
    const Status status = (*scanner)->Next(&batch);
    EXPECT_TRUE(status.ok()) << status.error().ToString();
    rows += static_cast<size_t>(batch.rows);
  } while (batch.rows > 0);
  return {(*scanner)->metrics().rows_pruned, rows};
}

TEST(PredicatesTest, LeaveOutBlocksWhereTheyCannotHold) {
  // Ascending by a thousand a row from 1,600,000,000,000 on; the second block of two starts at row
  // 2,500.
  auto value = [](int64_t row) { return Literal(1'600'000'000'000 + 1000 * row); };
  auto leaf = [&](Op op, int64_t row) {
    Predicate one;
    one.target = Of("delta");
    one.op = op;
    one.literal = value(row);
    return one;
  };
  Predicate in = leaf(Op::kIn, 0);
  using Rows = std::pair<int64_t, size_t>;
  EXPECT_EQ(Pruned("encodings", {Or({leaf(Op::kLt, 10), leaf(Op::kEq, 22)})}), Rows(500, 11));
  EXPECT_EQ(Pruned("encodings", {Or({leaf(Op::kLt, 10), leaf(Op::kGe, 2990)})}), Rows(0, 20));
  EXPECT_EQ(Pruned("encodings", {Not(leaf(Op::kGe, 100))}), Rows(500, 100));
  EXPECT_EQ(Pruned("encodings", {Not(Or({leaf(Op::kLt, 2600), leaf(Op::kNe, 2700)}))}),
            Rows(2500, 1));
  EXPECT_EQ(Pruned("encodings", {And({leaf(Op::kLt, 10), leaf(Op::kGt, 2600)})}), Rows(3000, 0));
  in.literals = {value(2601), value(2700), value(9999)};
  EXPECT_EQ(Pruned("encodings", {in}), Rows(2500, 2));
  in.literals = {};
  EXPECT_EQ(Pruned("encodings", {in}), Rows(3000, 0));
  EXPECT_EQ(Pruned("encodings", {Not(in)}), Rows(0, 3000));
}

TEST(PredicatesTest, TableConditionsMixFoldersAndColumns) {
  MemoryFiles files = FilesOf({{"/t/n=5/000000_0", "plain"},
                               {"/t/n=7/000000_0", "plain"},
                               {"/t/n=__HIVE_DEFAULT_PARTITION__/000000_0", "plain"}});
  TableOptions options;
  options.partition_types = {{"n", *Type::Parse("int")}};
  auto table = OpenTable(files, "/t", options);
  auto lines_of = [&](Predicate condition, int64_t* pruned = nullptr) {
    TableScanRequest request = RequestOf(*table, {"n", "c3 int"});
    request.predicate = {std::move(condition)};
    if (pruned != nullptr) {
      auto scanner = TableScanner::Open(table, request);
      EXPECT_TRUE(scanner.ok());
      *pruned = (*scanner)->metrics().rows_pruned;
    }
    auto lines = Lines(table, request);
    EXPECT_TRUE(lines.ok());
    return *lines;
  };
  const Predicate five = *table->ParsePredicate("n", Op::kEq, "5");
  const Predicate positive = *table->ParsePredicate("c3 int", Op::kGt, "0");
  const size_t some = lines_of(positive).size() / 3;
  int64_t pruned = 0;
  EXPECT_EQ(lines_of(Or({five, positive}), &pruned).size(), 300 + 2 * some);
  EXPECT_EQ(pruned, 0);
  EXPECT_EQ(lines_of(And({Not(five), positive}), &pruned).size(), some);
  EXPECT_EQ(pruned, 600);  // NULL is neither 5 nor another number
  EXPECT_EQ(lines_of(Not(Or({five, Not(positive)}))).size(), some);
  EXPECT_EQ(lines_of(*table->ParseIn("n", {"7", "9"}), &pruned).size(), 300U);
  EXPECT_EQ(pruned, 600);
  EXPECT_EQ(lines_of(Or({})).size(), 0U);
  EXPECT_EQ(lines_of(And({})).size(), 900U);
}

TEST(PredicatesTest, WrongOnesAreErrors) {
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/auto");
  auto fails = [&](Predicate condition) {
    ScanRequest request;
    request.predicate = {std::move(condition)};
    return !Scanner::Open(split, request).ok();
  };
  Predicate in;
  in.target = Of("c3 int");
  in.op = Op::kIn;
  in.literals = {int64_t{1}, std::string("x")};
  EXPECT_TRUE(fails(in));
  in.op = Op::kStartsWith;
  in.literal = int64_t{1};
  EXPECT_TRUE(fails(in));
  Predicate none;
  none.op = Op::kNot;
  EXPECT_TRUE(fails(none));
  EXPECT_TRUE(fails(Or({none})));
  ScanRequest request;
  request.any_of = {{And({})}};
  EXPECT_FALSE(Scanner::Open(split, request).ok());
}

}  // namespace
}  // namespace cif::test

#include "cif/schema.h"

#include <algorithm>
#include <numeric>

namespace cif {
namespace {

unsigned char Lower(char c) {
  return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool IsLessIgnoringCase(std::string_view a, std::string_view b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](char x, char y) { return Lower(x) < Lower(y); });
}

/// Returns the positions 0 to count - 1 in sorted order. Equal elements keep their order.
template <typename IsLess>
std::vector<int32_t> Order(size_t count, IsLess is_less) {
  std::vector<int32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), is_less);
  return order;
}

}  // namespace

void Schema::Index() {
  auto column = [this](int32_t i) -> const Column& { return columns[static_cast<size_t>(i)]; };
  by_name_ = Order(columns.size(), [&](int32_t a, int32_t b) {
    return IsLessIgnoringCase(column(a).name, column(b).name);
  });
  by_id_ = Order(columns.size(), [&](int32_t a, int32_t b) { return column(a).id < column(b).id; });
}

int Schema::Find(std::string_view name, int32_t id) const {
  auto is_wanted = [&](const Column& c) {
    return id != 0 ? c.id == id : EqualsIgnoreCase(c.name, name);
  };
  const std::vector<int32_t>& order = id != 0 ? by_id_ : by_name_;
  if (order.size() != columns.size()) {
    auto found = std::find_if(columns.begin(), columns.end(), is_wanted);
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
  }
  auto found = std::partition_point(order.begin(), order.end(), [&](int32_t i) {
    const Column& c = columns[static_cast<size_t>(i)];
    return id != 0 ? c.id < id : IsLessIgnoringCase(c.name, name);
  });
  return found != order.end() && is_wanted(columns[static_cast<size_t>(*found)]) ? *found : -1;
}

}  // namespace cif

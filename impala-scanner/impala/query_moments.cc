#include "query_moments.h"

namespace cif::plugin {

QueryMoments::Found QueryMoments::Of(QueryId query) {
  const std::lock_guard lock(mutex_);
  const auto known = moments_.find(query);
  if (known != moments_.end()) {
    if (std::shared_ptr<Moment> moment = known->second.lock()) {
      return {std::move(moment), false};
    }
  }
  std::erase_if(moments_, [](const auto& one) { return one.second.expired(); });
  auto made = std::make_shared<Moment>();
  moments_[query] = made;
  return {std::move(made), true};
}

size_t QueryMoments::size() const {
  const std::lock_guard lock(mutex_);
  return moments_.size();
}

}  // namespace cif::plugin

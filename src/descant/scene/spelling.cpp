// scene/spelling.cpp: the optimal string alignment distance, and sentences made from it.

#include "descant/scene/spelling.hpp"

#include <algorithm>
#include <cctype>

namespace descant {

namespace {

std::string folded(std::string word) {
  for (char& c : word) {
    c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return word;
}

}  // namespace

int edit_distance(const std::string& a, const std::string& b) {
  const size_t rows = a.size() + 1, cols = b.size() + 1;
  std::vector<std::vector<int>> cost(rows, std::vector<int>(cols));
  for (size_t i = 0; i < rows; ++i) cost[i][0] = static_cast<int>(i);
  for (size_t j = 0; j < cols; ++j) cost[0][j] = static_cast<int>(j);
  for (size_t i = 1; i < rows; ++i) {
    for (size_t j = 1; j < cols; ++j) {
      const int replace = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replace});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost.back().back();
}

std::string nearest_name(const std::string& word, const std::vector<std::string>& candidates) {
  if (word.size() > 64) return {};  // not a slip, and the table would be large
  std::string best;
  int best_distance = std::max(2, static_cast<int>(word.size()) / 3) + 1;
  for (const std::string& candidate : candidates) {
    const int distance =
        folded(word) == folded(candidate) ? 1 : edit_distance(folded(word), folded(candidate));
    const bool is_slip = distance < static_cast<int>(std::max(word.size(), candidate.size()));
    if (is_slip && distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(word, candidates);
  if (!nearest.empty()) return "Did you mean `" + nearest + "`?";
  if (candidates.empty()) return {};
  std::string list = "Known here: ";
  for (size_t i = 0; i < candidates.size(); ++i) list += (i ? ", " : "") + candidates[i];
  return list;
}

}  // namespace descant

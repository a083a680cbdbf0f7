// scene/spelling.hpp: says which word was meant where one is misspelt.

#pragma once

#include <string>
#include <vector>

namespace descant {

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
int edit_distance(const std::string& a, const std::string& b);

/// The candidate closest to `word` if it is close enough to be a slip of the hand; else empty.
/// Letter case and `-` against `_` count as one slip however often they occur.
std::string nearest_name(const std::string& word, const std::vector<std::string>& candidates);

/// A remedy for an unknown word: "Did you mean `x`?", or the list of what is known.
std::string suggestion(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace descant

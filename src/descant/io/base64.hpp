// io/base64.hpp: bytes as text, six bits a letter (RFC 4648).

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace descant {

/// The bytes a base64 text stands for, padded or not; nothing where it is not one.
std::optional<std::string> decoded_base64(std::string_view text);

}  // namespace descant

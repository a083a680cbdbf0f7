// io/npy.hpp: NumPy `.npy` arrays.
//
//   \x93NUMPY major minor, header length, {'descr': '<f8', 'fortran_order': False, 'shape': (2, 3),
//   }

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "descant/core/types.hpp"
#include "descant/io/file.hpp"

namespace descant {

/// Numbers on a grid; the last index runs fastest, whatever the file's order.
struct NpyArray {
  std::vector<Index> shape;
  std::vector<double> values;  ///< as many as the product of the shape
};

/// Reads float64, float32, int64, int32 and bool, format versions 1 to 3. Throws InputError at
/// `place`, also where a number is not finite.
NpyArray parse_npy(std::string_view bytes, const std::string& place);

NpyArray read_npy_file(const std::string& path);

/// The bytes of a float64 array in C order.
std::string npy_bytes(const NpyArray& array);

void write_npy_file(const std::string& path, const NpyArray& array);

/// Writes a float64 array (frames × frame_shape) frame by frame. The file takes its name when
/// `finish` is called; a writer that is dropped before leaves nothing behind.
class NpyWriter {
 public:
  NpyWriter(const std::string& path, std::vector<Index> frame_shape);

  void append(ConstVec frame);  ///< the values of one frame, last index fastest
  void finish();                ///< call once, last

  Index num_frames() const { return num_frames_; }

 private:
  AtomicFile file_;
  std::vector<Index> frame_shape_;
  Index frame_size_ = 1;
  Index num_frames_ = 0;
};

}  // namespace descant

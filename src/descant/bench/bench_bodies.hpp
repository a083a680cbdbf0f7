// bench/bench_bodies.hpp: a body of the size of every example in the paper's table.
//
// Made by code from distance functions; about two units long, as the authors' are once normalised.
// n is at most a few percent above the paper's, m is the paper's.

#pragma once

#include "descant/bench/bench_body.hpp"

namespace descant::bench_bodies {

// bench_plane.cpp
BenchShape roller_coaster();  ///< 39, affine, m = 6
BenchShape bird();            ///< 639, three points, m = 18
BenchShape worm();            ///< 438, affine, m = 6
BenchShape daisy();           ///< 702, a curve, m = 6
BenchShape walrus();          ///< 1559, a grid of points, m = 18
BenchShape hedgehog();        ///< 1528, four points, m = 24
BenchShape amoeba();          ///< 4918, affine, m = 6

// bench_solids.cpp
BenchShape carpet();   ///< 239, a grid of points, m = 18
BenchShape monkey();   ///< 1244, affine, m = 12
BenchShape plumber();  ///< 1502, rigid, m = 6
BenchShape bar();      ///< 1519, a twisted curve, m = 16
BenchShape cow();      ///< 3922, affine, m = 12
BenchShape fish();     ///< 6142, two points, m = 24

/// The fish in cells of another size, its fins joined to it by another fillet [m]. Where a fin
/// bends about a narrow one, fine cells crease and fold that coarse ones leave smooth.
BenchShape fish_in_cells(double cell, double fillet);

// bench_characters.cpp
BenchShape staypuft();  ///< 3258, 6 bones, m = 72
BenchShape elephant();  ///< 8919, 24 bones, m = 288
BenchShape trex();      ///< 15623, 50 bones, m = 600

/// The T-Rex on the first `num_bones` of its bones: m = 12 … 600.
BenchShape trex_on_bones(int num_bones);

}  // namespace descant::bench_bodies

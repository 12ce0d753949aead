// The 8x8 board as 64-bit sets: space a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63 (L1.1).
#pragma once

#include <bit>
#include <cstdint>

namespace lumiere {

using Spaces = uint64_t;

constexpr int kSide = 8;
constexpr int kSpaces = 64;
constexpr int kSquares = 16;

constexpr Spaces bit(int space) { return Spaces{1} << space; }
constexpr int count(Spaces spaces) { return std::popcount(spaces); }

// Removes the first space of a set that is not empty, and names it.
inline int pop_lowest(Spaces& spaces) {
  const int space = std::countr_zero(spaces);
  spaces &= spaces - 1;
  return space;
}

// The spaces that share a side with a space of the set.
constexpr Spaces beside(Spaces spaces) {
  return (spaces << 8) | (spaces >> 8) | ((spaces << 1) & 0xFEFEFEFEFEFEFEFE) |
         ((spaces >> 1) & 0x7F7F7F7F7F7F7F7F);
}

// The spaces that are reached by sides over the ground from the start, which counts.
constexpr Spaces reach(Spaces start, Spaces ground) {
  Spaces area = start;
  while (true) {
    const Spaces wider = area | (beside(area) & ground);
    if (wider == area) return area;
    area = wider;
  }
}

constexpr bool on_board(int column, int row) {
  return 0 <= column && column < kSide && 0 <= row && row < kSide;
}

}  // namespace lumiere

// The generator and the fair shuffle of the engine, word for word: with the same seed both deal
// the same games and pick the same moves.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace lumiere {

class Chance {
 public:
  explicit Chance(const std::array<uint64_t, 4>& words) : words_(words) {}

  // A whole number from 0 to bound - 1, each exactly equally likely.
  int below(uint64_t bound) {
    uint64_t product = (next() >> 32) * bound;
    if ((product & 0xFFFFFFFF) < bound) {
      const uint64_t threshold = (uint64_t{1} << 32) % bound;
      while ((product & 0xFFFFFFFF) < threshold) product = (next() >> 32) * bound;
    }
    return static_cast<int>(product >> 32);
  }

  template <typename Card>
  void shuffle(Card* cards, int count) {
    for (int last = count - 1; last > 0; --last) std::swap(cards[last], cards[below(last + 1)]);
  }

 private:
  uint64_t next() {  // xoshiro256**
    const uint64_t word = std::rotl(words_[1] * 5, 7) * 9;
    const uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = std::rotl(words_[3], 45);
    return word;
  }

  std::array<uint64_t, 4> words_;
};

}  // namespace lumiere

// The legal moves of a position, in ascending order of their numbers.
#pragma once

#include "state.hpp"

namespace lumiere {

class Generator {
 public:
  Generator(const Box& box, const State& state, int32_t* out)
      : box_(box), state_(state), seat_(state.to_move), out_(out), first_(out) {}

  int legal_moves() {
    if (state_.phase == kOver) return 0;
    if (state_.phase == kLaying) {
      laying();
    } else {
      ground_ = ground_of(state_, seat_);
      if (state_.pending != kNone) {
        builds_of(state_.pending);
      } else {
        building();
      }
    }
    return static_cast<int>(out_ - first_);
  }

 private:
  void add(int move) { *out_++ = move; }

  void laying() {  // L3.1, L3.2
    for (uint32_t held = state_.held[seat_]; held != 0; held &= held - 1) {
      const int tile = std::countr_zero(held);
      for (int square = 0; square < kSquares; ++square) {
        if (state_.square[square] != kNone) continue;
        for (int turns = 0; turns < kTurns; ++turns)
          add(kLay + (tile * kSquares + square) * kTurns + turns);
      }
    }
    for (uint32_t pool = state_.pool; pool != 0; pool &= pool - 1)
      add(kTake + std::countr_zero(pool));
    if (state_.held_count[seat_] == 0) add(kPass);
  }

  void building() {  // L4.2, L4.3
    const bool token = state_.tokens[seat_] > 0;
    if (!token && !can_build(box_, state_, seat_, {ground_.own, 0, 0})) add(kPass);
    for (uint32_t left = state_.reserve[seat_]; left != 0; left &= left - 1)
      builds_of(std::countr_zero(left));
    if (token) activations();
  }

  void builds_of(int building) {
    for (int turns = 0; turns < kTurns; ++turns) {
      Spaces anchors = fitting_anchors(box_, building, turns, ground_);
      while (anchors != 0)
        add(kBuild + (building * kTurns + turns) * kSpaces + pop_lowest(anchors));
    }
  }

  bool is_open(Postcard card) const {  // L6.1
    return ((state_.in_play >> card) & 1) != 0 && state_.used_by[card] == kNone;
  }

  void activations() {
    for (int card = 0; card < kPostcards; ++card)
      if (is_open(static_cast<Postcard>(card))) add(kActivate + card);
    if (is_open(kLevitation)) exchanges();
    if (is_open(kJardin)) gardens();
    pieces();
    if (is_open(kPenseur)) statues();
    if (is_open(kBouquinistes)) annexes();
  }

  void exchanges() {  // L7.2: only for a building that can then be built
    if (state_.reserve[seat_] == 0) return;
    uint32_t buildable = 0;
    for (uint32_t pool = state_.pool; pool != 0; pool &= pool - 1)
      if (fits_somewhere(box_, std::countr_zero(pool), ground_)) buildable |= pool & -pool;
    for (uint32_t given = state_.reserve[seat_]; given != 0; given &= given - 1)
      for (uint32_t taken = buildable; taken != 0; taken &= taken - 1)
        add(kExchange + std::countr_zero(given) * kBuildings + std::countr_zero(taken));
  }

  void gardens() {  // L7.1
    for (int turns = 0; turns < kTurns; ++turns) {
      Spaces anchors = fitting_anchors(box_, kGarden, turns, ground_);
      while (anchors != 0) add(kPlant + turns * kSpaces + pop_lowest(anchors));
    }
  }

  void pieces() {  // L7.6, L7.8, L7.9, L7.10, L7.12
    const Spaces colour = state_.spaces[seat_] & ~state_.occupied;
    if (is_open(kPeintre)) put(kPainter, colour);
    if (is_open(kLampadaire)) put(kLamp, colour);
    if (is_open(kMoulinRouge)) put(kDancer, colour);
    if (is_open(kFontaine)) put(kFountain, ground_.own | ground_.chartier);
    if (is_open(kGrandeLumiere)) put(kLargeLamp, state_.spaces[kStreetlight] & ~state_.occupied);
  }

  void put(Piece piece, Spaces spaces) {
    while (spaces != 0) add(kPut + piece * kSpaces + pop_lowest(spaces));
  }

  void statues() {  // L7.11: the space in front is on the board and free
    Spaces spaces = state_.spaces[seat_] & ~state_.occupied;
    while (spaces != 0) {
      const int space = pop_lowest(spaces);
      for (int facing = 0; facing < 4; ++facing) {
        const int front = box_.in_front_of[space][facing];
        if (front >= 0 && (state_.occupied & bit(front)) == 0) add(kErect + space * 4 + facing);
      }
    }
  }

  void annexes() {  // L7.7
    Spaces spaces = state_.spaces[seat_] & ~state_.occupied & beside(state_.built[seat_]);
    while (spaces != 0) {
      const int space = pop_lowest(spaces);
      for (int host = 0; host < kHosts; ++host)
        if (state_.owner[host] == seat_ && (state_.footprint[host] & box_.sides_of[space]) != 0)
          add(kAnnex + space * kHosts + host);
    }
  }

  const Box& box_;
  const State& state_;
  const int seat_;
  Ground ground_{};
  int32_t* out_;
  int32_t* const first_;
};

}  // namespace lumiere

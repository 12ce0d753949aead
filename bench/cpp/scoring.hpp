// What a board is worth, line by line (L8).
#pragma once

#include <algorithm>

#include "state.hpp"

namespace lumiere {

struct Lines {
  int light, group, unbuilt, postcards;
};

inline Spaces large_light(const Box& box, const State& state) {  // L7.12
  const int space = state.piece[kLargeLamp];
  if (space == kNone) return 0;
  Spaces lit = box.large_near[space];
  for (int arm = 0; arm < 4; ++arm)
    if ((box.large_between[space][arm] & (state.built[0] | state.built[1])) == 0)
      lit |= box.large_far[space][arm];
  return lit;
}

inline Spaces lamp_piece(const State& state) {  // L7.8
  return state.piece[kLamp] == kNone ? 0 : bit(state.piece[kLamp]);
}

inline int light_points(const Box& box, const State& state, int seat) {  // L8.1
  const Spaces large = large_light(box, state);
  const Spaces small = (state.spaces[kStreetlight] & ~state.occupied) | lamp_piece(state);
  int points = 0;
  for (int building = 0; building <= kGarden; ++building) {
    if (state.owner[building] != seat) continue;
    const Spaces footprint = state.footprint[building];
    points += count(footprint) * (count(beside(footprint) & small) + ((footprint & large) != 0));
  }
  return points;
}

inline int largest_group(Spaces built) {  // L8.2
  int largest = 0;
  while (built != 0) {
    const Spaces group = reach(built & -built, built);
    built &= ~group;
    largest = std::max(largest, count(group));
  }
  return largest;
}

inline int statue_points(const Box& box, const State& state, int seat) {  // L7.11
  const int space = state.piece[kStatue];
  if ((state.occupied & bit(box.in_front_of[space][state.facing])) != 0) return 0;
  Spaces sides = box.sides_of[space] & ~state.occupied;
  if (box.penseur_own) sides &= state.spaces[seat];
  return 2 * count(sides) + count(box.corners_of[space] & ~state.occupied);
}

inline int fountain_points(const Box& box, const State& state, int seat) {  // L7.10
  int points = 0;
  for (int building = 0; building <= kGarden; ++building)
    if (state.owner[building] == seat &&
        (state.footprint[building] & box.sides_of[state.piece[kFountain]]) != 0)
      points += 3;
  return points;
}

inline int postcard_points(const Box& box, const State& state, int seat) {  // L8.4, L8.5
  const auto mine = [&](Piece piece) {
    return state.piece[piece] != kNone && state.used_by[kPostcardOfPiece[piece]] == seat;
  };
  int points = 0;
  if (mine(kPainter)) {
    const Spaces area = reach(bit(state.piece[kPainter]), ~(state.built[0] | state.built[1]));
    points += 2 * count((state.spaces[kStreetlight] | lamp_piece(state)) & area);
  }
  if (mine(kDancer))
    points +=
        count(reach(bit(state.piece[kDancer]), ~state.occupied & ~state.spaces[kStreetlight]));
  if (mine(kFountain)) points += fountain_points(box, state, seat);
  if (mine(kStatue)) points += statue_points(box, state, seat);
  return points;
}

inline Lines score(const Box& box, const State& state, int seat) {
  return {
      light_points(box, state, seat),
      largest_group(state.built[seat]),
      state.used_by[kSacreCoeur] == seat ? 0 : -3 * count(state.reserve[seat]),  // L8.3, L7.5
      postcard_points(box, state, seat),
  };
}

}  // namespace lumiere

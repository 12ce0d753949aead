// The state of a game and the numbers of its moves, laid out as in the engine.
#pragma once

#include <cstdint>

#include "box.hpp"
#include "chance.hpp"

namespace lumiere {

enum Postcard {
  kLevitation, kMetropolitain, kJardin, kSacreCoeur, kPeintre, kChartier, kBouquinistes,
  kLampadaire, kMoulinRouge, kFontaine, kPenseur, kGrandeLumiere, kPostcards
};
enum Piece { kPainter, kLamp, kDancer, kFountain, kLargeLamp, kStatue, kPieces };
enum Power { kMetro, kMixedSpace, kPowers };
enum PowerState : int8_t { kNotHeld, kHeld, kSpent };
enum Phase : int8_t { kLaying = 1, kBuilding, kOver };

constexpr int8_t kNone = -1;
constexpr int8_t kTokens = 4;
constexpr int kHosts = kGarden + 1;
constexpr Postcard kPostcardOfPiece[kPieces] = {kPeintre, kLampadaire, kMoulinRouge,
                                                kFontaine, kGrandeLumiere, kPenseur};

// Where each block of moves begins; the parts of a move are its digits.
constexpr int kLay = 0;                                            // tile, square, turns
constexpr int kTake = kLay + kTiles * kSquares * kTurns;           // building
constexpr int kPass = kTake + kBuildings;
constexpr int kBuild = kPass + 1;                                  // building, turns, anchor
constexpr int kActivate = kBuild + kBuildings * kTurns * kSpaces;  // postcard
constexpr int kExchange = kActivate + kPostcards;                  // given, taken
constexpr int kPlant = kExchange + kBuildings * kBuildings;        // turns, anchor
constexpr int kPut = kPlant + kTurns * kSpaces;                    // piece, space
constexpr int kErect = kPut + 5 * kSpaces;                         // space, facing
constexpr int kAnnex = kErect + kSpaces * 4;                       // space, host
constexpr int kMoveSpace = kAnnex + kSpaces * kHosts;

struct State {
  Spaces spaces[4];  // by kind
  Spaces occupied;
  Spaces built[2];
  Spaces footprint[kBuildings + 1];
  int32_t ply;
  int32_t pool;
  int32_t reserve[2];
  int32_t in_play;
  int8_t to_move;
  Phase phase;
  int8_t passes;
  int8_t pending;  // the building that levitation took and that is built now (L7.2)
  int8_t tokens[2];
  uint8_t held[2];
  int8_t held_count[2];
  int8_t drawn[2];
  int8_t pile[2][kTiles];
  int8_t square[kSquares];
  int8_t owner[kBuildings + 1];
  int8_t used_by[kPostcards];
  int8_t power[kPowers];
  int8_t piece[kPieces];
  int8_t facing;
  int8_t annex;
  int8_t annex_host;
};

// The free spaces on which a seat may build now, and those that a held power adds.
struct Ground {
  Spaces own;       // its colour or mixed (L5.1)
  Spaces metro;     // of these one may be covered (L7.3)
  Spaces chartier;  // of these one may be covered (L7.4)
};

inline bool holds(const State& state, int seat, Power power) {
  const Postcard card = power == kMetro ? kMetropolitain : kChartier;
  return state.power[power] == kHeld && state.used_by[card] == seat;
}

inline Ground ground_of(const State& state, int seat) {
  const Spaces free = ~state.occupied;
  return {
      (state.spaces[seat] | state.spaces[kMixed]) & free,
      holds(state, seat, kMetro) ? state.spaces[kStreetlight] & free : 0,
      holds(state, seat, kMixedSpace) ? state.spaces[1 - seat] & free : 0,
  };
}

// All anchors at which a building lies legally: one shift tests one of its spaces for all of
// them at once, and each power allows at most one space.
inline Spaces fitting_anchors(const Box& box, int building, int turns, const Ground& ground) {
  Spaces anchors = box.anchors[building][turns];
  const uint64_t* offset = box.offset[building][turns];
  const int size = box.size[building];
  if ((ground.metro | ground.chartier) == 0) {
    for (int index = 0; index < size; ++index) anchors &= ground.own >> offset[index];
    return anchors;
  }
  const Spaces all = ground.own | ground.metro | ground.chartier;
  Spaces metro_one = 0, metro_two = 0, chartier_one = 0, chartier_two = 0;
  for (int index = 0; index < size; ++index) {
    anchors &= all >> offset[index];
    const Spaces metro = ground.metro >> offset[index];
    const Spaces chartier = ground.chartier >> offset[index];
    metro_two |= metro_one & metro;
    metro_one |= metro;
    chartier_two |= chartier_one & chartier;
    chartier_one |= chartier;
  }
  return anchors & ~metro_two & ~chartier_two;
}

inline bool fits_somewhere(const Box& box, int building, const Ground& ground) {
  for (int turns = 0; turns < kTurns; ++turns)
    if (fitting_anchors(box, building, turns, ground) != 0) return true;
  return false;
}

inline bool can_build(const Box& box, const State& state, int seat, const Ground& ground) {
  for (uint32_t left = state.reserve[seat]; left != 0; left &= left - 1)
    if (fits_somewhere(box, std::countr_zero(left), ground)) return true;
  return false;
}

}  // namespace lumiere

// Dealing a game and playing its moves (L2 to L7).
#pragma once

#include <cstring>

#include "state.hpp"

namespace lumiere {

inline void draw_up(const Box& box, State& state, int seat) {  // L2.2, L2.4, L3.1
  while (state.held_count[seat] < box.hand_size && state.drawn[seat] < kTiles) {
    int8_t& top = state.pile[seat][state.drawn[seat]++];
    state.held[seat] |= 1 << top;
    top = kNone;
    ++state.held_count[seat];
  }
}

inline int draw_postcards(Chance& chance) {  // L2.1
  int cards[kPostcards];
  for (int card = 0; card < kPostcards; ++card) cards[card] = card;
  chance.shuffle(cards, kPostcards);
  int chosen = 0;
  for (int index = 0; index < 8; ++index) chosen |= 1 << cards[index];
  return chosen;
}

inline void deal(const Box& box, Chance& chance, State& state) {  // L2
  state = State{};
  state.phase = kLaying;
  state.pending = kNone;
  state.pool = (1 << kBuildings) - 1;
  state.tokens[0] = state.tokens[1] = kTokens;
  std::memset(state.square, kNone, sizeof state.square);
  std::memset(state.owner, kNone, sizeof state.owner);
  std::memset(state.used_by, kNone, sizeof state.used_by);
  std::memset(state.piece, kNone, sizeof state.piece);
  state.facing = state.annex = state.annex_host = kNone;
  for (int seat = 0; seat < 2; ++seat) {
    for (int tile = 0; tile < kTiles; ++tile) state.pile[seat][tile] = static_cast<int8_t>(tile);
    chance.shuffle(state.pile[seat], kTiles);
    draw_up(box, state, seat);
  }
  state.in_play = box.named_postcards != 0 ? box.named_postcards : draw_postcards(chance);
  state.to_move = static_cast<int8_t>(chance.below(2));  // L2.3
}

// Gives the turn to the rival; who can do nothing is passed over (L4.3, L4.4).
inline void next_turn(const Box& box, State& state) {
  while (state.passes < 2) {
    state.to_move = 1 - state.to_move;
    const int seat = state.to_move;
    if (state.tokens[seat] > 0 || can_build(box, state, seat, ground_of(state, seat))) return;
    ++state.passes;
  }
  state.phase = kOver;
  state.to_move = kNone;
}

inline void lay(const Box& box, State& state, int seat, int move) {  // L3.1, L3.3, L4.1
  const int tile = move / 64, square = move / 4 % 16, turns = move % 4;
  for (int kind = 0; kind < 4; ++kind)
    state.spaces[kind] |= box.tile_spaces[seat * kTiles + tile][turns][square][kind];
  state.square[square] = static_cast<int8_t>((seat * kTiles + tile) * 4 + turns);
  state.held[seat] &= ~(1 << tile);
  --state.held_count[seat];
  draw_up(box, state, seat);
  if (state.held_count[0] == 0 && state.held_count[1] == 0) state.phase = kBuilding;
  state.to_move = 1 - seat;
}

// Puts a building on the board and spends the powers that its place needs.
inline void lay_footprint(State& state, int seat, int building, Spaces spaces) {
  if ((spaces & state.spaces[kStreetlight]) != 0) state.power[kMetro] = kSpent;
  if ((spaces & state.spaces[1 - seat]) != 0) state.power[kMixedSpace] = kSpent;
  state.footprint[building] = spaces;
  state.owner[building] = static_cast<int8_t>(seat);
  state.built[seat] |= spaces;
  state.occupied |= spaces;
}

inline void mark(State& state, int seat, Postcard card) {  // L6.1
  state.used_by[card] = static_cast<int8_t>(seat);
  --state.tokens[seat];
}

inline void put_piece(State& state, Piece piece, int space) {
  state.piece[piece] = static_cast<int8_t>(space);
  state.occupied |= bit(space);
}

inline void exchange(State& state, int seat, int given, int taken) {  // L7.2
  mark(state, seat, kLevitation);
  state.reserve[seat] = (state.reserve[seat] & ~(1 << given)) | (1 << taken);
  state.pool = (state.pool & ~(1 << taken)) | (1 << given);
  state.pending = static_cast<int8_t>(taken);
}

inline void add_annex(State& state, int seat, int space, int host) {  // L7.7
  mark(state, seat, kBouquinistes);
  state.annex = static_cast<int8_t>(space);
  state.annex_host = static_cast<int8_t>(host);
  state.footprint[host] |= bit(space);
  state.built[seat] |= bit(space);
  state.occupied |= bit(space);
}

inline void build_or_activate(const Box& box, State& state, int seat, int move) {  // L4.2
  if (move < kActivate) {
    const int place = move - kBuild, building = place / 256;
    lay_footprint(state, seat, building, box.placement[building][place / 64 % 4][place % 64]);
    state.reserve[seat] &= ~(1 << building);
    state.pending = kNone;
  } else if (move < kExchange) {
    const auto card = static_cast<Postcard>(move - kActivate);
    mark(state, seat, card);
    if (card == kMetropolitain) state.power[kMetro] = kHeld;
    if (card == kChartier) state.power[kMixedSpace] = kHeld;
  } else if (move < kPlant) {
    exchange(state, seat, (move - kExchange) / kBuildings, (move - kExchange) % kBuildings);
    return;  // the same player builds it now
  } else if (move < kPut) {
    const int place = move - kPlant;
    mark(state, seat, kJardin);
    lay_footprint(state, seat, kGarden, box.placement[kGarden][place / 64][place % 64]);
  } else if (move < kErect) {
    const auto piece = static_cast<Piece>((move - kPut) / 64);
    const int space = (move - kPut) % 64;
    mark(state, seat, kPostcardOfPiece[piece]);
    if (piece == kFountain && (state.spaces[1 - seat] & bit(space)) != 0)
      state.power[kMixedSpace] = kSpent;
    put_piece(state, piece, space);
  } else if (move < kAnnex) {
    mark(state, seat, kPenseur);
    put_piece(state, kStatue, (move - kErect) / 4);
    state.facing = static_cast<int8_t>((move - kErect) % 4);
  } else {
    add_annex(state, seat, (move - kAnnex) / kHosts, (move - kAnnex) % kHosts);
  }
  state.passes = 0;
  next_turn(box, state);
}

inline void apply(const Box& box, State& state, int move) {
  const int seat = state.to_move;
  ++state.ply;
  if (move < kTake) {
    lay(box, state, seat, move);
  } else if (move < kPass) {
    state.pool &= ~(1 << (move - kTake));
    state.reserve[seat] |= 1 << (move - kTake);
    state.to_move = 1 - seat;
  } else if (move > kPass) {
    build_or_activate(box, state, seat, move);
  } else if (state.phase == kLaying) {
    state.to_move = 1 - seat;
  } else {
    ++state.passes;
    next_turn(box, state);
  }
}

}  // namespace lumiere

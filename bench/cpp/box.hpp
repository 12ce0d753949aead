// What the game is played with (L1.3, L1.4, L7.12), worked out into tables once.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "board.hpp"

namespace lumiere {

enum Kind { kOrange, kBlue, kMixed, kStreetlight };

constexpr int kTiles = 8;
constexpr int kBuildings = 12;
constexpr int kGarden = 12;  // a building in every respect (L7.1)
constexpr int kTurns = 4;
constexpr int kMaxSize = 6;

constexpr std::array<std::array<const char*, 2>, kTiles> kTileSet = {{
    {"ro", "mo"}, {"mo", "or"}, {"oL", "or"}, {"Lo", "rm"},
    {"mo", "ro"}, {"oL", "ro"}, {"Lo", "om"}, {"oo", "or"},
}};

inline const std::array<std::vector<std::string>, kBuildings + 1> kShapes = {{
    {"###"},
    {".#", "##"},
    {"##", "##"},
    {"#.", "##", "#."},
    {"##", ".#", ".#"},
    {"#.", "##", ".#"},
    {".#.", ".#.", "###"},
    {".#.", "###", ".#."},
    {"..#", ".##", "##."},
    {".##", "###"},
    {"####", "#..#"},
    {"###", "#..", "#..", "#.."},
    {"##"},
}};

struct Box {
  Spaces tile_spaces[2 * kTiles][kTurns][kSquares][4] = {};
  Spaces placement[kBuildings + 1][kTurns][kSpaces] = {};
  Spaces anchors[kBuildings + 1][kTurns] = {};  // 0: this turn is a copy of an earlier one
  uint64_t offset[kBuildings + 1][kTurns][kMaxSize] = {};
  int size[kBuildings + 1] = {};
  Spaces sides_of[kSpaces] = {};
  Spaces corners_of[kSpaces] = {};
  int in_front_of[kSpaces][4] = {};  // north, east, south, west; -1 beyond the edge
  Spaces large_near[kSpaces] = {};
  Spaces large_far[kSpaces][4] = {};
  Spaces large_between[kSpaces][4] = {};
  int named_postcards = 0xFF;  // set of postcards, 0: eight are drawn (L2.1)
  int hand_size = 1;           // 2 with `two-tile-hand` (L2.4)
  bool penseur_own = false;    // option `penseur` (L7.11)

  Box() {
    for (int tile = 0; tile < kTiles; ++tile)
      for (int seat = 0; seat < 2; ++seat) fill_tile(seat, tile);
    for (int building = 0; building <= kGarden; ++building) fill_building(building);
    for (int space = 0; space < kSpaces; ++space) fill_neighbours(space);
  }

 private:
  using Cells = std::vector<std::pair<int, int>>;  // column, row upwards

  // A quarter turn clockwise inside a bounding box of the given width.
  static Cells turned(const Cells& cells, int width) {
    Cells result;
    for (const auto& [x, y] : cells) result.emplace_back(y, width - 1 - x);
    return result;
  }

  static Kind kind_of(char sign, int seat) {
    if (sign == 'o') return static_cast<Kind>(seat);
    if (sign == 'r') return static_cast<Kind>(1 - seat);
    return sign == 'm' ? kMixed : kStreetlight;
  }

  void fill_tile(int seat, int tile) {
    for (int y = 0; y < 2; ++y) {
      for (int x = 0; x < 2; ++x) {
        const Kind kind = kind_of(kTileSet[tile][1 - y][x], seat);
        Cells cell = {{x, y}};
        for (int turns = 0; turns < kTurns; ++turns, cell = turned(cell, 2)) {
          for (int square = 0; square < kSquares; ++square) {
            const int column = square % 4 * 2 + cell[0].first;
            const int row = square / 4 * 2 + cell[0].second;
            tile_spaces[seat * kTiles + tile][turns][square][kind] |= bit(row * kSide + column);
          }
        }
      }
    }
  }

  void fill_building(int building) {
    const auto& rows = kShapes[building];
    int width = static_cast<int>(rows[0].size()), height = static_cast<int>(rows.size());
    Cells cells;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        if (rows[height - 1 - y][x] == '#') cells.emplace_back(x, y);
    size[building] = static_cast<int>(cells.size());
    std::vector<Cells> seen;
    for (int turns = 0; turns < kTurns; ++turns) {
      std::sort(cells.begin(), cells.end());
      if (std::find(seen.begin(), seen.end(), cells) == seen.end()) {
        seen.push_back(cells);
        fill_placements(building, turns, cells, width, height);
      }
      cells = turned(cells, width);
      std::swap(width, height);
    }
  }

  void fill_placements(int building, int turns, const Cells& cells, int width, int height) {
    for (size_t index = 0; index < cells.size(); ++index)
      offset[building][turns][index] = cells[index].second * kSide + cells[index].first;
    for (int row = 0; row + height <= kSide; ++row) {
      for (int column = 0; column + width <= kSide; ++column) {
        const int anchor = row * kSide + column;
        anchors[building][turns] |= bit(anchor);
        for (const auto& [x, y] : cells)
          placement[building][turns][anchor] |= bit(anchor + y * kSide + x);
      }
    }
  }

  void fill_neighbours(int space) {
    constexpr int kSteps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    const int column = space % kSide, row = space / kSide;
    for (int arm = 0; arm < 4; ++arm) {
      const auto [dx, dy] = kSteps[arm];
      in_front_of[space][arm] = -1;
      if (on_board(column + dx, row + dy)) {
        in_front_of[space][arm] = (row + dy) * kSide + column + dx;
        sides_of[space] |= bit(in_front_of[space][arm]);
      }
      if (on_board(column + 2 * dx, row + 2 * dy)) {
        large_far[space][arm] = bit((row + 2 * dy) * kSide + column + 2 * dx);
        large_between[space][arm] = bit(in_front_of[space][arm]);
      }
    }
    for (int dx : {-1, 1})
      for (int dy : {-1, 1})
        if (on_board(column + dx, row + dy))
          corners_of[space] |= bit((row + dy) * kSide + column + dx);
    large_near[space] = sides_of[space] | corners_of[space];
  }
};

}  // namespace lumiere
